import type { Result } from "../../src/core/contract/result.ts";
import { fieldAt } from "../../src/core/ground/field-part.ts";
import { isDict } from "../../src/core/ground/json.ts";

/** Returns the fields of a record that contain the named fields: `topic` for `topic.value`. The param `fields` takes only these. */
export const outerFields = (names: readonly string[]): string[] => [
  ...new Set(names.map((name) => name.split(".", 1)[0]!)),
];

/** Replaces each record by the named fields of it, such as `topic.value`, and warns about a name that no record has. */
export function chooseNested(result: Result, names: readonly string[]): Result {
  const { data, meta } = result;
  const isNested = names.some((name) => name.includes("."));
  if (!isNested || meta.dry_run) return result;
  const choose = (record: unknown) =>
    isDict(record) ? Object.fromEntries(names.map((name) => [name, fieldAt(record, name) ?? null])) : record;
  const chosen = Array.isArray(data) ? data.map(choose) : choose(data);
  const records = [chosen].flat();
  const missing = names.filter(
    (name) =>
      name.includes(".") && records.length > 0 && records.every((one) => isDict(one) && one[name] === null),
  );
  const warnings = [...(meta.warnings ?? []), ...missing.map((name) => `No record has the field ${name}.`)];
  return { data: chosen, meta: { ...meta, ...(warnings.length > 0 ? { warnings } : {}) } };
}
