import type { JsonSchema } from "../core/contract/json-schema.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { cleanText } from "./clean-text.ts";
import { type ActionOverlay, matcher, type Overlay } from "./overlay.ts";

/**
 * Sets the texts of params, and replaces and adds whole params, as the overlay says. With `ownTexts`, removes the texts
 * of the source.
 * @throws ConnectorError `config_error` if a text is missing, or is for a param that does not exist
 */
export function withTexts(
  schema: JsonSchema,
  { ownTexts = false, params: shared = {} }: Overlay,
  { params: own = {}, keep, required: needed = [], description }: ActionOverlay,
  full: string,
): JsonSchema {
  if (ownTexts && description === undefined)
    throw new ConnectorError("config_error", `The overlay has no description of ${full}.`, {
      path: `overlay.actions.${full}.description`,
      hint: "With ownTexts, each action needs a description.",
    });
  const { properties: given = {}, required = [], ...rest } = schema;
  const added = Object.entries(own).filter(
    ([name, one]) => typeof one === "object" && !Object.hasOwn(given, name),
  );
  const all = { ...given, ...(Object.fromEntries(added) as Record<string, JsonSchema>) };
  for (const name of [...Object.keys(own), ...(keep ?? []), ...needed])
    if (!Object.hasOwn(all, name))
      throw new ConnectorError(
        "config_error",
        `The overlay names the param ${name} of ${full}, which does not exist.`,
        {
          path: `overlay.actions.${full}.params.${name}`,
          hint: `Params: ${Object.keys(all).join(", ")}.`,
        },
      );
  const isNeeded = (name: string) => [...required, ...needed].includes(name);
  const kept = [...(keep ?? []).filter(isNeeded), ...Object.keys(own), ...(keep ?? [])];
  const names = keep ? [...new Set([...kept.filter(isNeeded), ...kept])] : Object.keys(all);
  const changed = names.map((name) => {
    const param = all[name]!;
    const change =
      (Object.hasOwn(own, name) && own[name]) || (Object.hasOwn(shared, name) && shared[name]) || undefined;
    if (typeof change === "object") return [name, change];
    const plain = ownTexts ? withoutTexts(param) : param;
    return [name, change === undefined ? plain : { ...plain, description: cleanText(change, 300) }];
  });
  const wanted = names.filter(isNeeded);
  return {
    ...rest,
    properties: Object.fromEntries(changed) as Record<string, JsonSchema>,
    ...(wanted.length > 0 ? { required: wanted } : {}),
  };
}

/** Leaves out the params whose names are, or match, one of `names`. */
export function withoutParams(schema: JsonSchema, names: readonly (string | undefined)[]): JsonSchema {
  const { properties = {}, required = [] } = schema;
  const isLeftOut = matcher(names.filter((name) => name !== undefined));
  const keep = (name: string) => !isLeftOut(name);
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => keep(name))),
    ...(required.length > 0 ? { required: required.filter(keep) } : {}),
  };
}

/** Returns a copy of a schema without its texts. A property can have the name of a keyword. */
export function withoutTexts(schema: JsonSchema): JsonSchema {
  const { description: _description, example: _example, ...rest } = schema;
  const entries = Object.entries(rest).map(([keyword, value]) => {
    if (keyword === "properties") return [keyword, mapSchemas(value)];
    if (keyword === "items" || keyword === "additionalProperties") return [keyword, ofSchema(value)];
    if (["anyOf", "oneOf", "allOf"].includes(keyword)) return [keyword, (value as unknown[]).map(ofSchema)];
    return [keyword, value];
  });
  return Object.fromEntries(entries) as JsonSchema;
}

const ofSchema = (value: unknown) =>
  typeof value === "object" && value !== null ? withoutTexts(value as JsonSchema) : value;

const mapSchemas = (value: unknown) =>
  Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, ofSchema(one)]));
