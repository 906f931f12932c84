import { ConnectorError } from "../../src/core/ground/errors.ts";
import { Refused } from "./gate.ts";

/**
 * What a check saw: numbers, booleans and short codes by name. The fields never contain a person's text or a token,
 * because results are published. `codeOf` and `oneOf` create codes from a platform's response.
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

/** A message can contain a person's text, so the finding has only the error's kind. */
export function findingOf(error: unknown): Finding {
  if (error instanceof NotTried) return { verdict: "not tried", reason: error.message, seen: error.seen };
  if (error instanceof Refused)
    return { verdict: "not tried", reason: "A request was not sent, because it is no known read.", seen: {} };
  const kind = ConnectorError.is(error) ? error.code : error instanceof TypeError ? "network" : "unexpected";
  return { verdict: "not tried", reason: "The check failed.", seen: { error: codeOf(kind) } };
}

/** Ends a check that cannot be done with this account. The message becomes the finding's `reason`. */
export class NotTried extends Error {
  readonly seen: Seen;

  constructor(reason: string, seen: Seen = {}) {
    super(reason);
    this.seen = seen;
  }
}

/**
 * Returns a code such as `channel_not_found` or `INVALID_ARGUMENT`, and `other` for a value that does not look like a
 * code.
 */
export const codeOf = (value: unknown): string =>
  typeof value === "string" && /^(?:[a-z]+(?:_[a-z]+){1,6}|[A-Z]+(?:_[A-Z]+){0,6})$/.test(value)
    ? value.slice(0, 60)
    : value === undefined
      ? "none"
      : "other";

/** Returns `other` for a value that is not known. */
export const oneOf = (value: unknown, ...known: readonly string[]): string =>
  known.find((one) => one === value) ?? (value === undefined ? "none" : "other");
