import type { ActionSchemas, ConnectorFile } from "../../src/core/contract/connector-file.ts";

/**
 * Returns the source text of a connector's `compiled.ts`: a function that returns the schemas of all actions. Everything
 * else in the compiled form is also in the code of the actions. A part that occurs several times is written once.
 */
export function compiledModule({ format, actions }: ConnectorFile): string {
  const schemas = mapValues(actions, (entity) =>
    mapValues(entity, ({ params, result, signature }): ActionSchemas => ({ params, result, signature })),
  );
  const counts = new Map<string, number>();
  count(schemas, counts);
  const names = new Map<string, string>();
  const declared: string[] = [];

  const write = (value: unknown): string => {
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const key = JSON.stringify(value);
    const known = names.get(key);
    if (known !== undefined) return known;
    const text = Array.isArray(value)
      ? `[${value.map(write).join(",")}]`
      : `{${Object.entries(value)
          .filter(([, inner]) => inner !== undefined)
          .map(([name, inner]) => `${JSON.stringify(name)}:${write(inner)}`)
          .join(",")}}`;
    if (counts.get(key) === 1 || key.length < shortest) return text;
    const name = `s${names.size}`;
    names.set(key, name);
    declared.push(`const ${name}=${text};`);
    return name;
  };
  const written = write({ format, actions: schemas });
  return [
    "const make = () => {",
    ...declared,
    `return ${written};`,
    "};",
    "let file;",
    "export const compiled = () => (file ??= make());",
    "",
  ].join("\n");
}

/** A part of a schema is given a name only if its text has at least this length. */
const shortest = 20;

const mapValues = <T, U>(object: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));

/** Counts how often each object and array occurs. The parts of a repeated value are counted once. */
function count(value: unknown, counts: Map<string, number>): void {
  if (typeof value !== "object" || value === null) return;
  const key = JSON.stringify(value);
  const known = counts.get(key) ?? 0;
  counts.set(key, known + 1);
  if (known === 0) for (const inner of Object.values(value)) count(inner, counts);
}
