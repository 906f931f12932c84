import type * as zod from "zod";
import type { Zod } from "../../../core/contract/action.ts";
import { type Dict, at, dicts } from "../../../core/ground/json.ts";
import type { Failure } from "./failure-reasons.ts";

/**
 * The result of a batch, in which each item has its index in the call. A model sees only the ids of the records that
 * were changed as asked. `changed`: the path of a field whose new values a model sees too.
 */
export const batchResult = <T extends zod.ZodObject>(record: (z: Zod) => T, changed?: string) => ({
  result: (z: Zod) => BatchResult(record)(z),
  view: ({ succeeded, ...others }: Dict): Dict => ({
    succeeded: dicts(succeeded).map(({ index, id, record: now }) => {
      const value = changed === undefined ? undefined : at(now, changed);
      return value === undefined ? (id ?? `item ${String(index)}`) : { id, [changed!]: value };
    }),
    ...others,
  }),
});

const BatchResult =
  <T extends zod.ZodObject>(record: (z: Zod) => T) =>
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
      unchanged: z.array(
        z.object({
          ...item,
          reason: z.string(),
          fields: z.array(z.string()).nullish(),
          /** The values of `fields`, as they are after the call. */
          now: record(z).partial().nullish(),
        }),
      ),
      /** The items that Amazon's response does not name, or that failed because of a fault at Amazon. */
      unknown: z
        .array(z.object({ ...item, reason: z.string().nullish(), message: z.string().nullish() }))
        .nullish(),
      /** The items that a person has declined. They were not sent. */
      declined: z.array(z.object({ ...item, reason: z.string(), outcome: z.string() })).nullish(),
    });
  };

interface Item {
  index: number;
  id?: string | undefined;
}

export interface BatchOutcome {
  succeeded: (Item & { record?: Dict | undefined })[];
  failed: (Item & Failure)[];
  unchanged: (Item & { reason: string; fields?: string[]; now?: Dict })[];
  unknown?: (Item & Partial<Pick<Failure, "reason" | "message">>)[];
}
