import type { ConnectorDefinition } from "../contract/definition.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { fold, sameName } from "../ground/similar-names.ts";
import { typesOf } from "../schema/json-schema.ts";

// What callers mean by the name of a param that the action does not have.

/** Spellings of core's own params that models bring from other APIs. */
const controlAliases = new Map([
  ["maxresults", "limit"],
  ["pagesize", "limit"],
  ["perpage", "limit"],
  ["count", "limit"],
  ["pagetoken", "cursor"],
  ["nexttoken", "cursor"],
  ["nextcursor", "cursor"],
  ["nextpagetoken", "cursor"],
  ["selectfields", "fields"],
]);

/** Is this a name of the page cursor? */
export const meansCursor = (name: string): boolean =>
  fold(name) === "cursor" || controlAliases.get(fold(name)) === "cursor";

type Properties = Readonly<Record<string, JsonSchema>>;

/**
 * The param that a name means, with its value as that param takes it; undefined where none is meant. A second meaning of an
 * alias is for reads alone: what changes something must not hit something else.
 */
export function otherName(
  key: string,
  value: unknown,
  properties: Properties,
  aliases: NonNullable<ConnectorDefinition["paramAliases"]>,
  reads: boolean,
): { name: string; value: unknown } | undefined {
  const names = Object.keys(properties);
  const folded = fold(key);
  const known = Object.hasOwn(aliases, folded) ? [aliases[folded]].flat() : [];
  const own = reads ? known : known.slice(0, 1);
  const name = [sameName(key, names), controlAliases.get(folded), ...own].find(
    (one) => one !== undefined && names.includes(one),
  );
  return name === undefined ? otherNumber(key, value, properties) : { name, value };
}

/** `user` for `users`, and `channels` with one entry for `channel`. */
function otherNumber(
  key: string,
  value: unknown,
  properties: Properties,
): { name: string; value: unknown } | undefined {
  const names = Object.keys(properties);
  const isList = (name: string) => typesOf(properties[name]!).includes("array");
  const plural = sameName(`${key}s`, names);
  // A text that is one entry: a name may have commas in it.
  if (plural !== undefined && isList(plural))
    return { name: plural, value: typeof value === "string" && !value.startsWith("[") ? [value] : value };
  const singular = key.endsWith("s") ? sameName(key.slice(0, -1), names) : undefined;
  if (singular === undefined || isList(singular)) return undefined;
  if (!Array.isArray(value)) return { name: singular, value };
  return value.length === 1 ? { name: singular, value: value[0] } : undefined;
}
