import type { Fields } from "../../../sandbox/amazon-ads/types.ts";
import { type RandomCalls, name, one, update } from "./walk-call.ts";
import { brandsCalls } from "./walk-calls-sb.ts";
import { displayCalls } from "./walk-calls-sd.ts";
import { productsCalls } from "./walk-calls-sp.ts";
import { anyDate, near, portfolioBudget, someDays, someWindow } from "./walk-values.ts";
import type { Product } from "./walk-world.ts";

/** Returns the random calls of an ad product, by action, such as `sb_keywords.update`. */
export const randomCalls = (product: Product): RandomCalls => ({
  ...{ sp: productsCalls, sb: brandsCalls, sd: displayCalls }[product],
  ...budgetRuleCalls(product),
  "portfolios.create": ({ random, unique }) => ({
    portfolios: [{ name: `New ${unique}`, budget: portfolioBudget(random) }],
  }),
  "portfolios.update": update("portfolios", ["portfolios", "portfolioId"], {
    name,
    budget: ({ random }, { budget }) => {
      const current = budget as Fields;
      const changes: Fields[] = current.policy === "NO_CAP" ? [] : [{ endDate: anyDate(random) }, { amount: near(random, current.amount) }]; // prettier-ignore
      if (current.policy === "DATE_RANGE") changes.push({ startDate: random.pick(["2026-02-01", "2026-03-01"]) }); // prettier-ignore
      const change = random.pick([undefined, ...changes]);
      return change ? { ...current, ...change } : portfolioBudget(random);
    },
  }),
});

function budgetRuleCalls(product: Product): RandomCalls {
  const changeRules = update(`${product}/budgetRules`, ["rules", "ruleId"], {
    name,
    state: ({ random }) => random.pick(["ACTIVE", "PAUSED"]),
    increasePercent: ({ random }) => random.pick([5, 10, 20, 50]),
    startDate: ({ random }) => random.pick(["2026-03-16", "2026-04-10"]),
    endDate: ({ random }) => anyDate(random),
    daysOfWeek: ({ random }) => someDays(random),
    startTime: ({ random }) => someWindow(random).startTime,
  });
  return {
    "budget_rules.create": ({ unique }) => ({
      product,
      rules: [{ name: `New ${unique}`, increasePercent: 10, startDate: "2026-03-16" }],
    }),
    "budget_rules.update": (standing) => ({ product, ...changeRules(standing) }),
    "budget_rules.associate": (standing) => {
      const [campaign, rule] = [one(standing, `${product}/campaigns`), one(standing, `${product}/budgetRules`)]; // prettier-ignore
      return campaign && rule && { product, campaignId: campaign.campaignId, ruleIds: [rule.ruleId] };
    },
    "budget_rules.disassociate": (standing) => {
      const { random, entities } = standing;
      const used = entities[`${product}/budgetRules`].filter(({ campaignIds }) => (campaignIds as unknown[]).length > 0); // prettier-ignore
      if (used.length === 0) return undefined;
      const rule = random.pick(used);
      return { product, campaignId: (rule.campaignIds as string[])[0], ruleIds: [rule.ruleId] };
    },
  };
}
