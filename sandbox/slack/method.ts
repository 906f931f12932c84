import type { Call } from "./call.ts";
import type { Fields } from "./fields.ts";
import type { Limit } from "./rate-limits.ts";
import type { Accepted } from "./scopes.ts";

/** A method of Slack's Web API. The scopes, the rate limit and the arguments are those in Slack's documentation. */
export interface Method {
  scopes: Accepted;
  rate: Limit;
  /**
   * The required arguments. An argument whose absence has a separate error code is not in this list, because `run`
   * checks such an argument.
   */
  required?: readonly string[];
  /** The required arguments whose value can be empty. An empty value clears the stored value. */
  mayBeEmpty?: readonly string[];
  /** True if the method ignores a JSON body and reads arguments only from a form or the query. */
  formOnly?: boolean;
  /** True if the method needs no token. */
  tokenless?: boolean;
  /** Returns the fields of the response in addition to `ok: true`. Throws a `Refusal` if the method fails. */
  run: (call: Call) => Fields | Promise<Fields>;
}
