import type { ActionDefinition } from "../contract/action.ts";
import { strongest, weakest } from "../contract/effect.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { Paging } from "../contract/operation.ts";
import type { Issue } from "../ground/errors.ts";
import { isPart, readField } from "../ground/field-part.ts";
import { show } from "../ground/json.ts";
import { nearest } from "../ground/similar-names.ts";

/** The control params of an action: `limit`, `cursor`, `fields`, `dry_run`. They are never sent to the platform. */
export function controlParams(
  action: ActionDefinition,
  paging: Paging | undefined,
  list: boolean,
): Record<string, JsonSchema> {
  const controls: Record<string, JsonSchema> = {};
  if (action.paginated && paging) {
    if (paging.limit !== undefined)
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
  } else if (list && strongest(action.effect) === "read")
    controls.cursor = { type: "string", minLength: 1, description: "cursor of next in the result before." };
  if (weakest(action.effect) === "read")
    controls.fields = {
      type: "array",
      items: { type: "string" },
      description: "Fields of the record to give back; all by default.",
    };
  if (strongest(action.effect) !== "read")
    controls.dry_run = {
      type: "boolean",
      description: "Check the call and show what it would send; send nothing.",
    };
  return controls;
}

/**
 * Checks the param `fields` against the declared fields of the record. Without declared fields, any name is valid. A view
 * has fields of its own, in which a model can read on (`text@5800`).
 */
export function checkFields(
  fields: unknown,
  declared: readonly string[],
  { view }: Pick<ActionDefinition, "view">,
): Issue[] {
  if (!Array.isArray(fields) || declared.length === 0) return [];
  return (fields as string[]).flatMap((name, index) => {
    const reads = isPart(name);
    const top = reads ? readField(name).path.split(".")[0]! : name;
    if (declared.includes(top) || (reads && view)) return [];
    const near = nearest(name, declared);
    const instead = near === undefined ? `its fields: ${declared.join(", ")}` : `did you mean ${near}?`;
    return [{ path: `fields[${index}]`, message: `the record has no ${show(name)}; ${instead}` }];
  });
}
