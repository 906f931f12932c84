import type { JsonSchema } from "../../contract/json-schema.ts";
import { isDict, show } from "../../ground/json.ts";

const maxLength = 200;

/**
 * `of` returns other spellings of a text, the most likely spelling first. `reads` is true for an action that only
 * reads.
 */
export interface Spellings {
  of: (text: string) => readonly string[];
  reads: boolean;
}

/**
 * Replaces a text that does not match its schema's `pattern` with a spelling that matches. If several spellings match,
 * a read action gets the most likely spelling. A write action keeps the text, and validation refuses the call.
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
  if (typeof value !== "string") return value;
  const [fitting, second] = fittingSpellings(value, schema, spellings.of);
  if (fitting === undefined || (second !== undefined && !spellings.reads)) return value;
  notes.push(`${path}: ${show(value)} read as ${show(fitting)}`);
  return fitting;
}

/** Returns the other spellings that match the `pattern` of the schema. If the text itself matches, returns none. */
export function fittingSpellings(text: string, schema: JsonSchema, of: Spellings["of"]): readonly string[] {
  if (text.length > maxLength || typeof schema.pattern !== "string") return [];
  const pattern = compiled(schema.pattern);
  return pattern.test(text) ? [] : of(text).filter((spelling) => pattern.test(spelling));
}

const patterns = new Map<string, RegExp>();

function compiled(source: string): RegExp {
  let pattern = patterns.get(source);
  if (!pattern) patterns.set(source, (pattern = new RegExp(source, "u")));
  return pattern;
}
