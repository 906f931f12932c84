import { matches } from "../task/match.ts";
import type { ExpectedChange, Task } from "../task/schema.ts";
import type { Change } from "./changes.ts";

/** Returns why a run has not solved the task. An empty list means that the task is solved. */
export function grade({ grade }: Pick<Task, "grade">, changes: readonly Change[], answer: string): string[] {
  const expected = grade.changes.flatMap((one) => Array.from({ length: one.count }, () => one));
  const partners = assign(expected, changes, isExpected);
  const left = changes.filter((_change, index) => !partners.includes(index));
  const missing = expected
    .filter(({ optional }, index) => partners[index] === undefined && !optional)
    .map((one) => `missing: ${describeExpected(one)}`);
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

/**
 * Gives as many wanted things as possible a thing of their own. Returns the index of this thing for each wanted thing.
 * A wanted thing that fits several leaves to others what only they can have.
 */
function assign<Wanted, Thing>(
  wanted: readonly Wanted[],
  things: readonly Thing[],
  fits: (wanted: Wanted, thing: Thing) => boolean,
): (number | undefined)[] {
  const owners: (number | undefined)[] = [];
  const place = (index: number, tried: Set<number>): boolean =>
    things.some((thing, at) => {
      if (tried.has(at) || !fits(wanted[index]!, thing)) return false;
      tried.add(at);
      const owner = owners[at];
      if (owner !== undefined && !place(owner, tried)) return false;
      owners[at] = index;
      return true;
    });
  for (const index of wanted.keys()) place(index, new Set());
  return wanted.map((_one, index) => {
    const at = owners.indexOf(index);
    return at < 0 ? undefined : at;
  });
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

const pickNames = ({ name, title, channel, keywordText, text }: Change["fields"]) => ({
  name,
  title,
  channel,
  keywordText,
  text,
});

function describeExpected({ add, change, remove, with: fields, to }: ExpectedChange): string {
  const type = add === undefined ? (change === undefined ? "remove" : "change") : "add";
  return `${type} ${add ?? change ?? remove} ${short({ ...fields, ...(to ? { to } : {}) })}`;
}
