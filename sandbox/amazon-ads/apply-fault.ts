import { applyFault } from "../faults.ts";
import { errorReply, refuse, type ErrorStyle } from "./http/responses.ts";
import { isGeneric, type AmazonAdsFault } from "./fault-types.ts";
import { writeResponse } from "./http/write-response.ts";

/** Responds with the fault. If the operation itself must produce the fault, performs the request. */
export async function applyHttpFault(
  fault: AmazonAdsFault,
  style: ErrorStyle,
  requestId: string,
  signal: AbortSignal | null | undefined,
  proceed: () => Promise<Response>,
): Promise<Response> {
  const refused = (status: number, message: string, headers: Record<string, string> = {}): Response =>
    writeResponse(errorReply(style, refuse(status, message, { headers }), requestId), requestId);
  switch (fault.kind) {
    case "unauthorized":
      return refused(401, "Unauthorized");
    case "rate_limit_page":
      return new Response(
        "<!DOCTYPE html><html><head><title>429 Too Many Requests</title></head><body>Too Many Requests</body></html>",
        { status: 429, headers: { "content-type": "text/html", ...retryAfter(fault.retryAfter) } },
      );
    case "rate_limit_empty":
      return writeResponse({ status: 429, body: {}, headers: retryAfter(fault.retryAfter) }, requestId);
    case "refused":
      return writeResponse(
        { status: fault.status, body: fault.body, headers: fault.headers ?? {} },
        requestId,
      );
    default:
      if (!isGeneric(fault)) return proceed();
      return applyFault(
        fault,
        signal,
        {
          rateLimited: (seconds) => refused(429, "Too Many Requests", retryAfter(seconds ?? undefined)),
          refused: (error) => refused(400, error),
        },
        proceed,
      );
  }
}

const retryAfter = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined ? {} : { "retry-after": String(seconds) };
