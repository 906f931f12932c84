import type { ActionDefinition } from "../core/contract/action.ts";
import type { JsonSchema } from "../core/contract/json-schema.ts";
import type { Operation } from "../core/contract/wire/operation.ts";

export interface TestedAction {
  entity: string;
  name: string;
  definition: ActionDefinition;
  operation: Operation;
  params: JsonSchema;
  /** The schema of the record or list item, if the action declares one. */
  result: JsonSchema | undefined;
}
