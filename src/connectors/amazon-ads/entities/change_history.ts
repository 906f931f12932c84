import { listAction } from "../../../core/contract/action.ts";
import { replyMeta } from "../../../core/call/send-operation.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { at, dicts } from "../../../core/ground/json.ts";
import { dayMs } from "../dates/days.ts";
import { datesText, findClock } from "../dates/find-clock.ts";
import { localTime, momentsOf, type ProfileClock, todayOf } from "../dates/profile-clock.ts";
import { checkGiven, datesOf, type Period, periodParams } from "../dates/relative-dates.ts";
import { ids, profile } from "../params.ts";
import { HistoryEvent } from "../records/history-invoices-stores.ts";
import { pageOf } from "../resources/page-of.ts";

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
    "List changes of the last 90 days, newest first. Amazon lists no changes of Sponsored Display, and nobody's name.",
  params: (z) => ({
    ...periodParams(z),
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
  check: (params) => checkGiven(params),
  result: HistoryEvent,
  calls: ["history.query", "profiles.find"],
  example: {
    startDate: "-7d",
    endDate: "today",
    eventTypes: { CAMPAIGN: { filters: ["BUDGET_AMOUNT"], parents: [{ useProfileIdAdvertiser: true }] } },
  },
  run: async ({ eventTypes, profileId, ...given }, context) => {
    const clock = await findClock(profileId, context);
    const dates = datesOf(given, todayOf(clock));
    const { from, to } = momentsIn(dates, clock);
    const { limit, cursor } = context.page;
    const reply = await context.send("history.query", {
      profileId,
      eventTypes,
      fromDate: from,
      toDate: to,
      count: limit,
      nextToken: cursor,
    });
    const events = dicts(at(reply.body, "events")).map((event) => ({
      time: typeof event.timestamp === "number" ? localTime(event.timestamp, clock.timezone) : undefined,
      ...event,
    }));
    const meta = { ...replyMeta(reply), dates: datesText(dates, clock) };
    return pageOf(meta, events, at(reply.body, "nextToken"));
  },
});

/** Amazon keeps changes for so many days, to the minute. */
const daysKept = 90;

/**
 * Returns the moments between which Amazon looks for changes.
 * @throws ConnectorError `invalid_params` if the period is not within the last 90 days
 */
function momentsIn(dates: Period, clock: ProfileClock): { from: number; to: number } {
  const { from, to } = momentsOf(dates, clock);
  // A minute passes at most before Amazon reads the request.
  const first = clock.now - daysKept * dayMs + 60_000;
  const refuse = (path: string, message: string) =>
    new ConnectorError("invalid_params", `change_history.query: ${path} ${message}.`, {
      path: `params.${path}`,
      hint: `The period was ${datesText(dates, clock)}. Amazon keeps ${daysKept} days.`,
    });
  if (from > clock.now) throw refuse("startDate", "must not be in the future");
  if (to < from) throw refuse("endDate", "must not be before startDate");
  if (from + dayMs < first) throw refuse("startDate", "is too long ago");
  return { from: Math.max(from, first), to };
}
