import type { JsonSchema } from "../contract/json-schema.ts";
import { isDict, show } from "../ground/json.ts";

/** A text that is longer is not misspelt. */
const longest = 200;

/** Other spellings of a text, the likeliest first; and whether the call only reads. */
export interface Spellings {
  of: (text: string) => readonly string[];
  reads: boolean;
}

/**
 * A value with every text, at any depth, that its pattern refuses put as the one spelling that the pattern takes. Where it
 * takes several, a read takes the likeliest; for all else the text stays, and is refused.
 */
export function respell(
  value: unknown,
  schema: JsonSchema,
  path: string,
  spellings: Spellings,
  notes: string[],
): unknown {
  const inner = (one: unknown, its: JsonSchema, where: string) => respell(one, its, where, spellings, notes);
  if (Array.isArray(value)) {
    const { items } = schema;
    return isDict(items) ? value.map((one, index) => inner(one, items, `${path}[${index}]`)) : value;
  }
  if (isDict(value)) {
    const { properties = {} } = schema;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        Object.hasOwn(properties, key) ? inner(one, properties[key]!, `${path}.${key}`) : one,
      ]),
    );
  }
  if (typeof value !== "string" || value.length > longest || typeof schema.pattern !== "string") return value;
  const pattern = compiled(schema.pattern);
  if (pattern.test(value)) return value;
  const [fitting, second] = spellings.of(value).filter((text) => pattern.test(text));
  if (fitting === undefined || (second !== undefined && !spellings.reads)) return value;
  notes.push(`${path}: ${show(value)} read as ${show(fitting)}`);
  return fitting;
}

const patterns = new Map<string, RegExp>();

/** Patterns are those of definitions, so there are as many as these have. */
function compiled(source: string): RegExp {
  let pattern = patterns.get(source);
  if (!pattern) patterns.set(source, (pattern = new RegExp(source, "u")));
  return pattern;
}
