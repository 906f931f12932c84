import { quoteOthers } from "../../../../core/ground/quote-others.ts";
import type { Dict } from "../../../../core/ground/json.ts";
import { indexRanges } from "../../../../core/policy/index-ranges.ts";
import type { JudgedItem } from "../judge/judge-items.ts";
import { idOf } from "../ground/record-fields.ts";
import type { RecordReader } from "./record-reader.ts";
import { sources } from "../ground/sources.ts";
import type { SpendingEntity } from "../ground/spending-entity.ts";
import { campaignOf } from "./standing.ts";

/**
 * Warns about archived, paused or missing parents of the records that a call creates or starts. Returns no warnings if
 * the parents cannot be read.
 */
export async function parentWarnings(
  { product, kind, itemsParam }: SpendingEntity,
  items: readonly JudgedItem[],
  reader: RecordReader,
): Promise<string[]> {
  if (!product || kind === "campaign" || kind === "portfolio") return [];
  const open = items.filter(({ before, starts }) => !before || starts);
  const records = open.map(({ before, after }) => ({ ...before, ...after }));
  const from = sources[product];
  try {
    const groupIds = kind === "adGroup" ? [] : records.map(({ adGroupId }) => idOf(adGroupId));
    const adGroups = await reader.byIds(from.adGroup!, groupIds);
    const campaignIds = records.map((record) => campaignOf(record, adGroups));
    const campaigns = await reader.byIds(from.campaign!, campaignIds);
    const problems = new Map<string, number[]>();
    const note = (problem: string | undefined, index: number) => {
      if (problem !== undefined) problems.set(problem, [...(problems.get(problem) ?? []), index]);
    };
    for (const [place, { index }] of open.entries()) {
      note(problemOf("campaign", campaignIds[place], campaigns, kind), index);
      note(problemOf("ad group", groupIds[place], adGroups, kind), index);
    }
    return [...problems].map(([problem, indexes]) => `${itemsParam}[${indexRanges(indexes)}]: ${problem}`);
  } catch {
    return [];
  }
}

function problemOf(
  what: string,
  id: string | undefined,
  parents: ReadonlyMap<string, Dict>,
  kind: SpendingEntity["kind"],
): string | undefined {
  if (id === undefined) return undefined;
  const parent = parents.get(id);
  if (!parent) return `this profile has no ${what} ${id}, so Amazon refuses the item.`;
  const named = `${what} ${id} (${quoteOthers(String(parent.name), 60)})`;
  const state = String(parent.state).toUpperCase();
  if (state === "ARCHIVED") return `${named} is permanently archived, so Amazon refuses the item.`;
  // Negative keywords and targets show no ads, so a paused parent makes no difference.
  if (state !== "PAUSED" || kind === "negative") return undefined;
  return `${named} is paused, so no ads are shown until it is enabled.`;
}
