import { listAction } from "../../../core/contract/action.ts";
import { ids, profile } from "../params.ts";
import { HistoryEvent } from "../records/history-invoices-stores.ts";

const kinds = [
  "CAMPAIGN",
  "AD_GROUP",
  "AD",
  "KEYWORD",
  "NEGATIVE_KEYWORD",
  "PRODUCT_TARGETING",
  "THEME",
] as const;
const filters = [
  "BID_AMOUNT",
  "BUDGET_AMOUNT",
  "END_DATE",
  "IN_BUDGET",
  "NAME",
  "PLACEMENT_GROUP",
  "SMART_BIDDING_STRATEGY",
  "START_DATE",
  "STATUS",
] as const;

export const query = listAction({
  description:
    "List changes of the last 90 days with their author, newest first. Times are in milliseconds since 1970.",
  params: (z) => ({
    fromDate: z.int().min(0),
    toDate: z.int().min(0),
    eventTypes: z
      .partialRecord(
        z.enum(kinds),
        z.strictObject({
          eventTypeIds: ids(z, 10).optional(),
          filters: z.array(z.enum(filters)).min(1).optional(),
          parents: z
            .array(
              z.strictObject({
                campaignId: z.string().optional(),
                adGroupId: z.string().optional(),
                useProfileIdAdvertiser: z.boolean().optional(),
              }),
            )
            .max(10)
            .optional(),
        }),
      )
      .describe(`Kinds: ${kinds.join(", ")}; each {eventTypeIds?, filters?, parents?}.`),
    ...profile(z),
  }),
  check: ({ fromDate, toDate }) =>
    toDate < fromDate ? [{ path: "toDate", message: "must not be before fromDate" }] : [],
  result: HistoryEvent,
  calls: "history.query",
  pick: "events",
  example: {
    fromDate: 1767225600000,
    toDate: 1767830400000,
    eventTypes: { CAMPAIGN: { filters: ["BUDGET_AMOUNT"], parents: [{ useProfileIdAdvertiser: true }] } },
  },
});
