import type { core } from "zod";

// zod's conversion to JSON Schema loses a part of what a schema checks. This file adds the lost part and finds the
// schemas that JSON Schema cannot express.

/** The fields of a zod definition that this file reads. */
interface Definition {
  readonly type?: string;
  readonly check?: string;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly protocol?: RegExp;
  readonly hostname?: RegExp;
  readonly normalize?: boolean;
  readonly coerce?: boolean;
  readonly abort?: boolean;
  readonly inclusive?: boolean;
  readonly partial?: boolean;
  readonly position?: number;
  readonly checks?: readonly Node[];
  readonly shape?: Readonly<Record<string, Node>>;
  readonly catchall?: Node;
  readonly element?: Node;
  readonly innerType?: Node;
  readonly keyType?: Node;
  readonly valueType?: Node;
  readonly options?: readonly Node[];
}

interface Node {
  readonly _zod: { readonly def: unknown };
}

const definitionOf = (node: Node) => node._zod.def as Definition;

/**
 * Adds what zod's conversion loses: which defaults are sent, the flags of patterns, and the protocols of URLs.
 * `portableSchema` removes these keywords again.
 */
export function addLostKeywords(schema: core.$ZodType, json: Record<string, unknown>): void {
  const definition = definitionOf(schema);
  const { type, format, protocol, checks = [] } = definition;
  if (type === "default") json.sendDefault = true;
  // zod does not fill in a missing value, even if only one value is allowed.
  if (type === "literal" || type === "enum")
    if ("const" in json || (json.enum as readonly unknown[]).length === 1) json.sendDefault = false;
  if (type !== "string") return;
  if (format === "url") json.urlProtocol = protocol?.source ?? "";
  const regexes = [definition, ...checks.map(definitionOf)].flatMap(({ pattern }) => pattern ?? []);
  for (const one of [json, ...((json.allOf ?? []) as Record<string, unknown>[])]) {
    const flags = regexes.find(({ source }) => source === one.pattern)?.flags.replace(/[dg]/g, "");
    if (flags !== undefined && flags !== "u") one.patternFlags = flags;
  }
}

const exactTypes = new Set(["string", "number", "boolean", "null", "enum", "literal", "array", "object", "record", "union", "optional", "nullable", "default", "unknown", "any"]); // prettier-ignore
const exactChecks = new Set(["min_length", "max_length", "length_equals", "greater_than", "less_than", "multiple_of", "number_format", "string_format"]); // prettier-ignore
/** The string formats that zod checks only with a pattern. */
const exactFormats = new Set(["regex", "starts_with", "ends_with", "includes", "lowercase", "uppercase", "email", "guid", "uuid", "nanoid", "cuid", "cuid2", "ulid", "xid", "ksuid", "emoji", "datetime", "date", "time", "duration", "ipv4", "mac", "cidrv4", "e164"]); // prettier-ignore

/** Returns the first part of a zod schema that JSON Schema does not express exactly, such as `channel: transform`. */
export function inexactPart(schema: core.$ZodType): string | undefined {
  const visit = (node: Node, path: string, inUnion: boolean, isProperty: boolean): string | undefined => {
    const definition = definitionOf(node);
    const { type = "", shape, catchall, innerType, element, keyType, valueType, options = [] } = definition;
    const at = (what: string) => (path === "" ? what : `${path}: ${what}`);
    if (!exactTypes.has(type)) return at(type);
    if (definition.coerce === true) return at("coerce");
    for (const one of [definition, ...(definition.checks ?? []).map(definitionOf)]) {
      const inexact = inexactCheck(one);
      if (inexact !== undefined) return at(inexact);
    }
    if (type === "default" && !isProperty) return at("a default that is not directly a param's or a field's");
    if (type === "object" && inUnion && !catchall)
      return at("an object in a union that is not a strictObject");
    if (type === "record" && definitionOf(keyType!).type !== "string" && definition.partial !== true)
      return at("a record that requires its keys");
    if (type === "union" && definition.inclusive === false) return at("a union with exactly one match");
    const inner: [Node | undefined, string, boolean?][] = [
      ...Object.entries(shape ?? {}).map(([name, field]): [Node, string, boolean] => [
        field,
        path === "" ? name : `${path}.${name}`,
        true,
      ]),
      [catchall && definitionOf(catchall).type !== "never" ? catchall : undefined, `${path}.*`],
      [innerType, path, isProperty && type === "optional"],
      [element, `${path}[]`],
      [keyType, `${path} (a key)`],
      [valueType, `${path}.*`],
      ...options.map((option): [Node, string] => [option, path]),
    ];
    const union = inUnion || type === "union";
    for (const [part, where, property = false] of inner) {
      const found = part && visit(part, where, union, property);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return visit(schema, "", false, false);
}

function inexactCheck({ check, format, pattern, abort, ...more }: Definition): string | undefined {
  if (abort === true) return "a check with abort";
  if (pattern?.sticky) return "a sticky regex";
  if (check === undefined) return undefined;
  if (!exactChecks.has(check)) return check === "custom" ? "refine" : check;
  if (check === "number_format") return format === "safeint" ? undefined : String(format);
  if (check !== "string_format") return undefined;
  if (format === "url")
    return (more.hostname ?? more.normalize ?? (more.protocol?.flags ? true : undefined))
      ? "url with hostname, normalize or regex flags"
      : undefined;
  if (format === "includes" && more.position !== undefined) return "includes with a position";
  return exactFormats.has(format ?? "") ? undefined : String(format);
}
