import type * as zod from "zod";
import type { Zod } from "../../../core/contract/action.ts";
import type { Dict } from "../../../core/ground/json.ts";
import type { Failure } from "./failure-reasons.ts";

/** Returns the schema of a batch's result, in which each item has its index in the call. */
export const BatchResult =
  <T extends zod.ZodType>(record: (z: Zod) => T) =>
  (z: Zod) => {
    const item = { index: z.number(), id: z.string().nullish() };
    return z.object({
      succeeded: z.array(z.object({ ...item, record: record(z).nullish() })),
      failed: z.array(
        z.object({
          ...item,
          reason: z.string(),
          message: z.string().nullish(),
          argument: z.string().nullish(),
          limits: z.object({ lower: z.string().nullish(), upper: z.string().nullish() }).nullish(),
          hint: z.string().nullish(),
        }),
      ),
      /** The new items that already existed, and the items of which Amazon applied only some fields. */
      unchanged: z.array(z.object({ ...item, reason: z.string(), fields: z.array(z.string()).nullish() })),
      /** The items that Amazon's response does not name, or that failed because of a fault at Amazon. */
      unknown: z
        .array(z.object({ ...item, reason: z.string().nullish(), message: z.string().nullish() }))
        .nullish(),
    });
  };

interface Item {
  index: number;
  id?: string | undefined;
}

export interface BatchOutcome {
  succeeded: (Item & { record?: Dict | undefined })[];
  failed: (Item & Failure)[];
  unchanged: (Item & { reason: string; fields?: string[] })[];
  unknown?: (Item & Partial<Pick<Failure, "reason" | "message">>)[];
}
