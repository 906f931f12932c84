import type { JsonSchema } from "../contract/json-schema.ts";
import { isDict } from "../ground/json.ts";
import { propertyKey } from "./names.ts";

/** What decides how a type is written. */
export interface TypeStyle {
  /** Returns the comment before a field, or an empty text. */
  comment(schema: JsonSchema, indent: string): string;
  /** Whether each field has its own line. */
  lines: boolean;
  /** Whether the type is of a result. Results have fields with null, and their lists can be changed. */
  result: boolean;
  /** Whether optional fields have no `undefined`, and those of results no `null`. */
  short: boolean;
  /** The number of values of an enum that are written. */
  maxValues: number;
  /** The number of levels of objects in objects that are written. */
  maxDepth: number;
  /** Returns the name of an object type that stands elsewhere. */
  nameOf(schema: JsonSchema, style: TypeStyle): string | undefined;
}

/** Returns the TypeScript type of a JSON Schema of draft 2020-12 or OpenAPI 3.0. */
export function typeText(schema: JsonSchema, style: TypeStyle, indent = "", depth = 0): string {
  const name = style.nameOf(schema, style);
  return name ?? unnamedType(schema, style, indent, depth);
}

/** Returns the text of a type without its own name. Objects in the type can have names. */
export function unnamedType(schema: JsonSchema, style: TypeStyle, indent = "", depth = 0): string {
  const base = baseType(schema, style, indent, depth);
  return schema.nullable === true ? union([base, "null"]) : base;
}

function baseType(schema: JsonSchema, style: TypeStyle, indent: string, depth: number): string {
  // The schema `true` allows any value.
  if (!isDict(schema)) return "unknown";
  if (isTypescript(schema.typescript) && !style.short) return schema.typescript;
  if ("const" in schema) return literal(schema.const);
  if (schema.enum) return enumText(schema.enum, style);
  const inner = (one: JsonSchema) => typeText(one, style, indent, depth);
  for (const keyword of ["anyOf", "oneOf"]) {
    const options = schema[keyword];
    if (Array.isArray(options) && !onlyRequired(options as JsonSchema[]))
      return withRest(schema, keyword, union((options as JsonSchema[]).map(inner)), inner);
  }
  if (Array.isArray(schema.allOf)) {
    const parts = (schema.allOf as JsonSchema[]).map(inner).filter((part) => part !== "unknown");
    const both = parts.map((part) => (part.includes(" | ") ? `(${part})` : part)).join(" & ");
    if (both !== "") return withRest(schema, "allOf", both, inner);
  }
  if (Array.isArray(schema.type))
    return union(schema.type.map((type: string) => inner({ ...schema, type } as JsonSchema)));
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
    case "number":
      return schema.type;
    case "integer":
      return "number";
    case "array":
      return arrayText(schema, style, inner);
    case "object":
      return objectText(schema, style, indent, depth);
    default:
      return schema.properties ? objectText(schema, style, indent, depth) : "unknown";
  }
}

/** A connector file can come from anybody, so only a type without other code is written. */
const isTypescript = (type: unknown): type is string =>
  typeof type === "string" && /^[\w<>|{}:" ]+$/.test(type);

/** A schema can have fields besides the keyword of a union or an intersection. */
function withRest(
  { properties, required, ...rest }: JsonSchema,
  keyword: string,
  text: string,
  inner: (schema: JsonSchema) => string,
): string {
  if (!properties) return text;
  const base = inner({ type: "object", properties, required: required ?? [], additionalProperties: rest.additionalProperties }); // prettier-ignore
  return keyword === "allOf" ? `${base} & ${text}` : `${base} & (${text})`;
}

function arrayText(schema: JsonSchema, style: TypeStyle, inner: (one: JsonSchema) => string): string {
  const readonly = style.result || style.short ? "" : "readonly ";
  if (Array.isArray(schema.prefixItems))
    return `${readonly}[${(schema.prefixItems as JsonSchema[]).map(inner).join(", ")}]`;
  const item = isDict(schema.items) ? inner(schema.items) : "unknown";
  return `${readonly}${/[|&]|^readonly /.test(item.replace(/\{[^]*\}/g, "")) ? `(${item})` : item}[]`;
}

function objectText(schema: JsonSchema, style: TypeStyle, indent: string, depth: number): string {
  const { properties = {}, additionalProperties: others } = schema;
  const entries = Object.entries(properties);
  if (entries.length === 0) {
    if (isDict(others)) return `Record<string, ${typeText(others, style, indent, depth)}>`;
    return others === false ? "{}" : "Record<string, unknown>";
  }
  if (depth > style.maxDepth) return "object";
  const required = new Set(schema.required);
  const within = style.lines ? `${indent}  ` : "";
  const fields = entries.map(([name, one]) => {
    const optional = !required.has(name);
    const type = typeText(one, style, within, depth + 1);
    const shown = optional ? optionalType(type, style) : type;
    return `${style.comment(one, within)}${within}${propertyKey(name)}${optional ? "?" : ""}: ${shown}`;
  });
  if (isDict(others) || (others === true && style.result)) fields.push(`${within}[other: string]: unknown`);
  const text = style.lines ? `{\n${fields.join(";\n")};\n${indent}}` : `{ ${fields.join("; ")} }`;
  return text + requiredText(schema, style, indent, depth);
}

/** Code passes undefined for a field, so an optional field accepts it. */
function optionalType(type: string, style: TypeStyle): string {
  if (style.short) return style.result ? type.replace(/ \| null$/, "") : type;
  return type === "unknown" || type === "undefined" ? type : `${type} | undefined`;
}

const onlyRequired = (options: readonly JsonSchema[]): boolean =>
  options.every((one) => Object.keys(one).length === 1 && Array.isArray(one.required));

/** The sets of params of which a call needs one. If `exclusive`, a call can have the params of only one set. */
export interface RequiredSets {
  sets: readonly (readonly string[])[];
  exclusive: boolean;
}

export const requiredSets = (schema: JsonSchema): readonly RequiredSets[] =>
  ["anyOf", "oneOf"].flatMap((keyword) => {
    const options = schema[keyword] as readonly JsonSchema[] | undefined;
    if (!Array.isArray(options) || !onlyRequired(options)) return [];
    return [{ sets: options.map((one: JsonSchema) => one.required!), exclusive: keyword === "oneOf" }];
  });

/** Returns the params of which a call needs one: ` & ({ text: string } | { blocks: object[] })`. */
function requiredText(schema: JsonSchema, style: TypeStyle, indent: string, depth: number): string {
  const field = (name: string) =>
    `${propertyKey(name)}: ${typeText(schema.properties?.[name] ?? {}, style, indent, depth + 1)}`;
  return requiredSets(schema)
    .map(({ sets }) => ` & (${sets.map((set) => `{ ${set.map(field).join("; ")} }`).join(" | ")})`)
    .join("");
}

/**
 * Returns an alternative for each set. Editors show the comment of a param only if no other part of the type has a
 * comment about the same param, so the alternatives share none.
 */
export function alternativesText(schema: JsonSchema, style: TypeStyle): string {
  const excluded = { typescript: "undefined" };
  const alternative = (set: readonly string[], others: readonly string[]) => {
    const properties = Object.fromEntries([
      ...set.map((name) => [name, schema.properties?.[name] ?? {}] as const),
      ...others.map((name) => [name, excluded] as const),
    ]);
    return `\n  | ${objectText({ type: "object", properties, required: set }, style, "    ", 0)}`;
  };
  return requiredSets(schema)
    .map(({ sets, exclusive }) => {
      const others = (set: readonly string[]) =>
        exclusive ? sets.flat().filter((name) => !set.includes(name)) : [];
      return ` & (${sets.map((set) => alternative(set, others(set))).join("")}\n)`;
    })
    .join("");
}

function enumText(values: readonly unknown[], { maxValues }: TypeStyle): string {
  if (values.length <= maxValues) return union(values.map(literal));
  const some = values.slice(0, Math.ceil(maxValues / 2));
  const others = [...new Set(values.map((value) => (value === null ? "null" : typeof value)))];
  return union([...some.map(literal), ...others]);
}

const literal = (value: unknown): string =>
  value === null || ["string", "number", "boolean"].includes(typeof value)
    ? JSON.stringify(value)
    : "unknown";

/** `null` comes last, and `unknown` replaces all other types. */
function union(types: readonly string[]): string {
  const flat = [...new Set(types)];
  if (flat.includes("unknown")) return "unknown";
  return [...flat.filter((type) => type !== "null"), ...flat.filter((type) => type === "null")].join(" | ");
}
