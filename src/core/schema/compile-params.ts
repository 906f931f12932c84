import type { ParamsSource, ResultSource } from "../contract/action.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { isDict } from "../ground/json.ts";
import { type ParamsSchema, paramsFromJsonSchema } from "./params-schema.ts";

const loadZod = () => import("./zod-validation.ts");

/**
 * Compiles the schema of params. Loads zod only if the source is not a JSON Schema.
 * @throws ConnectorError `config_error` if the definition is invalid
 */
export async function compileParams(source: ParamsSource): Promise<ParamsSchema> {
  if (isJsonSchema(source)) return paramsFromJsonSchema(source);
  return (await loadZod()).paramsFromZod(source);
}

/**
 * Compiles the schema of a result, or of one item of a list with pages. `isArray`: whether the result is a list
 * without pages.
 */
export const compileResult = async (source: ResultSource | undefined) =>
  typeof source === "function"
    ? (await loadZod()).resultFromZod(source)
    : { result: () => source, isArray: source?.type === "array" };

export const isJsonSchema = (source: ParamsSource): source is JsonSchema =>
  isDict(source) && !("_zod" in source) && !("safeParse" in source);
