import { isDeepStrictEqual } from "node:util";
import { isRecord } from "../task/match.ts";

/**
 * A thing in a sandbox, such as a message or a campaign. `key`: what makes the thing the same before and after.
 * `fields`: what a person can see of it. Fields of nested objects have names with dots, such as `budget.budget`.
 * `about`: names of other things to which it belongs. A new name of a campaign does not change its keywords.
 */
export interface WorldRecord {
  kind: string;
  key: string;
  fields: Readonly<Record<string, unknown>>;
  about?: Readonly<Record<string, unknown>>;
}

export type Change =
  | { type: "add" | "remove"; kind: string; fields: WorldRecord["fields"] }
  | { type: "change"; kind: string; fields: WorldRecord["fields"]; to: Readonly<Record<string, unknown>> };

/** Returns what is different after a run. */
export function changesBetween(before: readonly WorldRecord[], after: readonly WorldRecord[]): Change[] {
  const idOf = ({ kind, key }: WorldRecord) => `${kind} ${key}`;
  const earlier = new Map(before.map((record) => [idOf(record), record]));
  const later = new Map(after.map((record) => [idOf(record), record]));
  const removed = before.filter((record) => !later.has(idOf(record)));
  return [
    ...removed.map((record): Change => ({ type: "remove", kind: record.kind, fields: seen(record) })),
    ...after.flatMap((record): Change[] => {
      const { kind, fields } = record;
      const old = earlier.get(idOf(record))?.fields;
      if (!old) return [{ type: "add", kind, fields: seen(record) }];
      const names = [...new Set([...Object.keys(old), ...Object.keys(fields)])];
      const changed = names.filter((name) => !isDeepStrictEqual(old[name], fields[name]));
      const to = Object.fromEntries(changed.map((name) => [name, fields[name] ?? null]));
      return changed.length === 0
        ? []
        : [{ type: "change", kind, fields: seen({ ...record, fields: old }), to }];
    }),
  ];
}

const seen = ({ fields, about }: WorldRecord): WorldRecord["fields"] => ({ ...about, ...fields });

/** Gives the fields of nested objects names with dots. Leaves out fields without a value. */
export function flat(value: Readonly<Record<string, unknown>>, prefix = ""): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
      if (one === undefined || one === null) return [];
      return isRecord(one) ? Object.entries(flat(one, `${prefix}${name}.`)) : [[`${prefix}${name}`, one]];
    }),
  );
}
