import type { Reply } from "./responses.ts";
import { writeJson } from "./wire-json.ts";

export function writeResponse(
  reply: Reply,
  requestId: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(reply.body === undefined ? null : writeJson(reply.body), {
    status: reply.status,
    headers: {
      "content-type": "application/json",
      "x-amz-rid": requestId.replaceAll("-", "").slice(0, 20).toUpperCase(),
      "x-amzn-requestid": requestId,
      ...headers,
      ...reply.headers,
    },
  });
}
