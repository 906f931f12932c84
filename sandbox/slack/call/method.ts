import type { Call } from "./call.ts";
import type { Fields } from "../fields.ts";
import type { Limit } from "./rate-limits.ts";
import type { Accepted } from "./scopes.ts";

/** A method with the scopes, the rate limit and the arguments from Slack's documentation. */
export interface Method {
  scopes: Accepted;
  rate: Limit;
  /** The required arguments. If a missing argument has its own error code, `run` checks the argument instead. */
  required?: readonly string[];
  /** The required arguments whose value can be empty. An empty value clears the stored value. */
  mayBeEmpty?: readonly string[];
  /** Whether the method ignores a JSON body, and reads only a form or the query. */
  formOnly?: boolean;
  /** Whether the method needs no token. */
  tokenless?: boolean;
  /** Returns the fields of the response besides `ok: true`. Throws a `Refusal` if the method fails. */
  run: (call: Call) => Fields | Promise<Fields>;
}
