import type { ParamsSource, ResultSource } from "../contract/action.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { isDict } from "../ground/json.ts";
import { type ParamsSchema, paramsFromJsonSchema } from "./params-schema.ts";

const loadZod = () => import("./zod-validation.ts");

/**
 * Compiles the params of an action from any of the accepted sources. Loads zod unless the source is a JSON Schema.
 * @throws ConnectorError `config_error` if the definition is invalid
 */
export async function compileParams(source: ParamsSource): Promise<ParamsSchema> {
  if (isJsonSchema(source)) return paramsFromJsonSchema(source);
  return (await loadZod()).paramsFromZod(source);
}

/** Returns the JSON Schema of an action's record or list item, or undefined if the action declares no `result`. */
export const compileResult = async (source: ResultSource | undefined): Promise<JsonSchema | undefined> =>
  typeof source === "function" ? (await loadZod()).resultSchema(source) : source;

/** Returns whether a source is a JSON Schema, and not a function or a schema of zod. */
export const isJsonSchema = (source: ParamsSource): source is JsonSchema =>
  isDict(source) && !("_zod" in source) && !("safeParse" in source);
