import type { Z } from "../../../core/contract/action.ts";

/** Seconds since 1970. A model sees ISO 8601 text. */
export const unixTime = (z: Z) => z.number().nullish().meta({ format: "unix-time" });
