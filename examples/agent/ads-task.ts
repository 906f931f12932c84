import { read } from "./read.ts";
import type { Script } from "./task.ts";

/** The largest daily budget, including raises by budget rules, and the largest raise in percent. */
export const caps = { max_daily_budget: { USD: 120 }, max_change_percent: 50 };

export const adsTask =
  "In the US seller profile, find the Sponsored Products campaign that sold most from 2026-03-01 to 2026-03-08 " +
  "and triple its daily budget, or raise it as far as you may. Answer with one line.";

interface Profile {
  profileId: string;
  countryCode: string;
  accountInfo: { type: string };
}
interface Campaign {
  campaignId: string;
  name: string;
  budget: { budget: number };
}

/** A scripted model that does the task. The first budget is too high, and the error says how much is allowed. */
export function* adsScript(): Script {
  const profiles = data<Profile[]>(yield call("profiles", "list", {}));
  const profile = profiles.find(
    ({ countryCode, accountInfo }) => countryCode === "US" && accountInfo.type === "seller",
  );
  if (!profile) return "There is no US seller profile.";
  const { profileId } = profile;
  const campaigns = data<Campaign[]>(
    yield call("sponsored_product_campaigns", "list", { profileId, states: ["ENABLED"], limit: 50 }),
  );
  const report = data<{ campaignId: string; sales14d: number }[]>(
    yield call("reports", "run", {
      profileId,
      reportTypeId: "spCampaigns",
      startDate: "2026-03-01",
      endDate: "2026-03-08",
      columns: ["campaignId", "cost", "sales14d"],
      sumBy: ["campaignId"],
      sortBy: "sales14d",
      top: 3,
    }),
  );
  const best = campaigns.find(({ campaignId }) => campaignId === report[0]?.campaignId);
  if (!best) return "The report names no campaign that is running.";
  const { campaignId, name } = best;
  const raise = (budget: number) => [{ campaignId, budget: { budget, budgetType: "DAILY" } }];
  const refused = JSON.parse(
    yield call("sponsored_product_campaigns", "update", {
      profileId,
      campaigns: raise(best.budget.budget * 3),
    }),
  );
  const { code, hint } = refused.error ?? refused;
  const most = Number(/at most (\d+(?:\.\d+)?)/.exec(hint)?.[1]);
  if (code !== "cap_exceeded" || !most) return "The proposal was not refused by a cap.";
  yield call("sponsored_product_campaigns", "update", { profileId, campaigns: raise(most) });
  const now = data<Campaign>(yield call("sponsored_product_campaigns", "get", { profileId, campaignId }));
  return `${name} sold most; its daily budget went from ${best.budget.budget} to ${now.budget.budget}.`;
}

const call = (entity: string, action: string, params: Record<string, unknown>) => ({
  entity,
  action,
  params,
});
const data = <T>(text: string): T => read<T>(text).data;
