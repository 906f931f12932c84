import type { CompiledAction } from "../../contract/compiled-action.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { OutputOptions, ProgramResult, ToolResult } from "../../contract/tool.ts";
import { withFullResult } from "./full-result.ts";
import { firstFitting } from "./output-budget.ts";
import { withTables } from "./table.ts";

// What a program of a model gets from a call, and what the model reads of the value that the program returns.

/** Returns the records of a result. A failure is a value too, because some hosts hide what a tool throws. */
export const programResult = (envelope: ToolResult): ProgramResult =>
  withFullResult(
    envelope.ok
      ? { ok: true, data: envelope.data, meta: envelope.meta }
      : { ok: false, error: envelope.error },
    envelope,
  );

/** Returns the JSON Schema of a `ProgramResult` of an action. */
export function programSchema({ definition, record, schemas }: CompiledAction): JsonSchema {
  const isList = definition.paginated || schemas.result?.type === "array";
  const data = isList ? { type: "array", items: record ?? {} } : (record ?? {});
  const meta = { type: "object", properties: { next_cursor: { type: "string" } } };
  const text = { type: "string" };
  const error = {
    type: "object",
    properties: { code: text, message: text, hint: text },
    required: ["code", "message"],
  };
  const of = (ok: boolean, properties: Record<string, JsonSchema>): JsonSchema => ({
    type: "object",
    properties: { ok: { type: "boolean", enum: [ok] }, ...properties },
    required: ["ok", ...Object.keys(properties)],
  });
  return { anyOf: [of(true, { data, meta }), of(false, { error })] };
}

/**
 * Returns the text that a model reads of the value that its program has returned: lists of records as tables, within
 * the output budget. A program can return any text that it has read, so the whole value is marked.
 */
export function programText(value: unknown, options: OutputOptions = {}): string {
  const plain: unknown = value === undefined ? null : JSON.parse(JSON.stringify(value));
  const mark = hasText(plain) ? { untrusted: ["data"] } : {};
  return JSON.stringify(firstFitting([() => ({ ...mark, data: withTables(plain) })], options));
}

const hasText = (value: unknown): boolean =>
  typeof value === "string" ||
  (typeof value === "object" && value !== null && Object.values(value).some(hasText));
