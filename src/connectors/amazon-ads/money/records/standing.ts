import type { Dict } from "../../../../core/ground/json.ts";
import { isBiddingPath } from "../ground/complete-bidding.ts";
import type { JudgedItem } from "../judge/judge-items.ts";
import type { RecordReader } from "./record-reader.ts";
import { idOf, isEnabled } from "../ground/record-fields.ts";
import { sources } from "../ground/sources.ts";
import type { Product, SpendingEntity } from "../ground/spending-entity.ts";

/** The parents and children of the changed records. They decide how much more the account can spend after a write. */
export interface Standing {
  /** The campaigns as they are before the write, by id. */
  campaigns: ReadonlyMap<string, Dict>;
  adGroups: ReadonlyMap<string, Dict>;
  /** The enabled keywords, targets and themes that can bid after the write, by ad group id. */
  bidders: ReadonlyMap<string, readonly Dict[]>;
  /** The campaigns that have an enabled ad group with an enabled ad and an enabled keyword or target. */
  serving: ReadonlySet<string>;
}

const nothing: Standing = {
  campaigns: new Map(),
  adGroups: new Map(),
  bidders: new Map(),
  serving: new Set(),
};

export async function readStanding(
  entity: SpendingEntity,
  items: readonly JudgedItem[],
  reader: RecordReader,
): Promise<Standing> {
  const { product, kind } = entity;
  const open = items.filter(({ spends }) => spends);
  if (!product || open.length === 0) return nothing;
  const from = sources[product];
  const records = open.map(({ before, after }) => ({ ...before, ...after }));
  if (kind === "campaign") return campaignStanding(from, open, records, reader);

  // A negative target of Sponsored Display has an ad group id, but no campaign id.
  const needsAdGroups =
    ["keyword", "target", "ad"].includes(kind) ||
    records.some(({ campaignId, adGroupId }) => campaignId === undefined && adGroupId !== undefined);
  const named = records.map(({ adGroupId }) => idOf(adGroupId));
  const adGroups = needsAdGroups ? await reader.byIds(from.adGroup!, named) : new Map<string, Dict>();
  const campaignIds = records.map((record) => campaignOf(record, adGroups));
  const campaigns = await reader.byIds(from.campaign!, campaignIds);
  const starting = open.filter(({ starts }) => starts);
  if (starting.length === 0 || kind === "negative") return { ...nothing, adGroups, campaigns };

  const running = [...campaigns.keys()].filter((id) => isEnabled(campaigns.get(id)));
  const bidders = await biddersOf(from, running, reader);
  const [ads, enabledGroups] = [
    await reader.enabledInCampaigns(from.ad, running),
    await reader.enabledInCampaigns(from.adGroup, running),
  ];
  const groupsWithAds = new Set(ads.map(({ adGroupId }) => idOf(adGroupId)));
  const serving = enabledGroups.filter(
    ({ adGroupId }) => groupsWithAds.has(idOf(adGroupId)) && bidders.has(String(adGroupId)),
  );
  return {
    campaigns,
    adGroups: new Map([...enabledGroups.map((one) => [String(one.adGroupId), one] as const), ...adGroups]),
    bidders,
    serving: new Set(serving.map(({ campaignId }) => String(campaignId))),
  };
}

/** Reads the ad groups and bids of campaigns that start, or whose bidding changes. */
async function campaignStanding(
  from: (typeof sources)["sp"],
  open: readonly JudgedItem[],
  records: readonly Dict[],
  reader: RecordReader,
): Promise<Standing> {
  const bids = ({ starts, opened }: JudgedItem) => starts || opened.some(isBiddingPath);
  const ids = records.flatMap(({ campaignId }, index) =>
    bids(open[index]!) ? (idOf(campaignId) ?? []) : [],
  );
  const campaigns = new Map(
    open.flatMap(({ before }) => (before ? [[String(before.campaignId), before]] : [])),
  );
  if (ids.length === 0) return { ...nothing, campaigns };
  return { campaigns, ...(await biddersIn(from, ids, reader)), serving: new Set() };
}

/** Reads the enabled ad groups of campaigns, and their enabled keywords, targets and themes. */
export const readBidders = (
  product: Product,
  campaignIds: readonly string[],
  reader: RecordReader,
): Promise<Pick<Standing, "adGroups" | "bidders">> => biddersIn(sources[product], campaignIds, reader);

async function biddersIn(from: (typeof sources)["sp"], ids: readonly string[], reader: RecordReader) {
  const groups = await reader.enabledInCampaigns(from.adGroup, ids);
  return {
    adGroups: new Map(groups.map((group) => [String(group.adGroupId), group] as const)),
    bidders: await biddersOf(from, ids, reader),
  };
}

async function biddersOf(
  from: (typeof sources)["sp"],
  ids: readonly string[],
  reader: RecordReader,
): Promise<Map<string, Dict[]>> {
  const found = [
    ...(await reader.enabledInCampaigns(from.keyword, ids)),
    ...(await reader.enabledInCampaigns(from.target, ids)),
    ...(await reader.enabledInCampaigns(from.theme, ids)),
  ];
  const groups = new Map<string, Dict[]>();
  for (const one of found) {
    const group = String(one.adGroupId);
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  return groups;
}

/** Returns the campaign id of a record, or of its ad group if the record has none. */
export const campaignOf = (record: Dict, adGroups: ReadonlyMap<string, Dict>): string | undefined =>
  idOf(record.campaignId) ?? idOf(adGroups.get(String(record.adGroupId))?.campaignId);
