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
