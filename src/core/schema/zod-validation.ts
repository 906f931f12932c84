import type { ParamsSource, ResultSource } from "../contract/action.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { isDict } from "../ground/json.ts";
import { lazy } from "../ground/lazy.ts";
import { explainIssues } from "./explain-issues.ts";
import { portableSchema } from "./json-schema.ts";
import { type ParamsSchema, describeParams, unusable } from "./params-schema.ts";
import type { Finding } from "./validate/problem.ts";
import { addLostKeywords, inexactPart } from "./zod-conversion.ts";
import { z } from "zod";

// Only this module loads zod. Other modules load this module with `await import()` when zod is needed.

type ZodSource = Exclude<ParamsSource, JsonSchema>;
type Schema = z.core.$ZodType;

interface Parser {
  safeParse(
    value: unknown,
  ): { success: true; data: unknown } | { success: false; error: { issues: readonly Finding[] } };
}

/**
 * Makes a params schema from a schema of zod 3 or 4, or from a function that returns the fields of a zod object.
 * @throws ConnectorError `config_error` if the definition is invalid
 */
export async function paramsFromZod(source: ZodSource): Promise<ParamsSchema> {
  const { parser, json: raw, inexact } = await parserOf(source);
  const described = describeParams(raw);
  const { json } = described;
  return {
    ...described,
    inexact,
    validate(params) {
      const parsed = parser.safeParse(params);
      const issues = explainIssues(json, params, parsed.success ? [] : parsed.error.issues);
      if (issues.length > 0) return { issues };
      if (parsed.success && isDict(parsed.data)) return { value: parsed.data };
      throw unusable("a transform converts them to a value that is not an object.");
    },
  };
}

/** Makes the schema of a result. Converts an object schema only on demand, because most results are never described. */
export function resultFromZod(source: Extract<ResultSource, (z: never) => unknown>) {
  const schema = source(z);
  const json = lazy(() => {
    const { typescript, ...raw } = toJsonSchema(schema);
    return { ...portableSchema(raw), ...(typescript === undefined ? {} : { typescript }) };
  });
  return { result: json, isArray: schema._zod.def.type !== "object" && json().type === "array" };
}

async function parserOf(
  source: ZodSource,
): Promise<{ parser: Parser; json: JsonSchema; inexact: string | undefined }> {
  if (typeof source === "function") return ofZod4(z.strictObject(source(z)));
  if ("_zod" in source) return ofZod4(source as Schema);
  // zod 4 cannot convert this zod 3 schema to JSON Schema, but `zod-to-json-schema` can.
  const { zodToJsonSchema } = await import("zod-to-json-schema");
  return {
    parser: source as unknown as Parser,
    json: zodToJsonSchema(source as never, { $refStrategy: "none" }) as JsonSchema,
    inexact: "a schema of zod 3",
  };
}

const ofZod4 = (schema: Schema) => ({
  parser: { safeParse: (value: unknown) => z.safeParse(schema, value) } as Parser,
  json: toJsonSchema(schema),
  inexact: inexactPart(schema),
});

const toJsonSchema = (schema: Schema): JsonSchema =>
  z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    reused: "inline",
    cycles: "throw",
    override: ({ zodSchema, jsonSchema }) => addLostKeywords(zodSchema, jsonSchema),
  }) as JsonSchema;
