import { z, type ZodType } from "zod";
import type { JsonSchema, ParamsSource, ResultSource } from "./action.ts";
import { ConnectorError, type Issue } from "./errors.ts";
import { isDict, show, type Dict } from "./json.ts";
import { describeType } from "./signature.ts";

// The only module that touches zod objects. It is imported when it is first needed, never at the top of another.

export interface ParamsSchema {
  /** JSON Schema of what the caller may send: the portable subset that every model provider takes. */
  readonly json: JsonSchema;
  /** Params that signatures leave to `describe`: those with `.meta({ rare: true })`. */
  readonly rare: readonly string[];
  /** The parsed params, or all that is wrong with them. */
  validate(params: Dict): { value: Dict } | { issues: Issue[] };
}

interface Parser {
  safeParse(
    value: unknown,
  ): { success: true; data: unknown } | { success: false; error: { issues: readonly ZodIssue[] } };
}
interface ZodIssue {
  readonly code?: string | undefined;
  readonly message: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
}

/** Compiles an action's params, whatever they are written in. */
export async function compileParams(source: ParamsSource): Promise<ParamsSchema> {
  const { parser, json: raw } = await parserOf(source);
  const json = clean(raw);
  if (json.type !== "object")
    throw new ConnectorError("config_error", "An action's params must be an object schema.");
  const rare = Object.entries(raw.properties ?? {}).filter(([, { rare }]) => rare === true);
  return {
    json,
    rare: rare.map(([name]) => name),
    validate(params) {
      const parsed = parser.safeParse(params);
      if (parsed.success) return { value: parsed.data as Dict };
      return { issues: parsed.error.issues.flatMap((issue) => explain(issue, json, params)) };
    },
  };
}

/** The JSON Schema of an action's record (of one item, for a list), or undefined where it declares none. */
export const compileResult = (source: ResultSource | undefined): JsonSchema | undefined =>
  source && clean(toJsonSchema(source(z)));

async function parserOf(source: ParamsSource): Promise<{ parser: Parser; json: JsonSchema }> {
  if (typeof source === "function") {
    const schema = z.strictObject(source(z));
    return { parser: schema, json: toJsonSchema(schema) };
  }
  if ("_zod" in source) {
    const schema =
      source instanceof z.ZodObject && source.def.catchall === undefined ? source.strict() : source;
    return { parser: schema as ZodType, json: toJsonSchema(schema as ZodType) };
  }
  if ("safeParse" in source) {
    // zod 3: its own parser; zod 4 cannot read it, and zod-to-json-schema answers {} for anything but zod 3.
    const { zodToJsonSchema } = await import("zod-to-json-schema");
    const zod3 = source as unknown as { _def: { unknownKeys?: string }; strict?: () => Parser } & Parser;
    const schema = zod3._def.unknownKeys === "strip" && zod3.strict ? zod3.strict() : zod3;
    return { parser: schema, json: zodToJsonSchema(schema as never) as JsonSchema };
  }
  // A JSON Schema object that says nothing of further properties means none, as our own shapes do.
  const json = source as JsonSchema;
  const closed = "additionalProperties" in json ? json : { ...json, additionalProperties: false };
  return { parser: z.fromJSONSchema(closed as never) as Parser, json: closed };
}

const toJsonSchema = (schema: ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" }) as JsonSchema;

/** What no provider misses and some refuse: `$schema`, `propertyNames`, `const`, the bounds that `.int()` implies. */
function clean(schema: JsonSchema): JsonSchema {
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "$schema" || key === "propertyNames" || key === "~standard" || key === "rare") continue;
    if ((key === "maximum" || key === "minimum") && Math.abs(value as number) === Number.MAX_SAFE_INTEGER)
      continue;
    if (key === "const") out.enum = [value];
    else if (key === "properties")
      out.properties = Object.fromEntries(
        Object.entries(value as Record<string, JsonSchema>).map(([name, property]) => [
          name,
          clean(property),
        ]),
      );
    else if (key === "anyOf" || key === "oneOf" || key === "allOf")
      out[key] = (value as JsonSchema[]).map(clean);
    else if (isDict(value) && (key === "items" || key === "additionalProperties")) out[key] = clean(value);
    else out[key] = value;
  }
  return out;
}

/** A parser's issue in our words: where, what is expected there, what came. Zod 3, zod 4 and JSON Schema read alike. */
function explain(issue: ZodIssue, schema: JsonSchema, params: Dict): Issue[] {
  const path = formatPath(issue.path);
  if (issue.code === "unrecognized_keys")
    return (issue.keys ?? []).map((key) => ({
      path: path ? `${path}.${key}` : key,
      message: "unknown parameter",
    }));
  const expected = schemaAt(schema, issue.path);
  const got = valueAt(params, issue.path);
  if (expected === undefined || issue.code === "custom") return [{ path, message: issue.message }];
  if (got === undefined) return [{ path, message: `required (${describeType(expected)})` }];
  return [{ path, message: `expected ${describeType(expected)}, got ${show(got)}` }];
}

const formatPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, key) =>
      typeof key === "number" ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key),
    "",
  );

const schemaAt = (schema: JsonSchema, path: readonly PropertyKey[]): JsonSchema | undefined =>
  path.reduce<JsonSchema | undefined>(
    (here, key) => (typeof key === "number" ? here?.items : here?.properties?.[String(key)]),
    schema,
  );

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (here, key) => (typeof here === "object" && here !== null ? (here as Dict)[String(key)] : undefined),
    value,
  );
