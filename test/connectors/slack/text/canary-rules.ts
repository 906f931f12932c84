import { type Dict, isDict } from "../../../../src/core/ground/json.ts";
import type { Fate, Planter } from "./canary-planter.ts";

/**
 * What happens to the value of a key: its words get a fate, the value is kept as it is, or a function plants the words.
 * The general rules of an object apply to the objects inside as well.
 */
export type Rule = Fate | "keep" | ((value: unknown, owner: Dict, planter: Planter) => unknown);
/** The rule of each key. A key without a rule has the rule `*`, or `seen` if there is no rule `*`. */
export type Rules = Readonly<Record<string, Rule>>;

export type PlantValue = Exclude<Rule, string>;

/** Gives the same rule to several keys. */
export const rule = (given: Rule, keys: string): Rules =>
  Object.fromEntries(
    keys
      .trim()
      .split(/\s+/)
      .map((key) => [key, given]),
  );

/** Plants words in an object. `nested` plants words in the objects inside, by default with the same rules. */
export function plantObject(
  owner: Dict,
  rules: Rules,
  planter: Planter,
  nested: (item: Dict) => unknown = (item) => plantObject(item, rules, planter),
): Dict {
  const plant = (key: string, value: unknown) => {
    const found = (Object.hasOwn(rules, key) ? rules[key] : undefined) ?? rules["*"] ?? "seen";
    if (found === "keep") return planter.keep(value);
    if (typeof found === "function") return found(value, owner, planter);
    return planter.as(found, () => plantAny(value, nested, planter));
  };
  return Object.fromEntries(
    Object.entries(owner).map(([key, value]) => [key, planter.at(key, () => plant(key, value))]),
  );
}

/** Plants words in a value of which nothing is known. */
export function plantAny(value: unknown, plant: (item: Dict) => unknown, planter: Planter): unknown {
  if (typeof value === "string") {
    if (/^[UWCSTB](?=[A-Z]*\d)[A-Z0-9]{5,}$/.test(value)) return planter.id(value);
    return /^https?:\/\/\S*$/.test(value) ? planter.url(value) : planter.text(value);
  }
  if (Array.isArray(value))
    return value.map((item, index) => planter.at(index, () => plantAny(item, plant, planter)));
  return isDict(value) ? plant(value) : value;
}

/** Plants words in an object, or in each object of a list. */
export const each =
  (plant: (item: Dict, planter: Planter) => unknown): PlantValue =>
  (value, _owner, planter) =>
    Array.isArray(value)
      ? value.map((item, index) => planter.at(index, () => (isDict(item) ? plant(item, planter) : item)))
      : isDict(value)
        ? plant(value, planter)
        : value;
export const object = (rules: Rules): PlantValue =>
  each((item, planter) => plantObject(item, rules, planter));

export const isThere = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== "";
/** Returns a rule that gives a value this fate if one of the other keys has a value. */
export const beside =
  (keys: string, fate: Fate, otherwise: PlantValue): PlantValue =>
  (value, owner, planter) =>
    keys.split(" ").some((key) => isThere(owner[key]))
      ? planter.as(fate, () => otherwise(value, owner, planter))
      : otherwise(value, owner, planter);
export const always =
  (fate: Fate, plant: PlantValue): PlantValue =>
  (value, owner, planter) =>
    planter.as(fate, () => plant(value, owner, planter));

/** A string without Slack's tokens. */
export const literal: PlantValue = (value, _owner, planter) =>
  typeof value === "string" ? planter.literal(value) : value;
export const id: PlantValue = (value, _owner, planter) => {
  const one = (item: unknown) => (typeof item === "string" ? planter.id(item) : item);
  return Array.isArray(value) ? value.map(one) : one(value);
};
/** A string that is seen, and that a unique word cannot replace. */
export const shown: PlantValue = (value, _owner, planter) =>
  typeof value === "string" ? planter.show(value) : value;
export const number: PlantValue = (value, _owner, planter) =>
  typeof value === "number" ? planter.number() : value;
export const time: PlantValue = (value, _owner, planter) => planter.time(value);
const url: PlantValue = (value, _owner, planter) => (typeof value === "string" ? planter.url(value) : value);
/** The address of something that is seen as a text. A reader may tell the address, but does not have to. */
export const link = always("maybe", url);
/** The address of a text. The address is seen if there is no text. */
export const linkUnless = (text: string): PlantValue => beside(text, "maybe", url);
