import type { ActionDefinition, JsonSchema } from "./action.ts";
import { weakest } from "./policy.ts";
import type { Paging } from "./operation.ts";

/** The params that core adds to an action, by its kind; `call.ts` takes them out again before the platform. */
export function controlsOf(action: ActionDefinition, paging: Paging | undefined): Record<string, JsonSchema> {
  const controls: Record<string, JsonSchema> = {};
  if (action.paginated && paging) {
    controls.limit = {
      type: "integer",
      minimum: 1,
      maximum: paging.max,
      description: `Items on this page; ${paging.default} by default.`,
    };
    controls.cursor = {
      type: "string",
      minLength: 1,
      description: "meta.next_cursor of the page before; keep the other params as they were.",
    };
  }
  if (weakest(action.effect) === "read")
    controls.fields = {
      type: "array",
      items: { type: "string" },
      description: "Fields of the record to give back; all by default.",
    };
  else
    controls.dry_run = {
      type: "boolean",
      description: "Check the call and show what it would send; send nothing.",
    };
  return controls;
}
