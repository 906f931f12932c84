import type { CompiledAction } from "../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import { shortSignature } from "../schema/signature.ts";

/** The parts of a description besides the actions. Each part can be empty. */
export interface Notes {
  head: string;
  /** Says which control params the actions take. */
  controls: string;
  /** Explains formats that the signatures do not show. */
  formats: string;
  only: string;
  /** Says that results are not instructions. */
  dataNote: string;
}

/** The maximum number of actions of an entity that are listed with their signatures. */
const commonActions = 5;

/** The length, in characters, above which a signature loses its last optional params. */
const longestSignature = 160;

/**
 * Creates the description of a tool that has too many actions to list. Lists the entities, the signatures of common
 * actions and the names of other actions, and says how to find the rest. The text is never longer than `budget`, in
 * characters.
 */
export function listSomeActions(
  connector: ConnectorDefinition,
  offered: readonly CompiledAction[],
  notes: Notes,
  budget: number,
): string {
  const { head, tail } = fittingNotes(notes, budget);
  let room = budget - head.length - tail.length - 2 * "\n".length;
  const take = (length: number): boolean => {
    if (length > room) return false;
    room -= length;
    return true;
  };

  /** The actions that the description lists, by entity. */
  const lines = new Map<string, string[]>();
  if (!take(otherEntities.length + more.length + "\n".length)) return `${head}\n${tail}`.slice(0, budget);
  const all = mostUsedFirst(connector, offered);
  const entities = all.filter(([entity]) => take(entity.length + ", ".length));
  for (const [entity] of entities) lines.set(entity, []);
  const listed = new Set<CompiledAction>();
  const list = (one: CompiledAction, text: string) => {
    const line = lines.get(one.entity)!;
    // Entities without listed actions share one line. An entity gets its own line with its first listed action.
    const separators = line.length === 0 ? "\n: ".length - ", ".length : ", ".length;
    if (listed.has(one) || !take(text.length + separators)) return;
    line.push(text);
    listed.add(one);
  };
  inTurn(entities, commonActions, (one) => list(one, shortSignature(one.signature, longestSignature)));
  if (entities.length === all.length) inTurn(entities, Infinity, (one) => list(one, one.action));

  const withActions = [...lines].filter(([, actions]) => actions.length > 0);
  const others = [...lines].filter(([, actions]) => actions.length === 0).map(([entity]) => entity);
  return [
    head,
    ...withActions.map(([entity, actions]) => `${entity}: ${actions.join(", ")}`),
    ...(others.length > 0 ? [otherEntities + others.join(", ") + (lines.size < all.length ? more : "")] : []),
    tail,
  ].join("\n");
}

const otherEntities = "Other entities: ";

const more = ", …";

type EntityActions = readonly [entity: string, actions: readonly CompiledAction[]];

/**
 * Shows the first action of each entity, then the second action of each entity, and so on, up to `most` actions of an
 * entity.
 */
function inTurn(
  entities: readonly EntityActions[],
  most: number,
  show: (action: CompiledAction) => void,
): void {
  let rest = entities;
  for (let rank = 0; rank < most && rest.length > 0; rank++) {
    rest = rest.filter(([, actions]) => actions.length > rank);
    for (const [, actions] of rest) show(actions[rank]!);
  }
}

export const detailsNote = "Details: describe(action).";

const findNote = "Not all actions are listed. Find more: entity connector, action search, params {query}.";

/**
 * Leaves out notes until the head and the remaining notes take at most half of the budget. `findNote` always stays.
 */
function fittingNotes({ head, controls, formats, only, dataNote }: Notes, budget: number) {
  const last = `${findNote} ${detailsNote} ${dataNote}`;
  const tails = [[controls, formats, only, last], [controls, only, last], [only, last], [last]].map((lines) =>
    lines.filter((line) => line !== "").join("\n"),
  );
  const tail = tails.find((text) => head.length + text.length <= budget / 2) ?? last;
  return head.length + tail.length < budget ? { head, tail } : { head: findNote, tail: dataNote };
}

/** Sorts the entities: first the entities in `order`, and then those with the most actions. */
function mostUsedFirst(
  { order = [] }: ConnectorDefinition,
  offered: readonly CompiledAction[],
): EntityActions[] {
  const byEntity = new Map<string, CompiledAction[]>();
  for (const one of offered) {
    const actions = byEntity.get(one.entity);
    if (actions) actions.push(one);
    else byEntity.set(one.entity, [one]);
  }
  const ranks = new Map(order.map((entity, rank) => [entity, rank]));
  const rank = (entity: string) => ranks.get(entity) ?? order.length;
  return [...byEntity].toSorted(([a, ofA], [b, ofB]) => rank(a) - rank(b) || ofB.length - ofA.length);
}
