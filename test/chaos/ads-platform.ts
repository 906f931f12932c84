import { systemClock } from "agent-connectors/toolkit";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { listen } from "../../sandbox/listen.ts";
import { createRandomMoment, type RandomMoment } from "./random-moment.ts";

/** A simulated Amazon Ads on a separate port, which keeps running when the service is killed. */
export interface AdsPlatform {
  url: string;
  credentials: object;
  profiles: readonly string[];
  /**
   * Returns how much more, in USD, the profile's campaigns could spend on one day than at the start. Counts the highest
   * budget that each campaign had. Amazon allows a campaign to spend twice its daily budget on one day.
   */
  raisedOf(profileId: string): number;
  /** Returns the number of campaigns with this name. */
  named(name: string): number;
  /** Calls a function at a random moment during a write. */
  atRandomMoment: RandomMoment["act"];
  close(): Promise<void>;
}

export const campaignsPerProfile = 120;
/** The daily budget of each campaign at the start. */
export const startBudget = 10;

export const campaignIdOf = (profileId: string, index: number): string =>
  `${profileId}${String(index).padStart(3, "0")}`;

interface Item {
  campaignId?: string;
  budget?: { budget: number };
}

export async function openAdsPlatform(profileCount: number): Promise<AdsPlatform> {
  const profiles = Array.from({ length: profileCount }, (_, index) => String(5_000_000_000 + index));
  const sandbox = amazonAdsSandbox({
    clock: systemClock,
    rateLimits: false,
    seed: {
      accounts: profiles.map((profileId) => ({
        profile: { profileId, timezone: "UTC" },
        entities: { "sp/campaigns": campaignsOf(profileId) },
      })),
    },
  });
  /** The highest budget of each changed or new campaign, by profile and campaign. */
  const highest = new Map(profiles.map((profileId) => [profileId, new Map<string, number>()]));
  const moment = createRandomMoment();
  const server = await listen(async (request) => {
    const isWrite = new URL(request.url).pathname === "/sp/campaigns";
    if (!isWrite) return sandbox.fetch(request);
    moment.reached("arrives");
    const { campaigns } = (await request.clone().json()) as { campaigns: Item[] };
    const response = await sandbox.fetch(request);
    const answer = (await response.clone().json()) as {
      campaigns?: { success: (Item & { index: number })[] };
    };
    const budgets = highest.get(request.headers.get("amazon-advertising-api-scope")!)!;
    for (const { index, campaignId } of answer.campaigns?.success ?? []) {
      const budget = campaigns[index]!.budget!.budget;
      budgets.set(campaignId!, Math.max(budget, budgets.get(campaignId!) ?? 0));
    }
    moment.reached("is done");
    return response;
  });
  return {
    url: server.url,
    credentials: sandbox.credentials,
    profiles,
    raisedOf(profileId) {
      const seeded = new Set(campaignsOf(profileId).map(({ campaignId }) => campaignId));
      const raises = [...highest.get(profileId)!].map(
        ([id, budget]) => budget - (seeded.has(id) ? startBudget : 0),
      );
      return raises.reduce((sum, raise) => sum + 2 * Math.max(0, raise), 0);
    },
    named: (name) =>
      sandbox
        .state()
        .accounts.flatMap(({ entities }) => entities["sp/campaigns"].filter((one) => one.name === name))
        .length,
    atRandomMoment: moment.act,
    close: () => server.close(),
  };
}

const campaignsOf = (profileId: string) =>
  Array.from({ length: campaignsPerProfile }, (_, index) => ({
    campaignId: campaignIdOf(profileId, index),
    name: `Campaign ${index}`,
    targetingType: "MANUAL",
    budget: { budget: startBudget, budgetType: "DAILY" },
    dynamicBidding: { strategy: "LEGACY_FOR_SALES", placementBidding: [] },
    startDate: "2020-01-01",
  }));
