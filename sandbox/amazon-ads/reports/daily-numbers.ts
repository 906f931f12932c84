import type { Account } from "../world-types.ts";
import type { Collection, Entity, Fields } from "../types.ts";
import { isRecord } from "../http/wire-json.ts";
import { chance, entitiesOf } from "../world.ts";

/** An order that followed a click on an ad. */
export interface Order {
  /** The shortest attribution window, in days, that contains the order. */
  window: 1 | 7 | 14 | 30;
  units: number;
  /** The price of all units in cents, so that sums are exact. */
  sales: number;
  /** Whether the advertised product was bought, and not another product of the same brand. */
  sameSku: boolean;
  newToBrand: boolean;
}

/** The results of a keyword or target on one day. Money is in cents. */
export interface Numbers {
  impressions: number;
  clicks: number;
  cost: number;
  orders: readonly Order[];
}

const zeroNumbers: Numbers = { impressions: 0, clicks: 0, cost: 0, orders: [] };

type Family = "sp" | "sb" | "sd";

/** The collections whose entities have numbers in reports. */
const BIDDERS: Readonly<Record<Family, readonly Collection[]>> = {
  sp: ["sp/keywords", "sp/targets"],
  sb: ["sb/keywords", "sb/targets", "sb/themes"],
  sd: ["sd/targets"],
};

/** Returns the keywords, targets and themes. Their numbers add up to the numbers of their campaigns. */
export function targetsOf(account: Account, family: Family): { entity: Entity; collection: Collection }[] {
  return BIDDERS[family].flatMap((collection) =>
    [...entitiesOf(account, collection).values()].map((entity) => ({ entity, collection })),
  );
}

/**
 * Calculates the numbers of a target on a day (`YYYY-MM-DD`). The numbers look random, but are the same in every run.
 * They are zero before the campaign starts, after the campaign ends, and outside the dates of the portfolio's budget.
 * They are also zero after the target, its ad group or its campaign was paused or archived.
 */
export function numbersOf(account: Account, family: Family, target: Entity, day: string): Numbers {
  const campaign = entitiesOf(account, `${family}/campaigns`).get(String(target.fields["campaignId"]));
  const adGroup = entitiesOf(account, `${family}/adGroups`).get(String(target.fields["adGroupId"]));
  if (!campaign || [campaign, adGroup, target].some((entity) => entity && !served(entity, day)))
    return zeroNumbers;
  if (isStopped(account, campaign, day)) return zeroNumbers;
  const key = `${target.id} ${day}`;
  const weekend = [0, 6].includes(new Date(day).getUTCDay()) ? 1.25 : 1;
  const impressions = Math.round(
    (60 + chance(target.id) ** 2 * 1800) * (0.6 + chance(`${key} i`) * 0.8) * weekend,
  );
  const rate = 0.002 + chance(`${target.id} ctr`) * 0.012;
  const clicks = Math.round(impressions * rate * (0.5 + chance(`${key} c`)));
  const bid = Number(target.fields["bid"] ?? adGroup?.fields["defaultBid"] ?? 0.75);
  const cost = Math.round(clicks * bid * 100 * (0.55 + chance(`${key} p`) * 0.4));
  const count = Math.round(
    clicks * (0.04 + chance(`${target.id} cvr`) * 0.14) * (0.4 + chance(`${key} o`) * 1.2),
  );
  const price = 2499 + Math.floor(chance(`${target.fields["adGroupId"]} price`) * 160) * 100;
  const orders = Array.from({ length: count }, (_, index): Order => {
    const delay = chance(`${key} delay ${index}`);
    const units = index === 0 && chance(`${key} u`) > 0.75 ? 2 : 1;
    return {
      window: delay < 0.55 ? 1 : delay < 0.8 ? 7 : delay < 0.93 ? 14 : 30,
      units,
      sales: units * price,
      sameSku: chance(`${key} sku ${index}`) < 0.7,
      newToBrand: chance(`${key} new ${index}`) < 0.6,
    };
  });
  return { impressions, clicks, cost, orders };
}

function served({ state, updated, fields }: Entity, day: string): boolean {
  const start = dashed(fields["startDate"]);
  const end = dashed(fields["endDate"]);
  if (start !== undefined && day < start) return false;
  if (end !== undefined && day > end) return false;
  return state === "ENABLED" || day < new Date(updated).toISOString().slice(0, 10);
}

/** Returns whether a day is outside the dates of the portfolio's budget. */
function isStopped(account: Account, campaign: Entity, day: string): boolean {
  const budget = entitiesOf(account, "portfolios").get(String(campaign.fields["portfolioId"]))?.fields[
    "budget"
  ];
  if (!isRecord(budget) || budget["policy"] === "NO_CAP") return false;
  const { startDate, endDate } = budget;
  return (typeof startDate === "string" && day < startDate) || (typeof endDate === "string" && day > endDate);
}

const dashed = (date: unknown): string | undefined =>
  typeof date === "string" ? date.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3") : undefined;

/**
 * Splits numbers in proportion to the weights. The parts add up exactly to the total, and each order is in one part.
 */
export function splitNumbers(total: Numbers, weights: readonly number[]): Numbers[] {
  const allWeights = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  let before = 0;
  return weights.map((weight) => {
    const [from, to] = [before / allWeights, (before + weight) / allWeights];
    before += weight;
    const part = (amount: number): number => Math.round(amount * to) - Math.round(amount * from);
    const { impressions, clicks, cost, orders } = total;
    return {
      impressions: part(impressions),
      clicks: part(clicks),
      cost: part(cost),
      orders: orders.slice(Math.round(orders.length * from), Math.round(orders.length * to)),
    };
  });
}

export const parentsOf = (account: Account, family: Family, fields: Fields) => ({
  campaign: entitiesOf(account, `${family}/campaigns`).get(String(fields["campaignId"])),
  adGroup: entitiesOf(account, `${family}/adGroups`).get(String(fields["adGroupId"])),
});
