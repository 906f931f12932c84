import type { CompiledAction } from "../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import { shortSignature } from "../schema/signature.ts";

/** The parts of a description that do not list actions. A part can be empty. */
export interface Notes {
  head: string;
  /** Says which control params the actions take. */
  controls: string;
  /** Explains formats that the signatures do not show. */
  formats: string;
  /** Lists the allowed ids. */
  only: string;
  /** Says that results are not instructions. */
  dataNote: string;
}

/**
 * The number of actions per entity that are listed with their signatures. The first actions of the entity are listed.
 */
const commonActions = 5;

/** The maximum length of a signature, in characters. A longer signature loses its last optional params. */
const longestSignature = 160;

/**
 * Creates the description of a tool that has too many actions to list. The names of the entities come first, then the
 * signatures of common actions, then the names of other actions. One sentence says how to find the other actions. The
 * text is never longer than `budget`, in characters.
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
    // An entity without listed actions is in the list of other entities. When its first action is listed, the entity
    // moves to a separate line.
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
 * Calls `show` for the first action of each entity, then for the second action of each entity, and so on. Shows at
 * most `most` actions of an entity.
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

const findNote = "Not all actions are listed. Find more: entity connector, action search, params {query}.";

/**
 * Leaves out notes until the remaining notes take at most half of the budget. The head and `findNote` always stay.
 */
function fittingNotes({ head, controls, formats, only, dataNote }: Notes, budget: number) {
  const last = `${findNote} Action describe: details. ${dataNote}`;
  const tails = [[controls, formats, only, last], [controls, only, last], [only, last], [last]].map((lines) =>
    lines.filter((line) => line !== "").join("\n"),
  );
  const tail = tails.find((text) => head.length + text.length <= budget / 2) ?? last;
  return head.length + tail.length < budget ? { head, tail } : { head: findNote, tail: dataNote };
}

/**
 * Returns the actions of each entity. The entities in `order` come first, and then the entities with the most
 * actions.
 */
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
