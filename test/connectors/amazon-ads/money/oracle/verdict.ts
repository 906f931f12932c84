import { type Entities, type Picture, pictureOf } from "./campaign-picture.ts";
import { type Family, factorIn } from "./shopper-segments.ts";

// Compares two states of the sandbox, and finds out whether the account can spend more.

type Fields = Record<string, unknown>;

/** The names of what a campaign could spend, by direction. */
export interface Verdict {
  raised: string[];
  lowered: string[];
}

/** Compares what one campaign could spend in two states. */
export function compare(before: Entities, after: Entities, family: Family, campaignId: string): Verdict {
  const [from, to] = [pictureOf(before, family, campaignId), pictureOf(after, family, campaignId)];
  const verdict: Verdict = { raised: [], lowered: [] };
  const judge = (name: string, old: number, now: number) => {
    if (now > old) verdict.raised.push(`${name}: ${old} -> ${now}`);
    else if (now < old) verdict.lowered.push(name);
  };
  for (const name of namesOf(from.amounts, to.amounts))
    judge(name, from.amounts.get(name) ?? 0, to.amounts.get(name) ?? 0);
  for (const id of namesOf(from.bids, to.bids))
    for (const segment of namesOf(from.segments, to.segments))
      judge(`bid of ${id} for ${segment}`, bidIn(from, id, segment), bidIn(to, id, segment));
  for (const [name, setting] of to.settings) {
    const isKnown = from.settings.has(name);
    if (isKnown && from.settings.get(name) !== setting) verdict.raised.push(name);
  }
  if (to.bids.size > 0)
    for (const id of from.negatives)
      if (!to.negatives.has(id)) verdict.raised.push(`ads past negative ${id}`);
  if (from.bids.size > 0)
    for (const id of to.negatives)
      if (!from.negatives.has(id)) verdict.lowered.push(`ads past negative ${id}`);
  return verdict;
}

const namesOf = (...maps: readonly ReadonlyMap<string, unknown>[]): Set<string> =>
  new Set(maps.flatMap((map) => [...map.keys()]));

const bidIn = ({ bids, segments }: Picture, id: string, segment: string): number =>
  (bids.get(id) ?? 0) * (factorIn(segments, segment) ?? 0);

/**
 * Enables all paused records that `known` contains. An earlier request that arrives later can enable these records, so
 * a request must not raise what they could spend, even if it pauses them. New records stay paused, because nobody else
 * knows their ids.
 */
export function withEnabled(all: Entities, known: Entities): Entities {
  const enabled = Object.entries(all).map(([collection, records]) => {
    const idField = idFields[collection.split("/")[1] ?? ""];
    if (idField === undefined) return [collection, records];
    const ids = new Set((known[collection as keyof Entities] as Fields[]).map((one) => one[idField]));
    const isPaused = (one: Fields) => one.state === "PAUSED" && ids.has(one[idField]);
    return [collection, records.map((one) => (isPaused(one) ? { ...one, state: "ENABLED" } : one))];
  });
  return Object.fromEntries(enabled) as Entities;
}

/** The ids of the records that a request can enable. A negative keyword stops ads while it is enabled. */
const idFields: Readonly<Record<string, string>> = {
  campaigns: "campaignId",
  adGroups: "adGroupId",
  productAds: "adId",
  ads: "adId",
  keywords: "keywordId",
  targets: "targetId",
  themes: "themeId",
};
