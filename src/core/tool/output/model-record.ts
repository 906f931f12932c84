import type { CompiledAction } from "../../contract/compiled-action.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { Meta } from "../../contract/result.ts";
import { type FieldPart, fieldAt } from "../../ground/field-part.ts";
import { type Dict, isDict } from "../../ground/json.ts";

/**
 * Creates a function that converts a record for a model. If the call has chosen fields (`asked`), the model sees only
 * these fields. If not, the model sees the result of the action's `view`. Without a `view`, the model sees the fields
 * that the action's `result` declares. Empty fields are removed.
 */
export function modelRecord(
  { definition: { view }, record: schema }: Pick<CompiledAction, "definition" | "record">,
  meta: Meta,
  asked: readonly FieldPart[] | undefined,
  params: Dict,
): (record: unknown, before?: unknown) => unknown {
  return (record, before) => {
    if (!isDict(record)) return record;
    const viewed = view?.(record, meta, before, params);
    if (asked) return compact(partsOf(withColumns(asked, viewed), viewed ?? {}, record, schema));
    return compact(viewed ? withIsoTimes(viewed, schema) : declared(record, schema));
  };
}

/** The fields of a table without which its rows mean nothing. */
const tableHead = ["columns", "every_row", "false_if_empty"];

/** Adds the head of a table if the call has chosen the `rows` of the table. */
const withColumns = (asked: readonly FieldPart[], viewed: Dict | undefined): readonly FieldPart[] =>
  Array.isArray(viewed?.columns) && asked.some(({ path }) => path === "rows")
    ? [...tableHead.map((path) => ({ path, from: 0 })), ...asked]
    : asked;

/** Returns the chosen fields. A field with a position, such as `text@5800`, starts where an earlier call stopped. */
const partsOf = (
  asked: readonly FieldPart[],
  viewed: Dict,
  record: Dict,
  schema: JsonSchema | undefined,
): Dict =>
  Object.fromEntries(
    asked.map(({ path, from }) => {
      const value =
        fieldAt(viewed, path) ?? withIsoTimes(fieldAt(record, path), schemaOf(schema, path.split(".")));
      const cuttable = from > 0 && (typeof value === "string" || Array.isArray(value));
      return [path, cuttable ? value.slice(from) : value];
    }),
  );

/**
 * Removes the fields that the schema does not declare, also from nested records. A record with no declared field stays
 * unchanged.
 */
function declared(value: unknown, schema: JsonSchema | undefined): unknown {
  const own = notNull(schema);
  if (Array.isArray(value)) return value.map((item) => declared(item, own?.items));
  const names = Object.keys(own?.properties ?? {});
  if (!isDict(value) || !names.some((name) => Object.hasOwn(value, name))) return isoTimeOf(value, schema);
  return Object.fromEntries(
    names
      .filter((name) => Object.hasOwn(value, name))
      .map((name) => [name, declared(value[name], own?.properties?.[name])]),
  );
}

/** Returns `string` for `string | null`. Returns a schema without `anyOf` unchanged. */
const notNull = (schema: JsonSchema | undefined): JsonSchema | undefined =>
  (schema?.anyOf as readonly JsonSchema[] | undefined)?.find(({ type }) => type !== "null") ?? schema;

/** Returns the schema at a path. The path contains no positions of list items. */
const schemaOf = (schema: JsonSchema | undefined, path: readonly string[]): JsonSchema | undefined =>
  path.reduce<JsonSchema | undefined>((here, name) => notNull(here)?.properties?.[name], schema);

/** Converts the times in a chosen value. Keeps the fields that the schema does not declare. */
function withIsoTimes(value: unknown, schema: JsonSchema | undefined): unknown {
  const own = notNull(schema);
  if (Array.isArray(value)) return value.map((item) => withIsoTimes(item, own?.items));
  if (!isDict(value)) return isoTimeOf(value, schema);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withIsoTimes(one, own?.properties?.[name])]),
  );
}

/** The first second whose ISO 8601 time has a year of five digits. */
const yearTenThousand = Date.UTC(10_000, 0) / 1000;

/**
 * Converts seconds since 1970 (`format: "unix-time"`) to a date, because a model cannot read a date from seconds.
 * Platforms write 0 for "never", so 0 becomes empty.
 */
function isoTimeOf(value: unknown, schema: JsonSchema | undefined): unknown {
  const marked = schema?.format === "unix-time" || notNull(schema)?.format === "unix-time";
  if (!marked || typeof value !== "number" || !(Math.abs(value) < yearTenThousand)) return value;
  return value === 0 ? undefined : `${new Date(value * 1000).toISOString().slice(0, 19)}Z`;
}

const compact = (record: unknown): unknown => dropEmpty(record) ?? {};

/**
 * Removes fields that are null, "", an empty list or an empty object. Keeps numbers and false, because a missing field
 * means that the platform did not send the field.
 */
function dropEmpty(value: unknown): unknown {
  if (value === null || value === undefined || value === "") return undefined;
  if (Array.isArray(value)) {
    const items = value
      .map((item) => (isDict(item) ? dropEmpty(item) : item))
      .filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (!isDict(value)) return value;
  const entries = Object.entries(value)
    .map(([key, one]) => [key, dropEmpty(one)] as const)
    .filter(([, one]) => one !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
