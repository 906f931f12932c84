import { isDeepStrictEqual } from "node:util";
import type { WorldRecord } from "../platforms/world-record.ts";

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
