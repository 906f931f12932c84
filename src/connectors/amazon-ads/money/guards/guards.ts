import type { Effect } from "../../../../core/contract/effect.ts";
import type { GuardRead, Judgement, SpendRaise } from "../../../../core/contract/judgement.ts";
import type { Dict } from "../../../../core/ground/json.ts";
import { accountDay } from "../../../../core/policy/account-day.ts";
import {
  type Percentages,
  campaignsWithBids,
  campaignsWithBudget,
  readBidPercentages,
  readBudgetPercentages,
} from "../records/campaign-rules.ts";
import { batchOutcome } from "./batch-outcome.ts";
import { checkCurrency } from "../records/check-currency.ts";
import { checkPlacements } from "../ground/check-placements.ts";
import { changesOf } from "../records/changed-records.ts";
import { averageFactor, ceilingKey, dailyCeiling, optedOutFactor } from "../model/daily-ceiling.ts";
import { readCurrentRecords } from "../records/current-records.ts";
import { exposureOf } from "../price/exposure.ts";
import { bidsOfChanges } from "../price/highest-bids.ts";
import { type JudgedItem, itemsOf, judgeChanges, judgeNewItems } from "../judge/judge-items.ts";
import { parentWarnings } from "../records/parent-warnings.ts";
import { portfolioAmount, portfolioRaiseKey } from "../model/portfolio-exposure.ts";
import { priceItem } from "../price/price-items.ts";
import { idOf, namesById } from "../ground/record-fields.ts";
import { raiseReasons } from "./raise-reasons.ts";
import { refuseRepeated } from "../judge/refuse-repeated.ts";
import { withDefaultBids } from "../records/default-bids.ts";
import { type RecordReader, createReader } from "../records/record-reader.ts";
import { portfolioSource } from "../ground/sources.ts";
import { withinCampaigns } from "../records/within-campaigns.ts";
import type { SpendingEntity } from "../ground/spending-entity.ts";
import { readStanding } from "../records/standing.ts";

// A guard judges a write before the write is sent. If the account could spend more after the write, the effects
// include `spend`, and the policy's caps apply. A write that only lowers an amount, or pauses or renames a record, has
// the effect `write`.

type Guard = (params: Dict, read: GuardRead, now: number) => Promise<Judgement>;

export const createGuard =
  (entity: SpendingEntity): Guard =>
  async (params, read, now) => {
    const reader = createReader(read, params.profileId);
    checkPlacements(entity, itemsOf(params, entity));
    return judge(entity, judgeNewItems(entity, itemsOf(params, entity)), {
      reader,
      portfolios: new Map(),
      now,
    });
  };

export const updateGuard =
  (entity: SpendingEntity): Guard =>
  async (params, read, now) => {
    const reader = createReader(read, params.profileId);
    const items = itemsOf(params, entity);
    refuseRepeated(items, entity.itemsParam, entity.idField);
    const current = await readCurrentRecords(entity, items, reader.read);
    if (entity.kind === "portfolio") await checkCurrency(entity, items, reader);
    checkPlacements(entity, items, current);
    const moved = items.flatMap(({ portfolioId }, index) =>
      entity.kind === "campaign" &&
      portfolioId !== undefined &&
      idOf(portfolioId) !== idOf(current[index]!.portfolioId)
        ? [idOf(portfolioId), idOf(current[index]!.portfolioId)]
        : [],
    );
    const portfolios =
      moved.length > 0 ? await reader.byIds(portfolioSource, moved) : new Map<string, Dict>();
    const { records, defaults } = await withDefaultBids(entity, items, current, reader);
    const today = accountDay(reader.knownAccount(), now).replaceAll("-", "");
    const judged = judgeChanges(entity, items, records, { portfolios, today });
    return { ...(await judge(entity, judged, { reader, portfolios, now })), before: current, defaults };
  };

/**
 * Judges the archiving of records that stop ads, such as negative keywords. The call is destructive, because archived
 * records cannot be restored. The call can also raise spending, because more ads are shown.
 */
export const archiveNegativesGuard =
  (entity: SpendingEntity): Guard =>
  async (params, read, now) => {
    const reader = createReader(read, params.profileId);
    const ids = Array.isArray(params[entity.idsParam]) ? (params[entity.idsParam] as unknown[]) : [];
    const items = ids.map((id) => ({ [entity.idField]: id, state: "ARCHIVED" }));
    const current = await readCurrentRecords(entity, items, reader.read);
    const judged = judgeChanges(entity, items, current, { portfolios: new Map(), today: "" }, { state: "blocking state" }); // prettier-ignore
    const found = await judge(entity, judged, { reader, portfolios: new Map(), now });
    const effects = (spends: boolean): Effect[] => ["destructive", ...(spends ? (["spend"] as const) : [])];
    return {
      ...found,
      effects: effects(found.effects.includes("spend")),
      items: judged.map(({ spends }) => effects(spends)),
      raises: found.raises!.map((raise) => ({ ...raise, path: `${entity.idsParam}[${raise.item}]` })),
      before: current,
    };
  };

/** Returns how much each changed campaign or portfolio could spend on one day before the call, by amount key. */
function ceilingsOf(
  { idField, kind }: SpendingEntity,
  items: readonly JudgedItem[],
  today: string,
  budgetRules: Percentages,
): Record<string, number> {
  if (kind === "portfolio")
    return Object.fromEntries(
      items.flatMap(({ before }) => {
        const amount = before ? portfolioAmount(before) : Infinity;
        return before && amount < Infinity ? [[portfolioRaiseKey(before[idField]), amount] as const] : [];
      }),
    );
  if (kind !== "campaign") return {};
  return Object.fromEntries(
    items.flatMap(({ before }) =>
      // The factor of the profile is not known yet, so the result contains an amount for each possible factor.
      [averageFactor, optedOutFactor].flatMap((dayFactor) => {
        const id = String(before?.[idField]);
        const rates = { dayFactor, percent: budgetRules.get(id) ?? 0 };
        const ceiling = before ? dailyCeiling(before, today, rates) : Infinity;
        return ceiling < Infinity ? [[ceilingKey(id, rates), ceiling] as const] : [];
      }),
    ),
  );
}

/** Returns whether a call lowers a campaign's ceiling. Later raises of the day are compared with the old ceiling. */
const lowersCeiling = ({ kind }: SpendingEntity, items: readonly JudgedItem[], today: string): boolean => {
  const rates = { dayFactor: averageFactor, percent: 0 };
  return (
    kind === "campaign" &&
    items.some(
      ({ before, after }) => before && dailyCeiling(after, today, rates) < dailyCeiling(before, today, rates),
    )
  );
};

interface JudgeContext {
  reader: RecordReader;
  portfolios: ReadonlyMap<string, Dict>;
  now: number;
}

async function judge(
  entity: SpendingEntity,
  items: readonly JudgedItem[],
  { reader, portfolios, now }: JudgeContext,
): Promise<Judgement> {
  const standing = await readStanding(entity, items, reader);
  // The undo of a new negative keyword needs the account. The reader keeps these records for the warnings of the call.
  if (entity.kind === "negative" && items.some(({ before }) => !before))
    await parentWarnings(entity, items, reader);
  const spends = items.some((item) => item.spends);
  const account = spends ? await reader.account() : reader.knownAccount();
  const day = accountDay(account, now);
  const today = day.replaceAll("-", "");
  let budgetRules: Promise<Percentages> | undefined;
  const readBudgetRules = () =>
    (budgetRules ??= entity.product
      ? readBudgetPercentages(reader, entity.product, campaignsWithBudget(entity, items, standing), day)
      : Promise.resolve(new Map()));
  const percentages = {
    budget: spends
      ? await readBudgetRules()
      : lowersCeiling(entity, items, today)
        ? // A call that only lowers amounts must not fail because the rules cannot be read.
          await readBudgetRules().catch((): Percentages => new Map())
        : new Map(),
    bid: spends
      ? await readBidPercentages(reader, campaignsWithBids(entity, items, standing), day)
      : new Map(),
  };
  const context = { entity, standing, portfolios, today, percentages };
  const price = (dayFactor: number) =>
    items.flatMap((item): SpendRaise[] => priceItem(item, { ...context, dayFactor }));
  const raises = price(averageFactor);
  return {
    effects: [spends ? "spend" : "write"],
    items: items.map((item): Effect[] => [item.spends ? "spend" : "write"]),
    reasons: raiseReasons(entity, items),
    raises,
    exactRaises: async () => {
      const dayFactor = await reader.dayFactor();
      const exact = price(dayFactor);
      return entity.kind === "portfolio"
        ? withinCampaigns(exact, { entity, items, reader, day, dayFactor })
        : exact;
    },
    current: Object.assign({}, ...items.map(({ current }) => current)) as Record<string, number>,
    currentPerDay: ceilingsOf(entity, items, today, percentages.budget),
    changes: changesOf(entity, items, standing, reader.knownAccount()),
    warnings: () => parentWarnings(entity, items, reader),
    account: () => reader.account(),
    names: () => ({
      ...reader.names(),
      ...namesById(
        items.map(({ before = {} }) => before),
        entity.idField,
      ),
    }),
    after: items.map(({ after }) => after),
    exposure: async () => {
      const dayFactor = await reader.dayFactor();
      const rates = { today, dayFactor, budgetRules: await readBudgetRules() };
      const bids = await bidsOfChanges(entity, items, reader, day);
      return exposureOf(entity, items, { raises: price(dayFactor), bids }, rates);
    },
    ...batchOutcome,
  };
}
