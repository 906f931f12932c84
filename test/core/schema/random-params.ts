import { sample, stringMatching } from "fast-check";
import type { JsonSchema } from "../../../src/core/contract/json-schema.ts";

/** A seeded source of random numbers. */
export interface Random {
  below(below: number): number;
  one<T>(values: readonly T[]): T;
  chance(percent: number): boolean;
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (below) => Math.floor(next() * below),
    one: (values) => values[Math.floor(next() * values.length)]!,
    chance: (percent) => next() * 100 < percent,
  };
}

const samples = new Map<string, readonly string[]>();

/** Returns texts that match a pattern. */
function textsOf(schema: JsonSchema): readonly string[] {
  const key = `${String(schema.pattern)}/${String(schema.patternFlags)}`;
  let known = samples.get(key);
  if (!known) {
    const regex = new RegExp(String(schema.pattern), String(schema.patternFlags ?? "u"));
    const found = new Set<string>(["C012AB3CD", "a b", "2026-03-13T09:00Z", "💩", "x"].filter((text) => regex.test(text))); // prettier-ignore
    try {
      for (const text of sample(stringMatching(regex), { numRuns: 20, seed: 1 }))
        if (regex.test(text)) found.add(text);
    } catch {
      // fast-check does not support every part of a regular expression.
    }
    samples.set(key, (known = [...found]));
  }
  return known;
}

/** Returns a value that a schema allows, most of the time. */
export function validValue(schema: JsonSchema, random: Random, depth = 0): unknown {
  if ("const" in schema) return schema.const;
  if (schema.enum) return random.one(schema.enum);
  const union = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (union) return validValue(random.one(union), random, depth);
  switch (random.one([schema.type].flat())) {
    case "string":
      return validText(schema, random);
    case "integer":
    case "number": {
      const low = Number(schema.minimum ?? schema.exclusiveMinimum ?? -5);
      const high = Math.min(Number(schema.maximum ?? schema.exclusiveMaximum ?? low + 1000), low + 1e6);
      const value = low + random.below(high - low + 1);
      return schema.type === "number" && random.chance(30) ? value + 0.25 : value;
    }
    case "boolean":
      return random.chance(50);
    case "null":
      return null;
    case "array": {
      const least = Number(schema.minItems ?? 0);
      const length = Math.min(least + random.below(3), Number(schema.maxItems ?? 99));
      return Array.from({ length }, () => validValue(schema.items ?? {}, random, depth + 1));
    }
    case "object":
      return validObject(schema, random, depth);
    default:
      return random.one<unknown>([1, "text", null, true, [1, { a: [] }], { a: { b: 1 } }, {}]);
  }
}

function validText(schema: JsonSchema, random: Random): string {
  if (schema.pattern !== undefined) {
    const texts = textsOf(schema);
    if (texts.length > 0) return random.one(texts);
  }
  if (schema.format === "uri")
    return random.one(["https://example.com/a?b=c#d", " http://example.com/\t", "HTTPS://EXAMPLE.com", "http:example.com", "mailto:a@b.example", "https://exa mple.com"]); // prettier-ignore
  const least = Number(schema.minLength ?? 0);
  const most = Math.min(Number(schema.maxLength ?? 40), least + 40);
  return random.one(["a", "é", "💩", " ", "_"]).repeat(least + random.below(most - least + 1));
}

function validObject(schema: JsonSchema, random: Random, depth: number): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  const names = Object.keys(schema.properties ?? {});
  // The names are sometimes in another order than in the schema.
  if (random.chance(30)) names.sort(() => random.below(3) - 1);
  for (const name of names)
    if (schema.required?.includes(name) || random.chance(depth === 0 ? 40 : 60))
      out[name] = validValue(schema.properties![name]!, random, depth + 1);
  if (typeof schema.additionalProperties === "object")
    for (let count = random.below(3); count > 0; count--)
      out[random.one(["a", "key", "toString", "9", "x".repeat(130)])] = validValue(schema.additionalProperties as JsonSchema, random, depth + 1); // prettier-ignore
  return out;
}

const wrongValues: readonly unknown[] = [
  null, true, false, 0, -0, 1, -1, 1.5, 1e15, 2 ** 53, -(2 ** 53), 1e300, "", " ", "0", "x", "x".repeat(50_001), "💩".repeat(90),
  "a".repeat(300), "\u0000", "null", "C012AB3CD", "2026-01-01", "https://a.example", "javascript:alert(1)", [], [[]], [null], [1, "a", {}], {}, { length: 0 }, { length: 1e9 },
  { length: "2" }, { value: 1 }, { toString: 1 }, { constructor: 1 }, [{}], [{ a: 1 }], ["a", "a"], Array.from({ length: 120 }, () => "x"),
]; // prettier-ignore

/** Replaces, removes or adds values at random places. */
export function mutate(value: unknown, random: Random): unknown {
  if (random.chance(25)) return wrongValue(value, random);
  if (Array.isArray(value)) {
    const copy: unknown[] = [...(value as unknown[])];
    if (copy.length === 0 || random.chance(15)) copy.push(random.one(wrongValues));
    else {
      const index = random.below(copy.length);
      const change = random.below(100);
      if (change < 10) copy.splice(index, 1);
      else if (change < 20) copy.push(...Array.from({ length: random.below(60) }, () => copy[0]));
      else copy[index] = mutate(copy[index], random);
    }
    return copy;
  }
  if (typeof value !== "object" || value === null) return wrongValue(value, random);
  const copy: Record<string, unknown> = { ...value };
  const names = Object.keys(copy);
  if (names.length === 0 || random.chance(25)) {
    const name = random.one(["colour", "toString", "__proto__", "constructor", "0", "", "a.b", "limit"]);
    Object.defineProperty(copy, name, { value: random.one(wrongValues), enumerable: true, configurable: true, writable: true }); // prettier-ignore
    return copy;
  }
  const name = random.one(names);
  if (random.chance(20)) delete copy[name];
  else copy[name] = mutate(copy[name], random);
  return copy;
}

function wrongValue(value: unknown, random: Random): unknown {
  if (typeof value === "string" && random.chance(50))
    return random.one([`${value} `, `${value}${value}`, value.slice(1), value.toUpperCase(), `${value}\n`, `${value}💩`]); // prettier-ignore
  if (typeof value === "number" && random.chance(50))
    return random.one([value + 0.5, -value, value * 1e6, value - 1, value * 1e12, String(value)]);
  return random.one(wrongValues);
}
