import type { ConnectorOptions } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { expect } from "vitest";
import { type Case, buildCases } from "./cases.ts";
import { type Verdict, compare, withEnabled } from "./verdict.ts";

type Execute = (entity: string, action: string, params: object) => Promise<unknown>;

const profileId = "2381940675312846";
export const readings = ["replaced", "merged"] as const;
export type Reading = (typeof readings)[number];
export const cases = buildCases();

/** Opens a sandbox with the records of some cases. A small sandbox is fast. */
function open(some: readonly Case[], policy: ConnectorOptions["policy"], nestedUpdates: Reading) {
  const entities: Record<string, object[]> = {};
  for (const one of some)
    for (const [collection, records] of Object.entries(one.entities))
      (entities[collection] ??= []).push(...records);
  const sandbox = amazonAdsSandbox({
    seed: { accounts: [{ profile: { profileId }, entities: entities as never }] },
    rateLimits: false,
    nestedUpdates,
  });
  const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, { ...sandbox.options, policy });
  const account = () => sandbox.state().accounts.find((one) => one.profile.profileId === profileId)!.entities;
  const send = async ({ entity, action, params }: Case): Promise<"sent" | "denied" | "failed"> => {
    try {
      await (ads.execute as unknown as Execute)(entity, action, { profileId, ...params });
      return "sent";
    } catch (error) {
      const { code } = error as { code: string };
      expect(["policy_denied", "upstream_rejected"], (error as Error).message).toContain(code);
      return code === "policy_denied" ? "denied" : "failed";
    }
  };
  return { account, send };
}

export const unlimited = Object.fromEntries(
  ["max_daily_budget", "max_bid", "max_portfolio_budget", "max_effective_bid", "max_day_raise", "max_new_campaigns"].map((cap) => [cap, "unlimited" as const]), // prettier-ignore
);

export interface Run {
  outcome: "sent" | "denied" | "failed";
  verdict: Verdict;
}

/** Sends all cases under a policy, and compares the states of the sandbox before and after. */
export async function run(
  policy: ConnectorOptions["policy"],
  all: readonly Case[],
  reading: Reading,
): Promise<Map<Case, Run>> {
  const runs = new Map<Case, Run>();
  for (let start = 0; start < all.length; start += 30) {
    const some = all.slice(start, start + 30);
    const { account, send } = open(some, policy, reading);
    const before = account();
    const outcomes: Run["outcome"][] = [];
    for (const one of some) outcomes.push(await send(one));
    const after = account();
    const enabled = [withEnabled(before, before), withEnabled(after, before)] as const;
    for (const [index, { family, campaignId }] of some.entries()) {
      const verdict = compare(before, after, family, campaignId);
      const { raised } = compare(...enabled, family, campaignId);
      verdict.raised.push(...raised.map((name) => `if everything is enabled, ${name}`));
      runs.set(some[index]!, { outcome: outcomes[index]!, verdict });
    }
  }
  return runs;
}

/** Returns whether an item of a case has an object, which an update can replace or merge. */
export const hasObject = ({ entity, params }: Case): boolean =>
  // An update of a budget rule sends objects, although its params have none.
  entity === "budget_rules" ||
  (Object.values(params)[0] as object[]).some((item) =>
    Object.values(item).some((value) => typeof value === "object" && !Array.isArray(value)),
  );

/** A caller who is not allowed to spend. */
export const writer: ConnectorOptions["policy"] = { effects: ["read", "write", "destructive"] };
