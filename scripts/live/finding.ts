import { ConnectorError } from "../../src/core/ground/errors.ts";
import { Refused } from "./gate.ts";

/**
 * What a check saw: numbers, booleans and short codes by name. The fields never contain a person's text or a token,
 * because results are published. `codeOf` creates codes from a platform's response.
 */
export type Seen = Readonly<Record<string, number | boolean | string>>;

/** The result of one check. `reason` says why a behaviour could not be tried. */
export type Finding =
  | { verdict: "confirmed" | "differs"; seen: Seen }
  | { verdict: "not tried"; reason: string; seen: Seen };

export const compared = (asAssumed: boolean, seen: Seen): Finding => ({
  verdict: asAssumed ? "confirmed" : "differs",
  seen,
});

/** Converts an error to a finding. Leaves out the message, which can contain a person's text. */
export function findingOf(error: unknown): Finding {
  if (error instanceof NotTried) return { verdict: "not tried", reason: error.message, seen: error.seen };
  if (error instanceof Refused)
    return { verdict: "not tried", reason: "A request was not sent, because it is no known read.", seen: {} };
  const kind = ConnectorError.is(error) ? error.code : error instanceof TypeError ? "network" : "unexpected";
  return { verdict: "not tried", reason: "The check failed.", seen: { error: codeOf(kind) } };
}

/** An error that ends a check that this account cannot do. The message becomes the finding's `reason`. */
export class NotTried extends Error {
  readonly seen: Seen;

  constructor(reason: string, seen: Seen = {}) {
    super(reason);
    this.seen = seen;
  }
}

/**
 * Returns a code such as `channel_not_found` or `INVALID_ARGUMENT`. Returns `other` for any other value, and `none` for
 * undefined.
 */
export const codeOf = (value: unknown): string =>
  typeof value === "string" && /^(?:[a-z]+(?:_[a-z]+){1,6}|[A-Z]+(?:_[A-Z]+){0,6})$/.test(value)
    ? value.slice(0, 60)
    : value === undefined
      ? "none"
      : "other";
