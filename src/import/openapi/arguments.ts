import type { JsonSchema } from "../../core/contract/json-schema.ts";
import type { ArgumentWire, BodyWire, Style } from "../../core/contract/wire/operation.ts";
import { type Dict, isDict } from "../../core/ground/json.ts";
import { headerNameFault } from "../../core/wire/executor/headers.ts";
import type { Guess } from "../draft.ts";
import { snakeCase } from "../names.ts";
import { entriesOf, follow, type Parameter, type Read, Refused } from "./document.ts";
import { inlineSchema, objectOf } from "./inline-schema.ts";
import { firstValue } from "./read-operations.ts";

/** Headers that the kind of the body and of the response decide. */
const ownHeaders = /^(content-type|accept|accept-encoding|user-agent)$/i;
const keyHeader = /^(idempotency-key|x-idempotency-key|idempotent-key|x-idempotency-token)$/i;

export interface Arguments {
  params: JsonSchema;
  path: string;
  arguments: Record<string, ArgumentWire>;
  headers: Record<string, string>;
  query?: Record<string, string> | undefined;
  body?: BodyWire | undefined;
  idempotencyHeader?: string | undefined;
  example: Dict;
  guesses: Guess[];
}

/**
 * Reads what an operation takes, as params with one level, and where each param goes.
 * @throws Refused if a required header cannot be set, or if the body has no kind that can be sent
 */
export function argumentsOf(root: Dict, read: Read): Arguments {
  const out: Arguments = {
    params: {},
    path: read.path,
    arguments: {},
    headers: {},
    example: {},
    guesses: [],
  };
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const add = (name: string, wanted: string, schema: JsonSchema, isRequired: boolean, wire: ArgumentWire) => {
    const free = freeName(wanted, properties);
    properties[free] = schema;
    if (isRequired) required.push(free);
    const whole = { ...wire, ...(free === name ? {} : { name }) };
    if (Object.keys(whole).length > 0) out.arguments[free] = whole;
    return free;
  };
  for (const parameter of read.parameters) addParameter(root, read, parameter, out, add);
  addMissingNames(read, out, add);
  addBody(root, read, out, add);
  out.params = { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  return out;
}

type Add = (name: string, wanted: string, schema: JsonSchema, isRequired: boolean, wire: ArgumentWire) => string; // prettier-ignore

const isWord = (name: string) => /^[A-Za-z_]\w{0,99}$/.test(name);
const wordOf = (name: string) => (isWord(name) ? name : snakeCase(name) || "value");

/** Two params of one operation can have the same name in different places. */
function freeName(wanted: string, taken: Dict): string {
  if (!Object.hasOwn(taken, wanted)) return wanted;
  for (let number = 2; ; number++)
    if (!Object.hasOwn(taken, `${wanted}_${number}`)) return `${wanted}_${number}`;
}

function addParameter(root: Dict, read: Read, parameter: Parameter, out: Arguments, add: Add): void {
  const { name, in: place, required, isJson } = parameter;
  const { readOnly: _readOnly, ...inner } = inlineSchema(root, parameter.schema);
  const schema = {
    ...inner,
    ...(typeof parameter.description === "string" ? { description: parameter.description } : {}),
  };
  const note = (free: string) => {
    if (parameter.example !== undefined && parameter.example !== null) out.example[free] = parameter.example;
  };
  if (place === "path") {
    if (!read.path.includes(`{${name}}`)) return;
    const free = add(name, wordOf(name), schema, true, {});
    out.path = out.path.replaceAll(`{${name}}`, `{${free}}`);
    // The placeholder in the path has the new name.
    delete out.arguments[free];
    if (parameter.hasSlashes) out.arguments[free] = { slashes: "keep" };
    return note(free);
  }
  if (place === "query") {
    const style = isJson ? "json" : queryStyle(parameter, inner);
    const isInQuery = ["GET", "HEAD", "DELETE"].includes(read.method);
    const free = add(name, wordOf(name.replace(/\[\]$/, "")), schema, required, {
      ...(isInQuery ? {} : { in: "query" as const }),
      ...(style === "repeat" ? {} : { style }),
    });
    return note(free);
  }
  if (place === "header") {
    if (keyHeader.test(name) && read.method !== "GET") {
      out.idempotencyHeader = name;
      return;
    }
    // Some platforms choose the version of the API by these headers.
    const usual = inner.const ?? inner.default ?? inner.enum?.[0] ?? parameter.example;
    if (
      /^(accept|content-type)$/i.test(name) &&
      typeof usual === "string" &&
      /^application\/[\w.+-]*json(;[\w=. -]*)?$/.test(usual)
    )
      // prettier-ignore
      out.headers[name.toLowerCase()] = usual;
    if (ownHeaders.test(name) || headerNameFault(name) !== undefined || !/^[\w-]+$/.test(name)) return;
    const only = inner.const ?? (inner.enum?.length === 1 ? inner.enum[0] : undefined);
    const fixed = only ?? (required ? (inner.default ?? parameter.example) : undefined);
    if (typeof fixed === "string" && required) {
      out.headers[name.toLowerCase()] = fixed;
      return;
    }
    note(add(name, wordOf(name), schema, required, { in: "header" }));
  }
}

/** Adds the names in the path that the document does not describe. Moves a constant query out of the path. */
function addMissingNames({ path, parameters }: Read, out: Arguments, add: Add): void {
  const known = new Set(parameters.filter((one) => one.in === "path").map(({ name }) => name));
  for (const [, name] of path.matchAll(/\{([^{}]+)\}/g)) {
    if (known.has(name!)) continue;
    known.add(name!);
    const free = add(name!, wordOf(name!), { type: "string" }, true, {});
    delete out.arguments[free];
    out.path = out.path.replaceAll(`{${name}}`, `{${free}}`);
  }
  // Some documents tell two operations of one path apart with a query or a fragment.
  const [, fixed = "", query] = /^([^?#]*)(?:\?([^#]*))?/.exec(out.path)!;
  out.path = fixed.replace(/\/{2,}/g, "/");
  if (query === undefined || query.includes("{")) return;
  out.query = Object.fromEntries(new URLSearchParams(query));
}

function queryStyle({ style, explode }: Parameter, schema: JsonSchema): Style {
  if (style === "deepObject") return "deepObject";
  if (style === "spaceDelimited") return "space";
  if (style === "pipeDelimited") return "pipe";
  const isComposite = [schema.type ?? []].flat().some((type) => type === "array" || type === "object");
  return explode === false && isComposite ? "comma" : "repeat";
}

const kinds: readonly [RegExp, BodyWire["kind"]][] = [
  [/^application\/([\w.-]+\+)?json\b/i, "json"],
  [/^application\/x-www-form-urlencoded\b/i, "form"],
  [/^multipart\/form-data\b/i, "multipart"],
  [/^(text\/|application\/(xml|.*\+xml|octet-stream|x-ndjson|sql|graphql|yaml|x-yaml)|image\/|audio\/|video\/)/i, "raw"], // prettier-ignore
  [/^\*\/\*/, "json"],
];

function addBody(root: Dict, { operation, method }: Read, out: Arguments, add: Add): void {
  const body = follow(root, operation.requestBody);
  if (!isDict(body) || method === "GET" || method === "HEAD") return;
  const contents = entriesOf(follow(root, body.content));
  if (contents.length === 0) return;
  const [kind, type, content] = kindOf(contents);
  const media = isDict(content) ? content : {};
  const schema = inlineSchema(root, media.schema);
  const example = media.example ?? firstValue(root, media.examples) ?? schema.example;
  const isUsual = /^(application\/json|application\/x-www-form-urlencoded|multipart\/form-data|\*\/\*)\s*(;.*)?$/i.test(type); // prettier-ignore
  const contentType = isUsual ? {} : { contentType: type.replace(/[^\w.+/-].*$/, "") };
  const place = method === "DELETE" ? { in: "body" as const } : {};
  const fields = kind === "raw" ? undefined : objectOf(schema);
  if (!fields || (fields.additionalProperties && Object.keys(fields.properties ?? {}).length === 0)) {
    const free = add("body", "body", kind === "raw" ? { type: "string", description: schema.description ?? "The content to send." } : schema, body.required === true || kind === "raw", place); // prettier-ignore
    // The name of an argument that is the whole body is not sent.
    if (out.arguments[free]) out.arguments[free] = place;
    if (example !== undefined && example !== null && kind !== "raw") out.example[free] = example;
    out.body = { kind, ...contentType, argument: free };
    return;
  }
  if (schema.anyOf || schema.oneOf)
    out.guesses.push({
      says: "The body has several forms. All their fields are params, and the platform checks them.",
    });
  out.body = { kind, ...contentType };
  // Many documents do not say that a body is required, although its fields are.
  const needed = fields.required ?? [];
  for (const [name, one] of Object.entries(fields.properties ?? {})) {
    if (isDict(one) && one.readOnly === true) continue;
    const style = kind === "form" ? formStyle(media.encoding, name) : {};
    const free = add(name, name.includes(".") ? name : wordOf(name), one, needed.includes(name), { ...place, ...style }); // prettier-ignore
    if (isDict(example) && example[name] !== undefined && example[name] !== null)
      out.example[free] = example[name];
  }
}

function kindOf(contents: readonly [string, unknown][]): [BodyWire["kind"], string, unknown] {
  for (const [pattern, kind] of kinds) {
    const found = contents.find(([type]) => pattern.test(type));
    if (found) return [kind, found[0], found[1]];
  }
  throw new Refused(`Its body is ${contents[0]![0].slice(0, 60)}, which cannot be sent.`);
}

function formStyle(encoding: unknown, name: string): { style?: Style } {
  const one = isDict(encoding) ? encoding[name] : undefined;
  if (!isDict(one)) return {};
  if (one.style === "deepObject") return { style: "deepObject" };
  if (typeof one.contentType === "string" && one.contentType.includes("json")) return { style: "json" };
  return one.explode === false ? { style: "comma" } : {};
}
