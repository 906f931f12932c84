import { operationNames } from "../core/contract/action.ts";
import type { ConnectorDefinition } from "../core/contract/definition.ts";
import { definitionSchemas } from "../core/schema/definition-schemas.ts";
import { createActionIndex } from "../core/schema/find/action-index.ts";
import { version } from "../version.ts";
import type { ActionDefinition } from "../core/contract/action.ts";
import type { JsonSchema } from "../core/contract/json-schema.ts";
import type { Dict } from "../core/ground/json.ts";
import type { Operation } from "../core/contract/wire/operation.ts";

export interface TestedAction {
  entity: string;
  name: string;
  definition: ActionDefinition;
  operation: Operation;
  /** The example with the names that callers use, such as `platform_fields` for the platform's `fields`. */
  example: Dict;
  params: JsonSchema;
  /** The schema of the record or list item, if the action declares one. */
  result: JsonSchema | undefined;
}

/** Compiles the actions of a connector for tests. */
export async function actionsOf(connector: ConnectorDefinition): Promise<TestedAction[]> {
  const { all, compile } = createActionIndex(connector, version, definitionSchemas);
  return Promise.all(
    all.map(async ([entity, name, definition]) => {
      const { schemas, definition: compiled } = await compile(entity, name);
      const operation = connector.operations[operationNames(definition)[0]!]!;
      const example = compiled.example as Dict;
      return { entity, name, definition, operation, example, params: schemas.params, result: schemas.result };
    }),
  );
}
