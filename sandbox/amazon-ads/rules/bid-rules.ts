import { ok, refuse } from "../http/responses.ts";
import { bodyOf, type Call, type Operations } from "../operation.ts";
import { idText, isRecord } from "../http/wire-json.ts";
import type { Entity, Fields } from "../types.ts";
import { entitiesOf } from "../world.ts";
import { isItemError, itemError } from "../sponsored-products/item-errors.ts";
import { rulesOf } from "./effective-budget.ts";

const TYPES = ["v2", "v1"].map((version) => `application/vnd.spoptimizationrules.${version}+json`);
const STATUSES = new Set(["ENABLED", "PAUSED", "ENDED", "SCHEDULED"]);
const MAX_RULES = 300;
/** How many schedule bid rules a campaign can have. */
const MAX_OF_CAMPAIGN = 20;

/**
 * Operations on schedule bid rules, which raise all bids of a campaign at certain times.
 * https://advertising.amazon.com/API/docs/en-us/guides/rules/bidding-rules/scheduled-bid-rules
 */
export const bidRules: Operations = {
  "POST /sp/rules/optimization": {
    style: "message",
    consumes: [...TYPES, "application/json"],
    produces: TYPES,
    writes: true,
    run: (call) => batch(call, (item) => createRule(call, item), "created"),
  },
  "PUT /sp/rules/optimization": {
    style: "message",
    consumes: [...TYPES, "application/json"],
    produces: TYPES,
    writes: true,
    run: (call) => batch(call, (item) => updateRule(call, item), "updated"),
  },
  "POST /sp/rules/optimization/search": {
    style: "message",
    consumes: [...TYPES, "application/json"],
    produces: TYPES,
    run: (call) => {
      const body = bodyOf(call);
      const [ids, campaigns] = [
        valuesOf(body, "optimizationRuleFilter", "optimizationRuleId"),
        valuesOf(body, "campaignFilter", "campaignId"),
      ];
      const found = [...entitiesOf(call.account, "sp/optimizationRules").values()].filter(
        ({ id, fields }) =>
          (!ids || ids.includes(id)) &&
          (!campaigns || (fields["campaignIds"] as string[]).some((one) => campaigns.includes(one))),
      );
      const { maxResults = MAX_RULES, nextToken } = body;
      const start = typeof nextToken === "string" ? Number(atob(nextToken)) : 0;
      const end = start + Number(maxResults);
      return ok({
        code: "200",
        optimizationRules: found.slice(start, end).map(wire),
        nextToken: end < found.length ? btoa(String(end)) : null,
      });
    },
  },
  "POST /sp/campaigns/{campaignId}/optimizationRules": {
    style: "message",
    consumes: [...TYPES, "application/json"],
    produces: TYPES,
    writes: true,
    run: (call) => {
      const campaignId = call.path["campaignId"] ?? "";
      if (!entitiesOf(call.account, "sp/campaigns").has(campaignId)) throw refuse(404, "Campaign not found");
      const ids = bodyOf(call)["optimizationRuleIds"];
      if (!Array.isArray(ids) || ids.length === 0 || ids.length > 25)
        throw refuse(400, "Invalid optimizationRuleIds");
      const responses = ids.map((optimizationRuleId: unknown) => {
        const rule = entitiesOf(call.account, "sp/optimizationRules").get(idText(optimizationRuleId));
        if (!rule) return { code: "404", details: "Rule not found", optimizationRuleId };
        const current = rulesOf(call.account, "sp/optimizationRules", campaignId);
        if (current.length >= MAX_OF_CAMPAIGN && !current.includes(rule))
          return { code: "422", details: "Too many rules in the campaign", optimizationRuleId };
        const associated = rule.fields["campaignIds"] as string[];
        if (!associated.includes(campaignId)) associated.push(campaignId);
        return { code: "200", details: "Successfully associated rule", optimizationRuleId };
      });
      return ok({ code: "207", responses }, 207);
    },
  },
};

function valuesOf(body: Fields, filter: string, name: string): string[] | undefined {
  const outer = body[filter];
  const inner = isRecord(outer) ? outer[name] : undefined;
  return isRecord(inner) && Array.isArray(inner["values"]) ? inner["values"].map(String) : undefined;
}

function batch(call: Call, write: (item: Fields) => Entity, what: string) {
  const items = bodyOf(call)["optimizationRules"];
  if (!Array.isArray(items) || items.length === 0 || items.length > MAX_RULES)
    throw refuse(400, `optimizationRules must have 1 to ${MAX_RULES} items`);
  const responses = items.map((item: unknown) => {
    try {
      const rule = write(isRecord(item) ? item : {});
      return { code: "200", details: `Successfully ${what} rule`, optimizationRule: wire(rule) };
    } catch (thrown) {
      if (!isItemError(thrown)) throw thrown;
      return { code: thrown.reason, details: thrown.message, optimizationRule: null };
    }
  });
  return ok({ code: "207", responses }, 207);
}

function createRule({ world, account }: Call, item: Fields): Entity {
  checkRule(item);
  const id = `amzn1.ads-rule.m.${world.newUuid().replaceAll("-", "")}`;
  const now = world.clock.now();
  const { status, ...values } = structuredClone(item);
  const fields = { ...values, optimizationRuleId: id, campaignIds: [] };
  const rule: Entity = {
    id,
    state: status === "PAUSED" ? "PAUSED" : "ENABLED",
    fields,
    created: now,
    updated: now,
  };
  entitiesOf(account, "sp/optimizationRules").set(id, rule);
  return rule;
}

/** Replaces all values of a rule, because Amazon documents that an update contains all fields. */
function updateRule({ world, account }: Call, item: Fields): Entity {
  const rule = entitiesOf(account, "sp/optimizationRules").get(idText(item["optimizationRuleId"]));
  if (!rule) throw itemError("entityNotFoundError", "404", "Rule not found");
  checkRule(item);
  const { status, ...values } = structuredClone(item);
  rule.fields = { ...values, campaignIds: rule.fields["campaignIds"] };
  rule.state = status === "ENABLED" || status === "SCHEDULED" ? "ENABLED" : "PAUSED";
  rule.updated = world.clock.now();
  return rule;
}

function checkRule({ ruleName, ruleCategory, ruleSubCategory, recurrence, action, status }: Fields): void {
  const wrong = (message: string): Error => itemError("malformedValueError", "400", message);
  if (typeof ruleName !== "string" || ruleName === "") throw wrong("ruleName is required");
  if (ruleCategory !== "BID" || ruleSubCategory !== "SCHEDULE")
    throw wrong("The sandbox has only rules of the category BID and the subcategory SCHEDULE");
  if (!STATUSES.has(String(status))) throw wrong("Invalid status");
  const { type, duration, daysOfWeek } = isRecord(recurrence) ? recurrence : {};
  if (type !== "DAILY" && type !== "WEEKLY") throw wrong("Invalid recurrence.type");
  if (!isRecord(duration) || typeof duration["startTime"] !== "string")
    throw wrong("recurrence.duration.startTime is required");
  if (type === "WEEKLY" && !(Array.isArray(daysOfWeek) && daysOfWeek.length > 0))
    throw wrong("daysOfWeek is required for WEEKLY");
  const details = isRecord(action) && isRecord(action["actionDetails"]) ? action["actionDetails"] : {};
  const value = Number(details["value"]);
  if (
    details["actionOperator"] !== "INCREMENT" ||
    details["actionUnit"] !== "PERCENT" ||
    !(value >= 1 && value <= 100)
  )
    throw wrong("The action must be INCREMENT by 1 to 100 PERCENT");
}

const wire = ({ fields, state }: Entity): Fields => {
  const { campaignIds: _, ...shown } = fields;
  return { ...shown, conditions: null, status: state };
};
