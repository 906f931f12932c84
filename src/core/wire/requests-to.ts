import type { Tracing } from "../contract/call-options.ts";
import type { HttpOptions } from "../contract/wire/http-types.ts";
import type { TracedRequest } from "../contract/wire/traced-request.ts";

/** Returns the function that follows the requests to one receiver, or undefined if nothing is traced. */
export const requestsTo = (to: TracedRequest["to"], tracing: Tracing | undefined): HttpOptions["tracing"] =>
  tracing && ((request, send) => tracing.request({ ...request, to }, send));
