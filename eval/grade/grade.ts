import { matches } from "../task/match.ts";
import type { ExpectedChange, Task } from "../task/schema.ts";
import type { Change } from "./changes.ts";

/** Returns why a run has not solved the task. An empty list means that the task is solved. */
export function grade({ grade }: Pick<Task, "grade">, changes: readonly Change[], answer: string): string[] {
  const left = [...changes];
  const missing = grade.changes.flatMap((expected) => {
    let found = 0;
    while (found < expected.count) {
      const index = left.findIndex((change) => isExpected(expected, change));
      if (index < 0) break;
      left.splice(index, 1);
      found++;
    }
    const enough = found === expected.count || expected.optional;
    return enough ? [] : [`missing: ${describeExpected(expected, found)}`];
  });
  return [
    ...missing,
    ...left.map((change) => `unexpected: ${describe(change)}`),
    ...grade.answer.has
      .filter((text) => !answer.includes(text))
      .map((text) => `the answer does not say ${JSON.stringify(text)}`),
    ...grade.answer.lacks
      .filter((text) => answer.includes(text))
      .map((text) => `the answer says ${JSON.stringify(text)}`),
  ];
}

function isExpected(
  { add, change: changed, remove, with: fields, to }: ExpectedChange,
  change: Change,
): boolean {
  const kind = { add, change: changed, remove }[change.type];
  if (kind !== change.kind || !matchesFields(fields, change.fields)) return false;
  if (change.type !== "change") return true;
  const names = Object.keys(to ?? {});
  // Exactly these fields may change.
  return names.length === Object.keys(change.to).length && matchesFields(to ?? {}, change.to);
}

/** The names of fields contain dots, so each is compared by its whole name. */
const matchesFields = (pattern: Record<string, unknown>, fields: Change["fields"]): boolean =>
  Object.entries(pattern).every(([name, wanted]) => matches(wanted, fields[name]));

const short = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
};

const describe = (change: Change): string =>
  `${change.type} ${change.kind} ${short(change.type === "change" ? { ...pickNames(change.fields), to: change.to } : change.fields)}`;

const pickNames = ({ name, channel, keywordText, text }: Change["fields"]) => ({
  name,
  channel,
  keywordText,
  text,
});

function describeExpected(
  { add, change, remove, with: fields, to, count }: ExpectedChange,
  found: number,
): string {
  const type = add === undefined ? (change === undefined ? "remove" : "change") : "add";
  const times = count > 1 ? ` (${found} of ${count})` : "";
  return `${type} ${add ?? change ?? remove} ${short({ ...fields, ...(to ? { to } : {}) })}${times}`;
}
