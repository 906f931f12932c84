import { type GraphQLSchema, isCompositeType } from "graphql";
import { ConnectorError } from "../../core/ground/errors.ts";
import { nearest } from "../../core/ground/similar-names.ts";
import type { DraftAction, Skipped } from "../draft.ts";

/**
 * Checks that each key of the selections names a type with fields, a root field or an action. Nothing would read a
 * misspelled one.
 * @throws ConnectorError `config_error`
 */
export function checkSelections(
  keys: readonly string[],
  schema: GraphQLSchema,
  actions: readonly DraftAction[],
  skipped: readonly Skipped[],
): void {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => isCompositeType(type) && !type.name.startsWith("__") && !roots.some((root) => root === type),
  );
  const known = [
    ...types.map(({ name }) => name),
    ...actions.flatMap(({ source, entity, action }) => [source, `${entity}.${action}`]),
  ];
  const unknown = keys.find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const reason = skipped.find(({ source }) => source === unknown)?.reason;
  const near = nearest(unknown, known);
  throw new ConnectorError(
    "config_error",
    `The selections have ${unknown}, which is not a type with fields or an operation of the schema.`,
    {
      path: `selections.${unknown}`,
      hint:
        reason ??
        (near === undefined
          ? "Use the name of a type, such as Issue, or of an operation, such as query issue."
          : `Did you mean ${near}?`),
    },
  );
}
