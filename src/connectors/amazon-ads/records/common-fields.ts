import type { Zod } from "../../../core/contract/action.ts";

// The fields that several records share. A record's schema has only the fields that a model needs. Amazon can leave out
// any field, so fields are `nullish`.

export const text = (z: Zod) => z.string().nullish();
export const flag = (z: Zod) => z.boolean().nullish();
export const number = (z: Zod) => z.number().nullish();
export const texts = (z: Zod) => z.array(z.string()).nullish();

/** A call of this package, whose params depend on the action. */
export const call = (z: Zod) =>
  z.object({ entity: z.string(), action: z.string(), params: z.record(z.string(), z.unknown()) }).nullish();

/** The parts of a target, such as `ASIN_BRAND_SAME_AS` with the id of a brand. */
export const expression = (z: Zod) => z.array(z.object({ type: text(z), value: text(z) })).nullish();

/** Higher bids for shoppers of an audience. */
export const shopperCohorts = (z: Zod) => z.array(shopperCohort(z)).nullish();

export const shopperCohort = (z: Zod) =>
  z.object({
    shopperCohortType: text(z),
    percentage: number(z),
    audienceSegments: z.array(z.object({ audienceId: text(z), audienceSegmentType: text(z) })).nullish(),
  });

export const extendedData = (z: Zod) =>
  z
    .object({
      servingStatus: text(z),
      servingStatusDetails: z.array(z.object({ name: text(z), message: text(z) })).nullish(),
      creationDateTime: text(z),
      lastUpdateDateTime: text(z),
      creationDate: z.union([z.string(), z.number()]).nullish(),
      lastUpdateDate: z.union([z.string(), z.number()]).nullish(),
      statusReasons: z.array(z.string()).nullish(),
    })
    .nullish();

export const tags = (z: Zod) => z.record(z.string(), z.string()).nullish();

/** Amazon's suggestions for the headlines of ads. */
export const Headlines = (z: Zod) => z.array(z.object({ headlineId: text(z), headline: text(z) }));
