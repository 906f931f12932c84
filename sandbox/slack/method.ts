import type { Call } from "./call.ts";
import type { Fields } from "./fields.ts";
import type { Limit } from "./rate-limits.ts";
import type { Accepted } from "./scopes.ts";

/** A method of the Web API, with the facts from Slack's page about the method. */
export interface Method {
  scopes: Accepted;
  rate: Limit;
  /** The required arguments. `run` checks the arguments that have their own error code. */
  required?: readonly string[];
  /** Whether the method ignores a JSON body and reads arguments only from a form or the query. */
  formOnly?: boolean;
  /** Whether the method needs no token. */
  tokenless?: boolean;
  /** Returns the fields of the response besides `ok: true`, or throws a refusal. */
  run: (call: Call) => Fields;
}
