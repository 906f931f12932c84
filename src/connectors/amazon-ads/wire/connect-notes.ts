import type { CheckedAccount } from "../../../core/contract/connect-flow.ts";
import { type Dict, dicts } from "../../../core/ground/json.ts";
import { regionOf } from "./regions.ts";

/** Returns notes for the person who gave consent, for example about a region that could not be checked. */
export function connectNotes(accounts: readonly CheckedAccount[]): string[] {
  const working = accounts.filter(({ check }) => check.status !== "unhealthy");
  const failed = accounts.filter(({ check }) => check.status === "unhealthy");
  const managers = new Map<string, { name: string; linked: Map<string, Dict> }>();
  for (const { check } of working)
    for (const { id, name, accounts: linked } of dicts(check.identity?.managers)) {
      const manager = managers.get(String(id)) ?? { name: String(name), linked: new Map<string, Dict>() };
      managers.set(String(id), manager);
      for (const one of dicts(linked)) manager.linked.set(String(one.id), one);
    }
  const hasProfiles = working.some(({ check }) => dicts(check.identity?.profiles).length > 0);
  return [
    ...[...managers.values()].flatMap(managerNotes),
    ...failed.map(({ config, check }) => {
      const region = regionOf(config?.region ?? "");
      return `The region ${region} could not be checked, so its profiles are not listed: ${check.error?.message ?? "Amazon gave no reason."} Run check again later.`;
    }),
    ...(working.length > 0 && !hasProfiles ? [noProfiles(failed.length > 0)] : []),
  ];
}

function managerNotes({ name, linked }: { name: string; linked: ReadonlyMap<string, Dict> }): string[] {
  const all = [...linked.values()];
  const unusable = all.filter(({ profileId }) => profileId === null);
  const usable = all.length - unusable.length;
  const listed = unusable.slice(0, 5).map((one) => `${String(one.name)} (${String(one.type)})`);
  const more = unusable.length > 5 ? ` and ${unusable.length - 5} more` : "";
  return [
    `The manager account ${name} has ${usable} linked ${usable === 1 ? "account" : "accounts"} with a profile.`,
    ...(unusable.length > 0
      ? [`Not usable, because they have no profile: ${listed.join(", ")}${more}. Accounts of Amazon DSP need a different kind of access.`] // prettier-ignore
      : []),
  ];
}

const noProfiles = (isPartial: boolean): string =>
  `This login has no advertising profiles${isPartial ? " in the regions that were checked" : " in any region"}. Somebody who manages the advertiser's account must give this login the right to edit that account, in the Amazon Ads console. An account without a campaign may have no profile yet.`;
