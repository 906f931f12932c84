import type { Kind } from "../../../src/core/store/records.ts";
import type { OnceUse } from "../../../src/core/store/once.ts";

/** The names of the updates that a counter has seen, in their order. */
export const counters: Kind<readonly string[]> = {
  name: "counters",
  is: (value): value is readonly string[] => Array.isArray(value),
};

/** The number of the refresh token of a pair. */
export const pairs: Kind<number> = {
  name: "pairs",
  is: (value): value is number => typeof value === "number",
};

export const claims: OnceUse<string> = {
  name: "claims",
  keptSeconds: 3600,
  limitSeconds: 600,
  is: (value): value is string => typeof value === "string",
};
