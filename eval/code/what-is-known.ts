import { isRecord } from "../platforms/world-record.ts";
import type { Step } from "../task/schema.ts";

// What a model knows when it writes a program: the words and numbers of the prompt and of what programs have returned.

/** Returns the results of the current program that a model must read before it can write a step. */
export function unreadBefore(step: Step, current: readonly Step[], known: string): string[] {
  const reads = current.flatMap(({ as }) => (as === undefined ? [] : [as]));
  const needed = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value === "string" && !knows(known, value)) for (const name of reads) needed.add(name);
    if (Array.isArray(value)) value.forEach(look);
    if (!isRecord(value)) return;
    const { $of: name, where, ...rest } = value;
    if (name === undefined) {
      for (const [key, one] of Object.entries(value)) if (key !== "$item") look(one);
      return;
    }
    if (reads.includes(String(name)) && textsOf(where).some((text) => !knows(known, text)))
      needed.add(String(name));
    look(rest["get"] instanceof Object ? rest["get"] : undefined);
  };
  look(step.params);
  look(step.each);
  return [...needed];
}

const textsOf = (pattern: unknown): string[] =>
  typeof pattern === "string"
    ? [pattern]
    : typeof pattern === "object" && pattern !== null
      ? Object.values(pattern).flatMap(textsOf)
      : [];

/** Returns whether the words and numbers of a text stand in what a model has read. Constants are known from the types. */
export function knows(known: string, text: string): boolean {
  if (/^[A-Z_0-9]+$/.test(text) && /[A-Z]/.test(text) && !/\d{3}/.test(text)) return true;
  const has = known.toLowerCase();
  return (text.toLowerCase().match(/[\p{L}]{5,}|\d+/gu) ?? []).every((word) =>
    has.includes(word.slice(0, 6)),
  );
}

/** Returns the references in the answer of a task. */
export function referencesIn(answer: unknown): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  JSON.stringify(answer ?? null, (_key, value: unknown) => {
    if (isRecord(value) && "$of" in value) found.push(value);
    return value;
  });
  return found;
}
