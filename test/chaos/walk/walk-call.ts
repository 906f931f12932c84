import type { AmazonAdsState } from "../../../sandbox/amazon-ads/snapshot.ts";
import type { Collection, Fields } from "../../../sandbox/amazon-ads/types.ts";
import type { Random } from "../random.ts";
import { anyDate, near } from "./walk-values.ts";
import type { Product } from "./walk-world.ts";

// Builds random calls of write actions. Their values are near the values of the current records.

export interface Standing {
  random: Random;
  product: Product;
  entities: AmazonAdsState["accounts"][number]["entities"];
  /** A text that no earlier call of the walk has used. */
  unique: string;
}

/** Returns the params of a call. Undefined if the account has no record that the call needs. */
export type RandomCall = (standing: Standing) => Fields | undefined;

export type RandomCalls = Readonly<Record<string, RandomCall>>;

/** Returns a new value of a field of a record. */
export type Change = (standing: Standing, record: Fields) => unknown;

/** Returns random records of a collection, seldom archived ones. */
export function some({ random, entities }: Standing, collection: Collection, most: number): Fields[] {
  const all = entities[collection].filter(({ state }) => state !== "ARCHIVED" || random.chance(0.05));
  const picked = Array.from({ length: 1 + random.below(most) }, () => all[random.below(all.length)]);
  return [...new Set(picked.filter((each) => each !== undefined))];
}

export const one = (standing: Standing, collection: Collection): Fields | undefined =>
  some(standing, collection, 1)[0];

/**
 * Changes one or two fields of up to three records, and most often the last field. `field`: the field with the id, if it
 * differs from the param.
 */
export const update =
  (
    collection: Collection,
    [itemsParam, id, field = id]: readonly [itemsParam: string, id: string, field?: string],
    changes: Readonly<Record<string, Change>>,
  ): RandomCall =>
  (standing) => {
    const { random } = standing;
    const names = Object.keys(changes);
    names.push(names.at(-1)!, names.at(-1)!);
    const items = some(standing, collection, 3).map((record) => {
      const chosen = new Set([random.pick(names), ...(random.chance(0.3) ? [random.pick(names)] : [])]);
      const values = [...chosen].map((name) => [name, changes[name]!(standing, record)] as const);
      return { [id]: record[field], ...Object.fromEntries(values) };
    });
    return items.length > 0 ? { [itemsParam]: items } : undefined;
  };

/** Creates a record in a random record of the collection `parent`. */
export const create =
  (
    parent: Collection,
    itemsParam: string,
    fieldsOf: (standing: Standing, parent: Fields) => Fields | undefined,
  ): RandomCall =>
  (standing) => {
    const within = one(standing, parent);
    const fields = within && fieldsOf(standing, within);
    return fields && { [itemsParam]: [fields] };
  };

/** Lowers or raises amounts of up to two records, or of all records in them, by percent. */
export const byPercent =
  (collection: Collection, id: string): RandomCall =>
  (standing) => {
    const ids = some(standing, collection, 2).map((record) => record[id]);
    return ids.length > 0
      ? { [`${id}s`]: ids, percent: standing.random.pick([-50, -20, -10, -1, 10]) }
      : undefined;
  };

/** Nearly every new record is paused, because an enabled one counts as spending. */
export const newState = ({ random, product }: Standing): string => {
  const state = random.chance(0.15) ? "ENABLED" : "PAUSED";
  return product === "sd" ? state.toLowerCase() : state;
};
export const upperState: Change = ({ random }) => random.pick(["ENABLED", "PAUSED"]);
export const lowerState: Change = ({ random }) => random.pick(["enabled", "paused"]);
export const name: Change = ({ unique }) => `Renamed ${unique}`;
export const bid: Change = ({ random }, record) => near(random, record.bid);
export const defaultBid: Change = ({ random }, record) => near(random, record.defaultBid);
export const budget: Change = ({ random }, record) => near(random, record.budget);
export const date: Change = ({ random }) => anyDate(random);
export const dateOrNone: Change = ({ random }) => (random.chance(0.3) ? null : anyDate(random));
export const portfolioId: Change = ({ random, entities }) =>
  random.chance(0.3) ? null : random.pick(entities.portfolios).portfolioId;
export const parentsOf = ({ campaignId, adGroupId }: Fields): Fields => ({ campaignId, adGroupId });
