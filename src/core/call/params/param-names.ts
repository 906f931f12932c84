import type { ConnectorDefinition } from "../../contract/definition.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { foldName, sameName } from "../../ground/similar-names.ts";
import { typesOf } from "../../schema/json-schema.ts";

/** Names from other APIs that models use for control params such as `limit`. The keys are results of `foldName`. */
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

export const meansCursor = (name: string): boolean =>
  foldName(name) === "cursor" || controlAliases.get(foldName(name)) === "cursor";

type Properties = Readonly<Record<string, JsonSchema>>;

/**
 * Finds the param that the caller meant by an unknown name, and converts the value for that param. An alias can mean
 * several params. For a read action, all these params are tried. For a write action, only the first is tried, so that
 * the action never changes the wrong thing.
 */
export function matchParamName(
  key: string,
  value: unknown,
  properties: Properties,
  aliases: NonNullable<ConnectorDefinition["paramAliases"]>,
  reads: boolean,
): { name: string; value: unknown } | undefined {
  const names = Object.keys(properties);
  const folded = foldName(key);
  const known = Object.hasOwn(aliases, folded) ? [aliases[folded]].flat() : [];
  const meanings = reads ? known : known.slice(0, 1);
  const name = [sameName(key, names), controlAliases.get(folded), ...meanings].find(
    (one) => one !== undefined && names.includes(one),
  );
  return name === undefined ? matchSingularOrPlural(key, value, properties) : { name, value };
}

/**
 * Matches `user` to the param `users`. Matches `channels` to the param `channel`, unless the value is a list of
 * several entries.
 */
function matchSingularOrPlural(
  key: string,
  value: unknown,
  properties: Properties,
): { name: string; value: unknown } | undefined {
  const names = Object.keys(properties);
  const isList = (name: string) => typesOf(properties[name]!).includes("array");
  const plural = sameName(`${key}s`, names);
  // Text becomes a list with one entry. The text is not split at commas, because a name can contain commas.
  if (plural !== undefined && isList(plural))
    return { name: plural, value: typeof value === "string" && !value.startsWith("[") ? [value] : value };
  const singular = key.endsWith("s") ? sameName(key.slice(0, -1), names) : undefined;
  if (singular === undefined || isList(singular)) return undefined;
  if (!Array.isArray(value)) return { name: singular, value };
  return value.length === 1 ? { name: singular, value: value[0] } : undefined;
}
