import { type ActionSchemas, fileFormat } from "../contract/compiled-connector.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { ConnectorError } from "../ground/errors.ts";
import type { SchemasOf } from "./compile-action.ts";
import type { Paging } from "../contract/wire/paging.ts";
import { compileParams, compileResult, isJsonSchema } from "./compile-params.ts";
import { type ParamsSchema, paramsFromJsonSchema, paramsOnDemand } from "./params-schema.ts";
import { makeRoom } from "./rename-params.ts";

/** Reads the schemas from the connector's compiled form, or else from its definition. */
export const definitionSchemas: SchemasOf = async (connector, entity, action) => {
  const known = compiledSchemas(connector, entity, action);
  if (known) {
    const { params, result, signature } = known;
    const own = paramsOnDemand(() => paramsFromJsonSchema(params));
    return {
      params: own,
      makeRoom: roomMaker(own, params, true),
      result: () => result,
      isArray: result?.type === "array",
      signature,
    };
  }
  const definition = connector.entities[entity]![action]!;
  const params = await compileParams(definition.params);
  return {
    params,
    makeRoom: roomMaker(params, params.source, isJsonSchema(definition.params)),
    ...(await compileResult(definition.result)),
  };
};

const roomMaker =
  (params: ParamsSchema, source: JsonSchema, isData: boolean) =>
  (controls: readonly string[], paging: Paging | undefined) => {
    const { properties = {} } = source;
    const taken = controls.find((name) => Object.hasOwn(properties, name));
    if (taken === undefined) return { params, renamed: {} };
    // The action's functions expect the names of the zod schema, so the param cannot be renamed.
    if (!isData) throw new Error(`it has a param ${taken}, and the package adds a param of that name.`);
    const { schema, renamed } = makeRoom(source, controls, paging);
    return { params: paramsFromJsonSchema(schema), renamed };
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
