import { listOf, type Driver, type Fields } from "./helpers.ts";
import type { RecordedRequest } from "./recorded-requests.ts";

// The requests that lead to the recorded responses about budget rules.

const campaignIds: Readonly<Record<string, string>> = {
  sp: "144373194309380061",
  sb: "144327786111035248",
  sd: "127519806194475",
};
const easter = "c92869a2-fe6f-56ac-ba86-d08388396936";

const range = { dateRangeTypeRuleDuration: { startDate: "20260401", endDate: "20260430" } };
const increase = (value: number) => ({ budgetIncreaseBy: { type: "PERCENT", value } });
const bySchedule = {
  name: "Spring 35%",
  ruleType: "SCHEDULE",
  duration: range,
  recurrence: { type: "WEEKLY", daysOfWeek: ["MONDAY", "WEDNESDAY"] },
  ...increase(35),
};
const byEvent = {
  name: "Easter 25%",
  ruleType: "SCHEDULE",
  duration: { eventTypeRuleDuration: { eventId: easter } },
  recurrence: { type: "DAILY" },
  ...increase(25),
};
const byPerformance = {
  name: "ROAS",
  ruleType: "PERFORMANCE",
  duration: range,
  recurrence: { type: "DAILY" },
  performanceMeasureCondition: {
    metricName: "ROAS",
    comparisonOperator: "GREATER_THAN_OR_EQUAL_TO",
    threshold: 2,
  },
  ...increase(20),
};

/** Creates rules of every kind, and associates them with a campaign. */
async function withRules({ send }: Driver, product: string): Promise<{ ruleId: unknown; campaign: string }> {
  const budgetRulesDetails = [bySchedule, byEvent, byPerformance];
  const made = await send(`POST /${product}/budgetRules`, { budgetRulesDetails });
  const ids = listOf(made.body, "responses").map(({ ruleId }) => ruleId);
  const campaign = `/${product}/campaigns/${campaignIds[product]}`;
  await send(`POST ${campaign}/budgetRules`, { budgetRuleIds: ids });
  return { ruleId: ids[0], campaign };
}

function requestsOf(product: string): Record<string, RecordedRequest> {
  const rules = `/${product}/budgetRules`;
  const create =
    (details: Fields): RecordedRequest =>
    ({ send }) =>
      send(`POST ${rules}`, { budgetRulesDetails: [details] });
  return {
    All_budget_rules: async (driver) => {
      await withRules(driver, product);
      return driver.send(`GET ${rules}?pageSize=30`);
    },
    Associate_budget_rules_to_campaign: async (driver) => {
      const { ruleId, campaign } = await withRules(driver, product);
      return driver.send(`POST ${campaign}/budgetRules`, { budgetRuleIds: [ruleId] });
    },
    Budget_rule_by_ID: async (driver) => {
      const { ruleId } = await withRules(driver, product);
      const { body } = await driver.send(`GET ${rules}?pageSize=30`);
      const performance = listOf(body, "budgetRulesForAdvertiserResponse").find(
        ({ ruleDetails }) => (ruleDetails as Fields)["ruleType"] === "PERFORMANCE",
      );
      return driver.send(`GET ${rules}/${performance?.["ruleId"] ?? ruleId}`);
    },
    Campaigns_associated_with_a_rule: async (driver) => {
      const { ruleId } = await withRules(driver, product);
      return driver.send(`GET ${rules}/${ruleId}/campaigns?pageSize=30`);
    },
    Create_budget_rules_0: create(byEvent),
    Create_budget_rules_1: create(bySchedule),
    Create_budget_rules_2: create(byPerformance),
    Create_budget_rules: create(byPerformance),
    Disassociate_budget_rule_from_campaign: async (driver) => {
      const { ruleId, campaign } = await withRules(driver, product);
      return driver.send(`DELETE ${campaign}/budgetRules/${ruleId}`);
    },
    Get_recommended_events: ({ send }) =>
      send(`POST /${product}/campaigns/budgetRules/recommendations`, { campaignId: campaignIds[product] }),
    Rules_associated_with_a_campaign: async (driver) => {
      const { campaign } = await withRules(driver, product);
      return driver.send(`GET ${campaign}/budgetRules`);
    },
    Update_budget_rules: async (driver) => {
      const { ruleId } = await withRules(driver, product);
      return driver.send(`PUT ${rules}`, { budgetRulesDetails: [{ ruleId, ruleState: "PAUSED" }] });
    },
  };
}

const named = (prefix: string, requests: Record<string, RecordedRequest>) =>
  Object.fromEntries(Object.entries(requests).map(([name, request]) => [`${prefix}${name}`, request]));

const sp = requestsOf("sp");

export const recordedRules: Record<string, RecordedRequest> = {
  ...named("Budget_rules_SP_", sp),
  ...named("Budget_rules_SB_", requestsOf("sb")),
  ...named("Budget_rules_SD_", requestsOf("sd")),
  Sponsored_Products_Budget_rules_Associate_rule_to_campaign: sp["Associate_budget_rules_to_campaign"]!,
  Sponsored_Products_Budget_rules_Create_budget_rules: sp["Create_budget_rules"]!,
  Sponsored_Products_Budget_rules_Get_budget_rules: sp["All_budget_rules"]!,
  Sponsored_Products_Budget_rules_Get_budget_rules_by_campaign: sp["Rules_associated_with_a_campaign"]!,
  Sponsored_Products_Budget_rules_Get_recommended_events: sp["Get_recommended_events"]!,
};
