import { ok, refuse } from "../http/responses.ts";
import { bodyOf, type Call, type Operation, type Operations } from "../operation.ts";
import { idText, isRecord } from "../http/wire-json.ts";
import type { Collection, Entity, Fields } from "../types.ts";
import { entitiesOf, today } from "../world.ts";
import { isItemError, itemError } from "../sponsored-products/item-errors.ts";
import { checkBudgetRule } from "./budget-rule-values.ts";
import { rangeOf, rulesOf } from "./effective-budget.ts";
import { events } from "./events.ts";

type Family = "sp" | "sb" | "sd";

const MAX_PAGE = 30;
const MAX_RULES = 25;
const json = ["application/json"];

function budgetRulesOf(family: Family): Record<string, Operation> {
  const collection: Collection = `${family}/budgetRules`;
  const campaigns: Collection = `${family}/campaigns`;
  const style = "details" as const;
  const rule = (call: Call): Entity => {
    const found = entitiesOf(call.account, collection).get(call.path["budgetRuleId"] ?? "");
    if (!found) throw refuse(404, "Budget rule not found");
    return found;
  };
  const campaign = (call: Call): Entity => {
    const found = entitiesOf(call.account, campaigns).get(call.path["campaignId"] ?? "");
    if (!found) throw refuse(404, "Campaign not found");
    return found;
  };
  return {
    [`GET /${family}/budgetRules`]: {
      style,
      run: (call) => {
        const { items, nextToken } = pageOf(call, [...entitiesOf(call.account, collection).values()]);
        return ok({ budgetRulesForAdvertiserResponse: items.map((one) => wire(call, one)), nextToken });
      },
    },
    [`GET /${family}/budgetRules/{budgetRuleId}`]: {
      style,
      run: (call) => ok({ budgetRule: wire(call, rule(call)) }),
    },
    [`POST /${family}/budgetRules`]: {
      style,
      consumes: json,
      writes: true,
      run: (call) => batch(call, (item) => createRule(call, family, item)),
    },
    [`PUT /${family}/budgetRules`]: {
      style,
      consumes: json,
      writes: true,
      run: (call) => batch(call, (item) => updateRule(call, family, item)),
    },
    [`GET /${family}/budgetRules/{budgetRuleId}/campaigns`]: {
      style,
      run: (call) => {
        const found = rule(call);
        const { items, nextToken } = pageOf(call, found.fields["campaignIds"] as string[]);
        return ok({
          associatedCampaigns: items.map((campaignId) => ({
            campaignId,
            campaignName: entitiesOf(call.account, campaigns).get(campaignId)?.fields["name"],
            ruleStatus: statusOf(call, found),
          })),
          nextToken,
        });
      },
    },
    [`GET /${family}/campaigns/{campaignId}/budgetRules`]: {
      style,
      run: (call) =>
        ok({
          associatedRules: rulesOf(call.account, collection, campaign(call).id).map((one) => wire(call, one)),
        }),
    },
    [`POST /${family}/campaigns/{campaignId}/budgetRules`]: {
      style,
      consumes: json,
      writes: true,
      run: (call) => {
        const { id } = campaign(call);
        const ids = bodyOf(call)["budgetRuleIds"];
        if (!Array.isArray(ids) || ids.length > MAX_RULES) throw refuse(400, "Invalid budgetRuleIds");
        const responses = ids.map((ruleId: unknown) => {
          const found = entitiesOf(call.account, collection).get(idText(ruleId));
          if (!found) return { code: "NOT_FOUND", details: "Budget rule not found", ruleId };
          const associated = found.fields["campaignIds"] as string[];
          if (!associated.includes(id)) associated.push(id);
          return { code: "Ok", details: "Budget rule associated", ruleId };
        });
        return ok({ responses }, 207);
      },
    },
    [`DELETE /${family}/campaigns/{campaignId}/budgetRules/{budgetRuleId}`]: {
      style,
      writes: true,
      run: (call) => {
        const found = rule(call);
        const { id } = campaign(call);
        found.fields["campaignIds"] = (found.fields["campaignIds"] as string[]).filter((one) => one !== id);
        return ok({});
      },
    },
  };
}

/** Returns a page of at most 30 items. The query param `pageSize` is required. */
function pageOf<Item>({ query }: Call, all: readonly Item[]): { items: Item[]; nextToken: string | null } {
  const size = Number(query.get("pageSize"));
  if (!Number.isInteger(size) || size < 1 || size > MAX_PAGE)
    throw refuse(400, `pageSize must be from 1 to ${MAX_PAGE}`);
  const start = Number(atob(query.get("nextToken") ?? "MA=="));
  if (!Number.isInteger(start)) throw refuse(400, "Invalid nextToken");
  const end = start + size;
  return { items: all.slice(start, end), nextToken: end < all.length ? btoa(String(end)) : null };
}

function batch(call: Call, write: (item: Fields) => Entity) {
  const items = bodyOf(call)["budgetRulesDetails"];
  if (!Array.isArray(items) || items.length === 0 || items.length > MAX_RULES)
    throw refuse(400, `budgetRulesDetails must have 1 to ${MAX_RULES} items`);
  const responses = items.map((item: unknown) => {
    const given = isRecord(item) ? item : {};
    try {
      const { id, fields, created, updated } = write(given);
      const isNew = created === updated && given["ruleId"] === undefined;
      const associated = fields["campaignIds"] as string[];
      return {
        associatedCampaignIds: isNew ? null : [...associated],
        code: "Ok",
        details: `Budget rule ${isNew ? "created" : "updated"}`,
        ruleId: id,
      };
    } catch (thrown) {
      if (!isItemError(thrown)) throw thrown;
      return { associatedCampaignIds: null, code: thrown.reason, details: thrown.message, ruleId: given["ruleId"] ?? null }; // prettier-ignore
    }
  });
  return ok({ responses }, 207);
}

function createRule(call: Call, family: Family, details: Fields): Entity {
  const { world, account } = call;
  checkBudgetRule(family, details, today(world, account.profile), true);
  const [id, now] = [world.newUuid(), world.clock.now()];
  const fields = { ruleId: id, ruleDetails: structuredClone(details), campaignIds: [] };
  const rule: Entity = { id, state: "ENABLED", fields, created: now, updated: now };
  entitiesOf(account, `${family}/budgetRules`).set(id, rule);
  return rule;
}

function updateRule(call: Call, family: Family, { ruleId, ruleState, ruleDetails }: Fields): Entity {
  const { world, account } = call;
  const rule = entitiesOf(account, `${family}/budgetRules`).get(idText(ruleId));
  if (!rule) throw itemError("entityNotFoundError", "NOT_FOUND", "Budget rule not found");
  if (ruleState !== undefined && ruleState !== "ACTIVE" && ruleState !== "PAUSED")
    throw itemError("malformedValueError", "INVALID_ARGUMENT", "Invalid ruleState");
  if (isRecord(ruleDetails)) {
    const current = rule.fields["ruleDetails"] as Fields;
    const next = world.nestedUpdates === "merged" ? { ...current, ...ruleDetails } : ruleDetails;
    checkBudgetRule(family, next, today(world, account.profile), false);
    rule.fields["ruleDetails"] = structuredClone(next);
  }
  if (ruleState !== undefined) rule.state = ruleState === "ACTIVE" ? "ENABLED" : "PAUSED";
  rule.updated = world.clock.now();
  return rule;
}

function statusOf({ world, account }: Call, rule: Entity): string {
  const { start, end } = rangeOf(rule.fields["ruleDetails"] as Fields);
  const day = today(world, account.profile).replaceAll("-", "");
  if (rule.state === "PAUSED") return "PAUSED";
  if (start > day) return "PENDING_START";
  return end !== undefined && end < day ? "EXPIRED" : "ACTIVE";
}

function wire(call: Call, rule: Entity): Fields {
  const status = statusOf(call, rule);
  return {
    createdDate: rule.created,
    lastUpdatedDate: rule.updated,
    ruleDetails: wireDetails(rule.fields["ruleDetails"] as Fields),
    ruleId: rule.id,
    ruleState: rule.state === "ENABLED" ? "ACTIVE" : "PAUSED",
    ruleStatus: status,
    ruleStatusDetails: status === "ACTIVE" ? null : { status },
  };
}

/**
 * Converts the details of a rule to the format of a response. Adds null for missing parts, and the name and the dates
 * of an event.
 */
function wireDetails({ duration, recurrence, performanceMeasureCondition, ...details }: Fields): Fields {
  const { dateRangeTypeRuleDuration = null, eventTypeRuleDuration } = isRecord(duration) ? duration : {};
  const eventId = isRecord(eventTypeRuleDuration) ? eventTypeRuleDuration["eventId"] : undefined;
  const { eventName, startDate, endDate } = events.find((one) => one.eventId === eventId) ?? {};
  return {
    ...details,
    duration: {
      dateRangeTypeRuleDuration,
      eventTypeRuleDuration: eventId === undefined ? null : { eventId, eventName, startDate, endDate },
    },
    recurrence: { daysOfWeek: null, intraDaySchedule: null, ...(isRecord(recurrence) ? recurrence : {}) },
    performanceMeasureCondition: performanceMeasureCondition ?? null,
  };
}

const recommended = (family: Family): Record<string, Operation> => ({
  [`POST /${family}/campaigns/budgetRules/recommendations`]: {
    style: "details",
    consumes: [`application/vnd.${family}budgetrulesrecommendation.v3+json`, "application/json"],
    produces: [`application/vnd.${family}budgetrulesrecommendation.v3+json`],
    run: (call) => {
      const id = idText(bodyOf(call)["campaignId"]);
      if (!entitiesOf(call.account, `${family}/campaigns`).has(id)) throw refuse(404, "Campaign not found");
      return ok({ recommendedBudgetRuleEvents: events });
    },
  },
});

export const budgetRules: Operations = {
  ...budgetRulesOf("sp"),
  ...budgetRulesOf("sb"),
  ...budgetRulesOf("sd"),
  ...recommended("sp"),
  ...recommended("sb"),
  "POST /sp/v1/events": {
    style: "details",
    consumes: ["application/json"],
    run: () =>
      ok({
        events: events.map(({ suggestedBudgetIncreasePercent: _percent, ...event }) => event),
        groupedEvents: [],
      }),
  },
};
