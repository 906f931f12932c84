import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, at, dicts } from "../../../core/ground/json.ts";
import { runBatch } from "../resources/run-batch.ts";
import { adGroups, children, type Kind } from "./kinds.ts";
import type { Plan } from "./plan-copy.ts";

const maxItems = 1000;

interface Failure {
  kind: string;
  record: string;
  reason: string;
  message?: unknown;
}

/**
 * Creates the campaign, its ad groups, and what they contain. If the campaign exists, an error ends the copy but not the
 * call: the result says what exists, and has the call that continues the copy.
 */
export async function createCopy(params: Dict, context: RunContext): Promise<RunResult> {
  const { plan: planned, profileId, ...given } = params;
  const plan = planned as Plan;
  const profile = profileId === undefined ? {} : { profileId };
  const created: Record<string, string[]> = {};
  const failed: Failure[] = [];
  const groups = new Map(Object.entries(plan.adGroupIds));
  const { campaignId, meta } = await campaignOf(plan, given, profile, context);

  /** Creates the records of one kind. Returns false if no further request makes sense. */
  async function createAll(kind: Kind): Promise<boolean> {
    const items = (plan.parts[kind.key] ?? []).flatMap((item) => {
      const { adGroupId: copied, ...fields } = item;
      if (kind === adGroups || kind.inCampaign) return [{ item: { ...fields, campaignId }, copied }];
      const adGroupId = groups.get(String(copied));
      if (adGroupId !== undefined) return [{ item: { ...fields, campaignId, adGroupId }, copied }];
      failed.push({ kind: kind.key, record: kind.textOf(item), reason: "AD_GROUP_NOT_CREATED" });
      return [];
    });
    for (let start = 0; start < items.length; start += maxItems) {
      const some = items.slice(start, start + maxItems);
      const fail = (index: number, reason: string, message: unknown) =>
        failed.push({ kind: kind.key, record: kind.textOf(some[index]!.item), reason, message });
      try {
        const batch = { ...profile, [kind.key]: some.map(({ item }) => item) };
        const { data } = await runBatch(context, `${kind.operations}.create`, batch);
        for (const { index, id } of [...dicts(at(data, "succeeded")), ...dicts(at(data, "unchanged"))]) {
          if (typeof id !== "string") continue;
          (created[kind.key] ??= []).push(id);
          if (kind === adGroups) groups.set(String(some[Number(index)]!.copied), id);
        }
        for (const { index, reason, message } of dicts(at(data, "failed")))
          fail(Number(index), String(reason), message);
        for (const { index } of dicts(at(data, "unknown"))) fail(Number(index), "UNKNOWN", undefined);
      } catch (error) {
        if (!ConnectorError.is(error) || error.code === "aborted") throw error;
        const reason = error.outcome === "not_started" ? error.code : "UNKNOWN";
        for (const index of some.keys()) fail(index, reason, index === 0 ? error.message : undefined);
        // Amazon refused all items of this batch. Other errors would also end the next requests.
        if (error.code !== "upstream_rejected") return false;
      }
    }
    return true;
  }

  for (const kind of [adGroups, ...children]) if (!(await createAll(kind))) break;
  const next = { entity: "sponsored_product_campaigns", action: "copy", params: { ...given, ...profile, intoCampaignId: campaignId } }; // prettier-ignore
  return {
    data: { campaignId, created, failed, notCopied: plan.notCopied, ...(failed.length > 0 ? { next } : {}) },
    meta: {
      ...meta,
      ...(failed.length > 0
        ? {
            warnings: [
              "The copy is not complete: see data.failed. The campaign is paused. The call in data.next creates only what is missing.",
            ],
          }
        : {}),
    },
  };
}

async function campaignOf(plan: Plan, given: Dict, profile: Dict, context: RunContext) {
  if (!plan.campaign) return { campaignId: String(given.intoCampaignId), meta: {} };
  const { data, meta } = await runBatch(context, "sp.campaigns.create", {
    ...profile,
    campaigns: [plan.campaign],
  });
  const id = dicts(at(data, "succeeded"))[0]?.id ?? dicts(at(data, "unchanged"))[0]?.id;
  if (typeof id === "string") return { campaignId: id, meta: meta ?? {} };
  throw new ConnectorError(
    "upstream_invalid_response",
    "Amazon Ads does not say if it created the campaign.",
    {
      outcome: "unknown",
      hint: "Look for the name with sponsored_product_campaigns.list. If the campaign exists, pass its id as intoCampaignId.",
    },
  );
}
