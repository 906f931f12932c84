import { type ActionSchemas, fileFormat } from "../contract/connector-file.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import { ConnectorError } from "../ground/errors.ts";
import type { SchemasOf } from "./compile-action.ts";
import { compileParams, compileResult } from "./compile-params.ts";
import { paramsFromJsonSchema, paramsOnDemand } from "./params-schema.ts";

/** Takes the schemas of an action from the connector's compiled form if it has one, and else from the definition. */
export const definitionSchemas: SchemasOf = async (connector, entity, action) => {
  const known = compiledSchemas(connector, entity, action);
  if (known) {
    const { params, result, signature } = known;
    return {
      params: paramsOnDemand(() => paramsFromJsonSchema(params)),
      result: () => result,
      isArray: result?.type === "array",
      signature,
    };
  }
  const definition = connector.entities[entity]![action]!;
  const params = await compileParams(definition.params);
  const result = await compileResult(definition.result);
  return { params, result: () => result, isArray: result?.type === "array" };
};

function compiledSchemas(
  { name, compiled }: ConnectorDefinition,
  entity: string,
  action: string,
): ActionSchemas | undefined {
  const file = compiled?.();
  if (file && file.format !== fileFormat)
    throw new ConnectorError("config_error", `The compiled form of ${name} has the format ${file.format}.`, {
      path: "compiled.format",
      hint: `This version of the package reads format ${fileFormat}. Compile the connector again.`,
    });
  return file?.actions[entity]?.[action];
}
