import type { Answer } from "./answer.ts";
import { writeJson } from "./json.ts";

/** An answer as it goes over the wire. */
export function respond(answer: Answer, requestId: string, headers: Record<string, string> = {}): Response {
  return new Response(answer.body === undefined ? null : writeJson(answer.body), {
    status: answer.status,
    headers: {
      "content-type": "application/json",
      "x-amz-rid": requestId.replaceAll("-", "").slice(0, 20).toUpperCase(),
      "x-amzn-requestid": requestId,
      ...headers,
      ...answer.headers,
    },
  });
}
