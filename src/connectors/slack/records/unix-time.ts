import type { Z } from "../../../core/contract/action.ts";

/** The schema of a time in seconds since 1970. A model sees such a time as ISO 8601 text. */
export const unixTime = (z: Z) => z.number().nullish().meta({ format: "unix-time" });
