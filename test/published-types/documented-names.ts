import type { CompiledConnector } from "../../src/core/contract/compiled-connector.ts";
import type { JsonSchema } from "../../src/core/contract/json-schema.ts";

export interface Name {
  /** An expression whose last name is the name to look at. */
  code: string;
  description: string | undefined;
}

/** Returns a value as somebody writes it. TypeScript chooses between alternatives by the type of the value. */
function valueOf({ type, enum: values }: JsonSchema): string {
  if (values) return JSON.stringify(values[0]);
  return type === "string" ? '""' : type === "boolean" ? "true" : type === "array" ? "[]" : "null!";
}

/** Returns the names of all actions, params and fields of results. */
export function namesOf(
  { actions }: CompiledConnector,
  notes: Readonly<Record<string, string>>,
): Record<"actions" | "params" | "fields", Name[]> {
  const names: Record<"actions" | "params" | "fields", Name[]> = { actions: [], params: [], fields: [] };
  for (const [entity, all] of Object.entries(actions))
    for (const [action, { description, params, result, paginated }] of Object.entries(all)) {
      const method = `connector.${entity}.${action}`;
      const meaning = (name: string, { description }: JsonSchema) =>
        description ?? notes[`${entity}.${name}`] ?? notes[name];
      names.actions.push({ code: method, description });
      const fieldsOf = ({ properties = {} }: JsonSchema) => Object.entries(properties);
      for (const [name, schema] of fieldsOf(params))
        names.params.push({
          code: `${method}({ ${name}: ${valueOf(schema)} })`,
          description: meaning(name, schema),
        });
      const isList = paginated || result?.type === "array";
      const record = (result?.type === "array" ? result.items : result) ?? {};
      for (const [name, schema] of fieldsOf(record))
        names.fields.push({
          code: `(await ${method}(null!)).data${isList ? "[0]!" : ""}.${name}`,
          description: meaning(name, schema),
        });
    }
  return names;
}

/** Draws different items. The same seed draws the same items. */
export function draw<T>(items: readonly T[], count: number, seed: number): T[] {
  const left = [...items];
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return left.splice(state % left.length, 1)[0]!;
  });
}
