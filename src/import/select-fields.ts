import type { JsonSchema } from "../core/contract/json-schema.ts";
import { ConnectorError } from "../core/ground/errors.ts";

/** The fields to keep of a record, and of the records in it. */
interface Selection {
  readonly [name: string]: Selection;
}

/**
 * Returns a copy of a record's schema with the selected fields: `id title state { name }`. A list of records has the
 * selection of its records.
 * @throws ConnectorError `config_error` if the selection cannot be read, or names a field that does not exist
 */
export function selectFields(schema: JsonSchema, selection: string, full: string): JsonSchema {
  const fail = (what: string, hint: string): never => {
    throw new ConnectorError("config_error", `The selection of ${full} ${what}.`, {
      path: `overlay.actions.${full}.selection`,
      hint,
    });
  };
  return choose(schema, readSelection(selection, fail), "", fail);
}

type Fail = (what: string, hint: string) => never;

function readSelection(text: string, fail: Fail): Selection {
  const tokens = text.match(/[{}]|[^\s{},]+/g) ?? [];
  const readLevel = (isInner: boolean): Selection => {
    const level: Record<string, Selection> = {};
    let last: string | undefined;
    for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
      if (token === "}") return isInner ? level : fail("has a } too much", "Write a { for each }.");
      if (token === "{") {
        if (last === undefined) return fail("has a { without a name", "Write the field before its {.");
        level[last] = readLevel(true);
        last = undefined;
      } else level[(last = token)] = {};
    }
    return isInner ? fail("has a { without a }", "Write a } for each {.") : level;
  };
  return readLevel(false);
}

function choose(schema: JsonSchema, selection: Selection, path: string, fail: Fail): JsonSchema {
  if (Object.keys(selection).length === 0) return schema;
  if (schema.items) return { ...schema, items: choose(schema.items, selection, path, fail) };
  const branches = (["anyOf", "oneOf", "allOf"] as const).find((keyword) => Array.isArray(schema[keyword]));
  const properties =
    schema.properties ?? (branches && propertiesOf(schema[branches] as readonly JsonSchema[]));
  if (!properties)
    return fail(
      `reads fields of ${path === "" ? "the record" : path}, whose fields are not known`,
      `Select ${path === "" ? "nothing" : path.split(".").at(-1)} without braces.`,
    );
  const chosen = Object.entries(selection).map(([name, inner]) => {
    const field = path === "" ? name : `${path}.${name}`;
    if (!Object.hasOwn(properties, name))
      return fail(
        `names ${field}, which does not exist`,
        `Fields: ${Object.keys(properties).slice(0, 100).join(", ")}.`,
      );
    return [name, choose(properties[name]!, inner, field, fail)];
  });
  return {
    type: schema.type ?? "object",
    properties: Object.fromEntries(chosen) as Record<string, JsonSchema>,
  };
}

/** The fields of all branches, such as those of a record that can be null. */
function propertiesOf(branches: readonly JsonSchema[]): Record<string, JsonSchema> | undefined {
  const all = branches.flatMap((branch) => {
    const inner = ["anyOf", "oneOf", "allOf"].flatMap(
      (keyword) => (branch[keyword] as JsonSchema[] | undefined) ?? [],
    );
    const own = branch.properties ?? (inner.length > 0 ? propertiesOf(inner) : undefined);
    return own ? [own] : [];
  });
  return all.length === 0 ? undefined : Object.assign({}, ...all.toReversed());
}
