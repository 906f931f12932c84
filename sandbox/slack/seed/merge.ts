import { optionTypes, readOptions, type OptionType } from "../../../src/core/ground/read-options.ts";
import { listOf, recordWith } from "../../options.ts";
import type { Seed, SeedChanges } from "../types.ts";

const byId = listOf(recordWith("id"));
const lists: OptionType = {
  says: "an object with a list for each channel's id",
  is: (value) => optionTypes.object.is(value) && Object.values(value as object).every(Array.isArray),
};
const parts = {
  team: optionTypes.object,
  teams: byId,
  users: byId,
  channels: byId,
  messages: lists,
  pins: lists,
  bookmarks: byId,
  files: byId,
  bots: byId,
  usergroups: byId,
  reminders: byId,
  stars: listOf(optionTypes.object),
  emoji: optionTypes.object,
  profile: optionTypes.object,
  tokens: optionTypes.object,
} satisfies Record<keyof Seed, OptionType>;

/** Throws ConnectorError `config_error` for an unknown part, or for a record without an id. */
export const checkSeed = (changes: unknown): void => void readOptions(changes, parts, "seed", "seed.");

/**
 * Merges changes into a seed. Merges objects. In lists, merges records with the same id or `ts`, and adds all
 * other records. Replaces all other values.
 */
export function mergeSeed(seed: Seed, changes: SeedChanges | undefined): Seed {
  return changes ? (merge(seed, changes) as Seed) : seed;
}

function merge(value: unknown, change: unknown): unknown {
  if (change === undefined) return value;
  if (isRecord(value) && isRecord(change)) {
    const merged: Record<string, unknown> = { ...value };
    for (const [name, part] of Object.entries(change)) merged[name] = merge(value[name], part);
    return merged;
  }
  if (
    Array.isArray(value) &&
    Array.isArray(change) &&
    change.length > 0 &&
    change.every((item) => keyOf(item) !== undefined)
  ) {
    const merged: unknown[] = [...value];
    for (const item of change) {
      const index = merged.findIndex((other) => keyOf(other) === keyOf(item));
      if (index < 0) merged.push(structuredClone(item));
      else merged[index] = merge(merged[index], item);
    }
    return merged;
  }
  return structuredClone(change);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const keyOf = (item: unknown): unknown => (isRecord(item) ? (item["id"] ?? item["ts"]) : undefined);
