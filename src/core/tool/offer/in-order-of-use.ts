import type { CompiledAction } from "../../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../../contract/definition.ts";

/** The everyday actions come first, in the order of the connector's list. */
export function inOrderOfUse(
  { everyday = [] }: ConnectorDefinition,
  offered: readonly CompiledAction[],
): CompiledAction[] {
  const places = new Map(everyday.map((name, place) => [name as string, place]));
  const placeOf = ({ entity, action }: CompiledAction) => places.get(`${entity}.${action}`) ?? Infinity;
  // `a - b` of two infinite numbers is no number.
  return offered.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
}
