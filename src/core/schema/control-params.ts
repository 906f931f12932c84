import type { ActionDefinition } from "../contract/action.ts";
import { strongest, weakest } from "../contract/effect.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { Paging } from "../contract/wire/paging.ts";
import type { Issue } from "../ground/errors.ts";
import { isPart, readField } from "../ground/field-part.ts";
import { show } from "../ground/json.ts";
import { nearest } from "../ground/similar-names.ts";

/** Returns the params that this package adds to an action. `list`: whether the action returns a list. */
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
      description: "Cursor from `next` of the previous page; keep the other params.",
    };
  } else if (list && strongest(action.effect) === "read")
    controls.cursor = {
      type: "string",
      minLength: 1,
      description: "Cursor from `next` of the previous result.",
    };
  if (weakest(action.effect) === "read")
    controls.fields = {
      type: "array",
      items: { type: "string" },
      description: "Fields of the record to return; all by default.",
    };
  if (strongest(action.effect) !== "read")
    controls.dry_run = {
      type: "boolean",
      description: "Check the call and show what it would send; send nothing.",
    };
  return controls;
}

/**
 * Returns an issue for each unknown name in the param `fields`. If `known` is empty, every name is allowed. If the
 * action has a `view`, every name with a position, such as `text@5800`, is allowed, because the `view` can add fields
 * that `known` lacks.
 */
export function checkFields(
  fields: unknown,
  known: readonly string[],
  { view }: Pick<ActionDefinition, "view">,
): Issue[] {
  if (!Array.isArray(fields) || known.length === 0) return [];
  return (fields as string[]).flatMap((name, index) => {
    const reads = isPart(name);
    const top = reads ? readField(name).path.split(".")[0]! : name;
    if (known.includes(top) || (reads && view)) return [];
    const near = nearest(name, known);
    const instead = near === undefined ? "" : `; did you mean ${near}?`;
    return [{ path: `fields[${index}]`, message: `the record has no ${show(name)}${instead}` }];
  });
}
