import type { Operation } from "../../contract/wire/operation.ts";
import type { Clock } from "../../ground/clock.ts";

/** The parts of a sent request that are needed to read its response. */
export interface SentRequest {
  /** The name of the request, for error messages. */
  what: string;
  operation: Operation;
  repeatable: boolean;
  redact: (text: string) => string;
  clock: Clock;
  requestIdHeader: string;
}
