import type { CompiledAction } from "../contract/compiled-action.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { isDict } from "../ground/json.ts";
import { freeName, pascalCase, singular } from "./names.ts";
import { alternativesText, requiredSets, type TypeStyle, typeText, unnamedType } from "./type-text.ts";

/** The parts of an action that declarations show. */
export type DeclaredAction = Pick<
  CompiledAction,
  "entity" | "action" | "definition" | "operation" | "schemas" | "json" | "record"
>;

export type Style = Omit<TypeStyle, "nameOf" | "result">;

export interface NamedTypes {
  /** Returns the type of a record or of params, with the names of its objects. */
  text(schema: JsonSchema, of: "params" | "result", indent?: string): string;
  /**
   * Returns the declaration of a type: an interface, or an alias if the type is not an object. If a call needs one of
   * several params, an interface has the fields, and an alias adds the condition.
   */
  declare(name: string, schema: JsonSchema, of: "params" | "result"): readonly string[];
  /** Returns the declarations of the named types that the texts so far mention. */
  declarations(): readonly string[];
}

/** A shorter type is written where it is used. */
const shortestNamed = 60;

/**
 * Gives names to the records of actions, and to objects that occur several times. A record has the name of its entity:
 * `Order` for the records of `orders.list`. `taken`: the names that these types must not have.
 */
export function createNamedTypes(
  actions: readonly DeclaredAction[],
  style: Style,
  taken: readonly string[],
): NamedTypes {
  const inline = { result: unnamedStyle(style, true), params: unnamedStyle(style, false) };
  const keys = { result: new WeakMap<JsonSchema, string>(), params: new WeakMap<JsonSchema, string>() };
  const keyOf = (schema: JsonSchema, of: "params" | "result"): string => {
    const known = keys[of].get(schema);
    if (known !== undefined) return known;
    const key = `${of} ${unnamedType(schema, inline[of])}`;
    keys[of].set(schema, key);
    return key;
  };

  /** The number of places of each type, and the names that it can have. */
  const places = new Map<string, { count: number; hints: Set<string> }>();
  const visit = (
    schema: JsonSchema,
    of: "params" | "result",
    hints: readonly string[],
    parent = hints[0] ?? "",
  ): void => {
    if (schema.properties && schema.type === "object") {
      const key = keyOf(schema, of);
      const place = places.get(key) ?? { count: 0, hints: new Set() };
      places.set(key, place);
      for (const hint of hints) place.hints.add(hint);
      // The parts of a type that occurs twice are counted once.
      if (++place.count > 1) return;
    }
    for (const [name, one] of Object.entries(schema.properties ?? {})) {
      const hint = pascalCase(isDict(one.items) ? singular(name) : name);
      visit(one, of, style.lines ? [parent + hint] : [hint, parent + hint]);
    }
    for (const keyword of ["anyOf", "oneOf", "allOf", "prefixItems"])
      if (Array.isArray(schema[keyword]))
        for (const one of schema[keyword] as JsonSchema[]) visit(one, of, hints, parent);
    for (const one of [schema.items, schema.additionalProperties])
      if (isDict(one)) visit(one, of, hints, parent);
  };
  /** The names of the entities that each record of `list` or `get` has, and the names from other actions. */
  const records = new Map<string, { main: string[]; other: string[] }>();
  const isMain = ({ action }: DeclaredAction) => action === "list" || action === "get";
  for (const one of [...actions.filter(isMain), ...actions.filter((other) => !isMain(other))]) {
    if (!one.record) continue;
    const entity = pascalCase(singular(one.entity));
    const other = `${entity}${pascalCase(one.action)}Result`;
    visit(one.record, "result", [], isMain(one) ? entity : `${entity}${pascalCase(one.action)}`);
    if (!one.record.properties) continue;
    const key = keyOf(one.record, "result");
    const hints = records.get(key) ?? { main: [], other: [] };
    records.set(key, hints);
    if (isMain(one)) hints.main.push(entity);
    hints.other.push(other);
  }
  for (const { entity, action, json } of actions)
    for (const [name, one] of Object.entries(json.properties ?? {})) {
      const hint = pascalCase(isDict(one.items) ? singular(name) : name);
      const ofEntity = pascalCase(singular(entity)) + hint;
      const ofAction = pascalCase(`${singular(entity)}_${action}`) + hint;
      visit(one, "params", hintsOf(style, hint, ofEntity, ofAction));
    }

  const usedNames = new Set(taken);
  const names = new Map<string, string>();
  // Records take their names first. `Message` is better than the name `ChannelMessage` of an earlier entity.
  for (const [key, { main, other }] of records) {
    if (key.length < shortestNamed) continue;
    const better = main.filter((name) => name !== main[0] && main[0]!.endsWith(name));
    names.set(key, freeName(usedNames, ...better, ...main, ...other));
  }
  const written = new Set<string>();
  const declared: string[] = [];
  const declare: NamedTypes["declare"] = (name, schema, of) => {
    const style = styleOf(of);
    if (isPlainObject(schema)) return [`interface ${name} ${unnamedType(schema, style)}`];
    const inSets = new Set(requiredSets(schema).flatMap(({ sets }) => sets.flat()));
    if (inSets.size === 0) return [`type ${name} = ${unnamedType(schema, style)};`];
    const { anyOf: _any, oneOf: _one, properties = {}, ...rest } = schema;
    const others = Object.entries(properties).filter(([field]) => !inSets.has(field));
    const fields = { ...rest, properties: Object.fromEntries(others) };
    const base = freeName(usedNames, `${name.replace(/Params$/, "")}Fields`);
    return [
      `interface ${base} ${unnamedType(fields, style)}`,
      `type ${name} = ${base}${alternativesText(schema, style)};`,
    ];
  };
  const styleOf = (of: "params" | "result"): TypeStyle => ({
    ...style,
    result: of === "result",
    nameOf(schema) {
      if (!schema.properties || schema.type !== "object") return undefined;
      const key = keyOf(schema, of);
      let name = names.get(key);
      if (name !== undefined && written.has(name)) return name;
      const { count, hints } = places.get(key) ?? { count: 0, hints: [] };
      const isWorth = key.length >= shortestNamed && (count > 1 || style.lines);
      if (name === undefined && !isWorth) return undefined;
      name ??= freeName(usedNames, ...hints);
      names.set(key, name);
      written.add(name);
      declared.push(...declare(name, schema, of));
      return name;
    },
  });
  return {
    text: (schema, of, indent = "") => typeText(schema, styleOf(of), indent),
    declare,
    declarations: () => declared,
  };
}

/** `OrderOrder` would say nothing about an object in the list `orders` of the entity `orders`. */
const hintsOf = ({ lines }: Style, hint: string, ofEntity: string, ofAction: string): readonly string[] => {
  if (!lines) return [hint, ofEntity, ofAction];
  return ofEntity.endsWith(hint + hint) ? [ofAction] : [ofEntity, ofAction];
};

const isPlainObject = (schema: JsonSchema): boolean =>
  schema.type === "object" &&
  Object.keys(schema.properties ?? {}).length > 0 &&
  ["anyOf", "oneOf", "allOf", "nullable"].every((keyword) => schema[keyword] === undefined);

const unnamedStyle = (style: Style, result: boolean): TypeStyle => ({
  ...style,
  result,
  nameOf: () => undefined,
});
