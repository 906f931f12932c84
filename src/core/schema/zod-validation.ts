import type { ParamsSource, ResultSource } from "../contract/action.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { ConnectorError, type Issue } from "../ground/errors.ts";
import { type Dict, cut, isDict, show } from "../ground/json.ts";
import { portableSchema, closeObjects, schemaAt, unknownNames } from "./json-schema.ts";
import { describeType } from "./signature.ts";
import { z } from "zod";

// Only this module loads zod. Other modules import this module with `await import()`, so that zod is loaded only when
// it is needed.

export interface ParamsSchema {
  /** The JSON Schema of the params, with all keywords. */
  readonly source: JsonSchema;
  /** The JSON Schema of the params, in the subset that every model provider accepts. */
  readonly json: JsonSchema;
  /** The names of the params with `.meta({ rare: true })`. Signatures leave them out, and `describe` shows them. */
  readonly rare: readonly string[];
  /** Returns the parsed params, or all problems with the params. */
  validate(params: Dict): { value: Dict } | { issues: Issue[] };
}

type Schema = z.core.$ZodType;

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

/**
 * Compiles the params of an action, from any of the accepted schema types.
 * @throws ConnectorError `config_error` if the definition is invalid
 */
export async function compileParams(source: ParamsSource): Promise<ParamsSchema> {
  const { parser, json: raw } = await parserOf(source);
  const json = closeObjects(portableSchema(raw));
  if (json.type !== "object") throw bad("they must be an object.");
  const rare = Object.entries(raw.properties ?? {}).filter(([, { rare }]) => rare === true);
  const { $schema: _dialect, ...written } = raw;
  return {
    source: written,
    json,
    rare: rare.map(([name]) => name),
    validate(params) {
      const issues: Issue[] = unknownNames(json, params)
        .slice(0, maxIssues)
        .map((path) => ({ path, message: unknownName }));
      const parsed = parser.safeParse(params);
      if (!parsed.success)
        issues.push(
          ...parsed.error.issues
            .slice(0, maxIssues)
            .flatMap((issue) => explain(issue, json, params))
            .filter(
              ({ path, message }) =>
                !issues.some((known) => known.path === path && known.message === message),
            ),
        );
      if (issues.length > 0) return { issues };
      if (parsed.success && isDict(parsed.data)) return { value: parsed.data };
      throw bad("a transform converts them to a value that is not an object.");
    },
  };
}

const maxIssues = 50;

/** The message for an unknown param. `call/invalid-params.ts` recognizes this text and adds a suggestion. */
const unknownName = "unknown parameter";

const bad = (why: string) =>
  new ConnectorError("config_error", `An action's params cannot be used: ${why}`, {
    hint: "This is a fault in the definition of the connector.",
  });

/** Returns the JSON Schema of an action's record or list item, or undefined if the action declares no `result`. */
export const compileResult = (source: ResultSource | undefined): JsonSchema | undefined =>
  source && portableSchema(toJsonSchema(source(z)));

async function parserOf(source: ParamsSource): Promise<{ parser: Parser; json: JsonSchema }> {
  if (typeof source === "function") return ofZod4(z.strictObject(source(z)));
  if ("_zod" in source) return ofZod4(source as Schema);
  if ("safeParse" in source) {
    // This is a zod 3 schema. zod 4 cannot convert it to JSON Schema, but `zod-to-json-schema` can.
    const { zodToJsonSchema } = await import("zod-to-json-schema");
    return {
      parser: source as unknown as Parser,
      json: zodToJsonSchema(source as never, { $refStrategy: "none" }) as JsonSchema,
    };
  }
  const { required = [], properties, ...json } = source as JsonSchema;
  // Zod ignores required names that are not in `properties`, so add them to `properties`.
  const undescribed = required.filter((name) => !Object.hasOwn(properties ?? {}, name));
  const whole: JsonSchema = {
    ...json,
    required,
    properties: { ...properties, ...Object.fromEntries(undescribed.map((name) => [name, {}])) },
  };
  return {
    parser: z.fromJSONSchema(whole as never) as Parser,
    json: undescribed.length > 0 ? whole : (source as JsonSchema),
  };
}

const ofZod4 = (schema: Schema) => ({
  parser: { safeParse: (value: unknown) => z.safeParse(schema, value) } as Parser,
  json: toJsonSchema(schema),
});

const toJsonSchema = (schema: Schema): JsonSchema =>
  z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    reused: "inline",
    cycles: "throw",
  }) as JsonSchema;

/** Writes the message for a parser's issue. Messages are the same for zod 3, zod 4 and JSON Schema. */
function explain(issue: ZodIssue, schema: JsonSchema, params: Dict): Issue[] {
  const path = formatPath(issue.path);
  if (issue.code === "unrecognized_keys")
    return (issue.keys ?? []).slice(0, maxIssues).map((key) => ({
      path: path ? `${path}.${key}` : key,
      message: unknownName,
    }));
  const expected = schemaAt(schema, issue.path);
  const got = valueAt(params, issue.path);
  if (expected === undefined || issue.code === "custom") return [{ path, message: cut(issue.message, 200) }];
  const type = describeType(expected);
  if (got === undefined) return [{ path, message: `required (${type})` }];
  // A long id that was sent as a number can already have lost digits.
  const lost = typeof got === "number" && expected.type === "string" ? " (a number loses digits)" : "";
  return [{ path, message: `expected ${type}, got ${show(got)}${lost}` }];
}

const formatPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, key) =>
      typeof key === "number" ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key),
    "",
  );

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (here, key) =>
      typeof here === "object" && here !== null && Object.hasOwn(here, key)
        ? (here as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
