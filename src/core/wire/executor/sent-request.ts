import type { Operation } from "../../contract/operation.ts";
import type { Clock } from "../../ground/clock.ts";

/** What is needed to read the response. */
export interface SentRequest {
  /** The name of the request, for error messages. */
  what: string;
  operation: Operation;
  repeatable: boolean;
  redact: (text: string) => string;
  clock: Clock;
  requestIdHeader: string;
}
