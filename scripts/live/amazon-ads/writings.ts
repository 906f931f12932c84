import { type Dict, at } from "../../../src/core/ground/json.ts";
import type { Behaviour } from "../behaviour.ts";
import { type Finding, NotTried, compared, findingOf } from "../finding.ts";
import { type AdsAccount, accepted, listAt } from "./account.ts";

const media = "spCampaign.v3";

async function readCampaign({ place, send }: AdsAccount): Promise<Dict> {
  if (place === undefined) throw new NotTried("The check needs the option --campaign.");
  const json = { campaignIdFilter: { include: [place] } };
  const [campaign] = listAt(
    accepted(await send({ to: "POST /sp/campaigns/list", media, json })),
    "campaigns",
  );
  if (!campaign) throw new NotTried("The profile has no such campaign of Sponsored Products.");
  return campaign;
}

/** Returns whether Amazon reports success. */
async function change({ place, send }: AdsAccount, fields: Dict): Promise<boolean> {
  const json = { campaigns: [{ campaignId: place, ...fields }] };
  const body = accepted(await send({ to: "PUT /sp/campaigns", media, json }));
  return listAt(body, "campaigns.success").length === 1;
}

/**
 * Calls `look` with the named campaign, which must be paused. Then gives the field `restored` its old value, even if
 * `look` throws.
 */
async function withPausedCampaign(
  account: AdsAccount,
  restored: string,
  look: (campaign: Dict) => Promise<Finding>,
): Promise<Finding> {
  const campaign = await readCampaign(account);
  if (campaign.state !== "PAUSED") throw new NotTried("The campaign is not paused.");
  const finding = await look(campaign).catch(findingOf);
  const back = await change(account, { [restored]: campaign[restored] ?? null }).catch(() => false);
  return { ...finding, seen: { ...finding.seen, restored: back } };
}

/** Checks that change the named campaign. The campaign stays paused. */
export const adsWritings: readonly Behaviour<AdsAccount>[] = [
  {
    id: "amazon-ads/nested-update",
    assumed:
      "An update replaces an object inside a campaign, such as `dynamicBidding`, as a whole. The connector always sends the complete object, so its updates also work if Amazon merges the objects.",
    usedIn: "src/connectors/amazon-ads/money/ground/complete-bidding.ts",
    sends: "`PUT /sp/campaigns` with a placement, and again without it. Then the old value",
    reads: "After the second update, the campaign has no adjustment for a placement.",
    writes: true,
    check: (account) =>
      withPausedCampaign(account, "dynamicBidding", async (campaign) => {
        const strategy = at(campaign, "dynamicBidding.strategy");
        const placementBidding = [{ placement: "PLACEMENT_TOP", percentage: 10 }];
        await change(account, { dynamicBidding: { strategy, placementBidding } });
        const before = listAt(await readCampaign(account), "dynamicBidding.placementBidding").length;
        if (before === 0) throw new NotTried("Amazon did not keep the adjustment.");
        await change(account, { dynamicBidding: { strategy } });
        const after = listAt(await readCampaign(account), "dynamicBidding.placementBidding").length;
        return compared(after === 0, { placements_before: before, placements_after: after });
      }),
  },
  {
    id: "amazon-ads/unknown-field",
    assumed: "Amazon ignores an unknown field of an update and reports success.",
    usedIn: "src/connectors/amazon-ads/resources/run-batch.ts",
    sends: "`PUT /sp/campaigns` with the unknown field `status`, and with the current name",
    reads: "Amazon reports success.",
    writes: true,
    check: (account) =>
      withPausedCampaign(account, "name", async ({ name }) => {
        const success = await change(account, { name, status: "PAUSED" });
        return compared(success, { success });
      }),
  },
  {
    id: "amazon-ads/leave-portfolio",
    assumed: "An update with `portfolioId: null` takes a campaign out of its portfolio.",
    usedIn: "src/connectors/amazon-ads/entities/sponsored_product_campaigns.ts",
    sends: "`PUT /sp/campaigns` with `portfolioId: null`. Then the old value",
    reads: "After the update, the campaign has no `portfolioId`.",
    writes: true,
    check: (account) =>
      withPausedCampaign(account, "portfolioId", async (campaign) => {
        if (typeof campaign.portfolioId !== "string") throw new NotTried("The campaign is in no portfolio.");
        await change(account, { portfolioId: null });
        const left = typeof (await readCampaign(account)).portfolioId !== "string";
        return compared(left, { left });
      }),
  },
];
