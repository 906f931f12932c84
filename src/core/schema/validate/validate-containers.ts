import type { JsonSchema } from "../../contract/json-schema.ts";
import type { Dict } from "../../ground/json.ts";
import { canonicalJson } from "./canonical-json.ts";
import { type AnySchema, type Problem, type Scope, type Validator, ownWords, prefixPaths, problem } from "./problem.ts"; // prettier-ignore
import { lengthCheck, lengthProblem } from "./validate-values.ts";

type Subschemas = Readonly<Record<string, AnySchema>>;

interface Property {
  readonly name: string;
  readonly validate: Validator;
  readonly required: boolean;
  /** Makes the value to send if the property is absent. */
  readonly absent: (() => unknown) | undefined;
}

/**
 * Creates a check that copies the object. In the copy, the properties of the schema come first, in the schema's order.
 */
export function objectCheck(
  schema: JsonSchema,
  scope: Scope,
): ((value: Dict, problems: Problem[]) => Dict) | undefined {
  const given = (schema.properties ?? {}) as Subschemas;
  const required = new Set(schema.required);
  const properties = Object.entries(given).map(([name, property]): Property => ({
    name,
    validate: scope.validator(property),
    required: required.has(name),
    absent: absentValue(property, required.has(name) && scope.fills),
  }));
  const undescribed = [...required].filter((name) => !Object.hasOwn(given, name));
  const others = otherNames(schema, scope);
  const checksNames = schema.propertyNames !== undefined || schema.patternProperties !== undefined;
  const size = sizeCheck(schema);
  if (properties.length === 0 && undescribed.length === 0 && !others && !size) return undefined;

  return (value, problems) => {
    const out: Dict = {};
    let found = 0;
    for (const { name, validate, required, absent } of properties) {
      const one = Object.hasOwn(value, name) ? value[name] : undefined;
      if (one !== undefined) {
        found++;
        out[name] = check(validate, one, name, problems);
      } else if (absent) out[name] = absent();
      else if (required) problems.push(missing(name));
    }
    for (const name of undescribed) if (!Object.hasOwn(value, name)) problems.push(missing(name));
    if (found < Object.keys(value).length || checksNames) {
      const unknown = others ? others(value, out, problems) : copyOthers(value, out, given);
      if (unknown.length > 0)
        problems.push({ ...problem("unrecognized_keys", true, () => ""), keys: unknown });
    }
    size?.(value, problems);
    return out;
  };
}

function check(validate: Validator, value: unknown, key: PropertyKey, problems: Problem[]): unknown {
  const start = problems.length;
  const copy = validate(value, problems);
  if (problems.length > start) prefixPaths(problems, start, key);
  return copy;
}

const missing = (name: string): Problem =>
  problem("invalid_type", false, () => "Invalid input: required", [name]);

function absentValue(property: AnySchema, fills: boolean): (() => unknown) | undefined {
  if (typeof property === "boolean") return undefined;
  const { sendDefault } = property;
  if (sendDefault === true && "default" in property) return copyOf(property.default);
  if (!fills || sendDefault === false) return undefined;
  if ("const" in property) return copyOf(property.const);
  return property.enum?.length === 1 ? copyOf(property.enum[0]) : undefined;
}

const copyOf = (value: unknown) =>
  typeof value === "object" && value !== null ? () => structuredClone(value) : () => value;

/** Copies the properties that the schema does not list. Returns no unknown names, because every name is allowed. */
function copyOthers(value: Dict, out: Dict, listed: Subschemas): string[] {
  for (const name of Object.keys(value))
    if (!Object.hasOwn(listed, name) && name !== "__proto__") out[name] = value[name];
  return [];
}

type OtherNames = (value: Dict, out: Dict, problems: Problem[]) => string[];

/**
 * Compiles `additionalProperties`, `patternProperties` and `propertyNames`. The returned function checks and copies the
 * values to which these keywords apply, and returns the unknown names. A name that breaks `propertyNames` counts as
 * unknown if `propertyNames` has an `enum`, and as a problem if it has none.
 */
function otherNames(schema: JsonSchema, scope: Scope): OtherNames | undefined {
  const {
    additionalProperties,
    patternProperties = {},
    propertyNames,
  } = schema as Readonly<Record<string, AnySchema | undefined>> & { patternProperties?: Subschemas };
  const listed = schema.properties ?? {};
  const patterns = Object.entries(patternProperties).map(([pattern, property]) => ({
    matches: scope.patternTest({ pattern }),
    validate: scope.validator(property),
  }));
  if (additionalProperties === undefined && propertyNames === undefined && patterns.length === 0)
    return undefined;
  const nameRule = propertyNames === undefined ? undefined : scope.judging.validator(propertyNames);
  const fixedNames = typeof propertyNames === "object" && propertyNames.enum !== undefined;
  const validate = scope.validator(additionalProperties ?? true);
  return (value, out, problems) => {
    const unknown: string[] = [];
    for (const name of Object.keys(value)) {
      // A field `__proto__` would change the prototype of the copy. `toPlainJson` refuses params with this name, so
      // nothing is lost.
      if (name === "__proto__" && additionalProperties !== false) continue;
      if (nameRule && !isValid(nameRule, name)) {
        if (fixedNames) unknown.push(name);
        else problems.push(problem("invalid_key", false, () => "Invalid key in record", [name]));
        continue;
      }
      const known = Object.hasOwn(listed, name);
      const matching = patterns.filter(({ matches }) => matches(name));
      for (const { validate } of matching) {
        out[name] = check(validate, known ? out[name] : value[name], name, problems);
      }
      if (known || matching.length > 0) continue;
      if (additionalProperties === false) unknown.push(name);
      else out[name] = check(validate, value[name], name, problems);
    }
    return unknown;
  };
}

export function isValid(validate: Validator, value: unknown): boolean {
  const problems: Problem[] = [];
  validate(value, problems);
  return problems.length === 0;
}

function sizeCheck(schema: JsonSchema): ((value: Dict, problems: Problem[]) => void) | undefined {
  const { minProperties = 0, maxProperties = Infinity } = schema as Record<string, unknown>;
  const dependent = Object.entries((schema.dependentRequired ?? {}) as Record<string, readonly string[]>);
  if (minProperties === 0 && maxProperties === Infinity && dependent.length === 0) return undefined;
  const least = minProperties as number;
  const most = maxProperties as number;
  return (value, problems) => {
    const count = Object.keys(value).length;
    if (count < least) problems.push(ownWords(`expected at least ${least} fields, got ${count}`));
    if (count > most) problems.push(ownWords(`expected at most ${most} fields, got ${count}`));
    for (const [name, needed] of dependent)
      if (Object.hasOwn(value, name))
        for (const other of needed)
          if (!Object.hasOwn(value, other))
            problems.push(ownWords(`required together with ${name}`, [other]));
  };
}

export function arrayCheck(
  schema: JsonSchema,
  scope: Scope,
): ((value: readonly unknown[], problems: Problem[]) => readonly unknown[]) | undefined {
  const length = lengthCheck(schema, "Items");
  const {
    items,
    prefixItems = [],
    maxItems = Infinity,
  } = schema as { items?: AnySchema; prefixItems?: readonly AnySchema[]; maxItems?: number };
  const first = prefixItems.map(scope.validator);
  const rest = items === undefined ? undefined : scope.validator(items);
  const rules = itemRules(schema, scope);
  if (!length && first.length === 0 && !rest && rules.length === 0) return undefined;
  return (value, problems) => {
    if (value.length > maxItems) {
      // Like zod, ignores the items of a list that is too long.
      problems.push(lengthProblem(value, `<=${maxItems}`, false));
      return value;
    }
    const out = Array.from<unknown>({ length: value.length });
    for (let index = 0; index < value.length; index++) {
      const validate = index < first.length ? first[index]! : rest;
      out[index] = validate ? check(validate, value[index], index, problems) : value[index];
    }
    length?.(value, problems);
    for (const rule of rules) rule(value, problems);
    return out;
  };
}

type ItemRule = (value: readonly unknown[], problems: Problem[]) => void;

function itemRules(schema: JsonSchema, scope: Scope): ItemRule[] {
  const rules: ItemRule[] = [];
  if (schema.uniqueItems === true)
    rules.push((value, problems) => {
      const seen = new Map<string, number>();
      value.forEach((item, index) => {
        const text = canonicalJson(item);
        const earlier = seen.get(text);
        if (earlier === undefined) seen.set(text, index);
        else problems.push(ownWords(`repeats item ${earlier}`, [index]));
      });
    });
  if (schema.contains === undefined) return rules;
  const matches = scope.judging.validator(schema.contains as AnySchema);
  const { minContains = 1, maxContains = Infinity } = schema as {
    minContains?: number;
    maxContains?: number;
  };
  rules.push((value, problems) => {
    const count = value.filter((item) => isValid(matches, item)).length;
    if (count < minContains) problems.push(ownWords(`too few items of the kind that the schema requires`));
    if (count > maxContains) problems.push(ownWords(`too many items of a kind that the schema limits`));
  });
  return rules;
}
