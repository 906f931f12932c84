import type { Zod } from "../../../core/contract/action.ts";

/** Seconds since 1970. A model sees ISO 8601 text. */
export const unixTime = (z: Zod) => z.number().nullish().meta({ format: "unix-time" });
