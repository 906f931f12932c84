import { ok, refuse } from "../http/responses.ts";
import { budgetEvents } from "../budget-events.ts";
import { bodyOf, type Operations } from "../operation.ts";
import type { HistoryEvent } from "../world-types.ts";
import { idText, isRecord } from "../http/wire-json.ts";
import { pageOf } from "../http/paging.ts";
import type { Fields } from "../types.ts";

const DAY = 86_400_000;
const TYPES: ReadonlySet<string> = new Set([
  "CAMPAIGN",
  "AD_GROUP",
  "AD",
  "KEYWORD",
  "NEGATIVE_KEYWORD",
  "PRODUCT_TARGETING",
  "THEME",
]);

/** The change history. Like Amazon's, it does not say who made a change. */
export const history: Operations = {
  "POST /history": {
    style: "gateway",
    consumes: ["application/json"],
    run: (call) => {
      const { account, world } = call;
      const { fromDate, toDate, eventTypes, count = 100, pageOffset, sort, nextToken } = bodyOf(call);
      if (typeof fromDate !== "number" || typeof toDate !== "number" || toDate < fromDate)
        throw refuse(400, "fromDate and toDate are required, in milliseconds");
      if (fromDate < world.clock.now() - 90 * DAY)
        throw refuse(400, "fromDate must be within the last 90 days");
      if (!isRecord(eventTypes) || Object.keys(eventTypes).length === 0)
        throw refuse(400, "eventTypes is required");
      const unknown = Object.keys(eventTypes).filter((name) => !TYPES.has(name));
      if (unknown.length > 0) throw refuse(400, `Invalid event types: ${unknown.join(", ")}`);
      if (typeof count !== "number" || count < 50 || count > 200)
        throw refuse(400, "count must be from 50 to 200");
      const direction = isRecord(sort) && sort["direction"] === "ASC" ? 1 : -1;
      const found = [
        ...account.events,
        ...budgetEvents(account, fromDate, Math.min(toDate, world.clock.now())),
      ]
        .filter(
          (change) =>
            change.timestamp >= fromDate && change.timestamp <= toDate && isRequested(eventTypes, change),
        )
        .toSorted((a, b) => direction * (a.timestamp - b.timestamp));
      const start = typeof pageOffset === "number" ? pageOffset : 0;
      const filters = { fromDate, toDate, eventTypes, sort };
      const page = pageOf(found.slice(start), { ...filters, nextToken, maxResults: count }, 200);
      return ok({
        events: page.items,
        nextToken: page.nextToken ?? null,
        totalRecords: found.length,
        totalResults: found.length,
        maxPageNumber: Math.ceil(found.length / count),
      });
    },
  },
};

function isRequested(eventTypes: Fields, change: HistoryEvent): boolean {
  const wanted = eventTypes[change.entityType];
  if (!isRecord(wanted)) return false;
  const { eventTypeIds, filters, parents } = wanted;
  if (
    Array.isArray(eventTypeIds) &&
    eventTypeIds.length > 0 &&
    !eventTypeIds.map(idText).includes(change.entityId)
  )
    return false;
  if (Array.isArray(filters) && filters.length > 0 && !filters.includes(change.changeType)) return false;
  if (!Array.isArray(parents) || parents.length === 0) return true;
  return parents.some(
    (parent: unknown) =>
      isRecord(parent) &&
      (parent["useProfileIdAdvertiser"] === true ||
        ["campaignId", "adGroupId"].some(
          (name) => parent[name] !== undefined && idText(parent[name]) === change.metadata[name],
        )),
  );
}
