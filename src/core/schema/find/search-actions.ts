import type { ActionEntry, ActionIndex } from "../../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../../contract/definition.ts";
import { canHave, effects, weakest, type Effect } from "../../contract/effect.ts";
import type { FoundAction } from "../../contract/search.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { readDict, show } from "../../ground/json.ts";
import type { Rank } from "./rank-actions.ts";

export type SearchActions = (
  offered: ReadonlySet<ActionEntry>,
  ...asked: Parameters<ActionIndex["search"]>
) => ReturnType<ActionIndex["search"]>;

/** Creates a search over all actions. The first search loads the jobs and builds the index. */
export function createSearchActions(
  { synonyms = {}, jobs, everyday = [] }: ConnectorDefinition,
  all: readonly ActionEntry[],
  compile: ActionIndex["compile"],
): SearchActions {
  let ranking: Promise<Rank> | undefined;
  const create = async () => {
    // Loaded only now, because most programs never search.
    const { createRanking } = await import("./rank-actions.ts");
    const actions = [];
    for (const entry of all) {
      const { schemas } = await compile(entry[0], entry[1]);
      actions.push({ entry, params: schemas.params });
    }
    return createRanking(actions, { synonyms, jobs: (await jobs?.()) ?? [], everyday });
  };
  const describe = async ([entity, action, definition]: ActionEntry): Promise<FoundAction> => {
    const { signature, fields } = await compile(entity, action);
    const returns = shapeOf(fields, definition.paginated);
    return {
      entity,
      action,
      signature,
      ...(returns === undefined ? {} : { returns }),
      description: definition.description,
      effect: weakest(definition.effect),
    };
  };
  return async (offered, query, options) => {
    const { words, effect, limit } = readSearch(query, options);
    ranking ??= create();
    ranking.catch(() => (ranking = undefined));
    const { positions, says, nearest } = (await ranking)(words);
    const fits = (position: number) => {
      const entry = all[position]!;
      return offered.has(entry) && (!effect || canHave(entry[2].effect, effect));
    };
    const found = positions.filter(fits).slice(0, limit);
    const actions = await Promise.all(found.map((position) => describe(all[position]!)));
    if (actions.length > 0) return { actions, nearest: [] };
    return {
      actions,
      ...(says === undefined ? {} : { says }),
      nearest: nearest.filter(fits).map((position) => all[position]!.slice(0, 2).join(".")),
    };
  };
}

const mostShown = 4;

/** Returns the first fields of a result: `{id, name, …}`, or `{id, name, …}[]` for a list. */
function shapeOf(fields: readonly string[], isList: boolean): string | undefined {
  if (fields.length === 0) return undefined;
  const shown = [...fields.slice(0, mostShown), ...(fields.length > mostShown ? ["…"] : [])];
  return `{${shown.join(", ")}}${isList ? "[]" : ""}`;
}

const defaultLimit = 8;
const mostFound = 50;

const maxQueryLength = 500;

function readSearch(query: unknown, options: unknown): { words: string; effect?: Effect; limit: number } {
  const bad = (path: string, message: string) =>
    new ConnectorError("invalid_params", message, {
      path,
      hint: `Give query: what you want to do, in a few words; and, if needed, effect (${effects.join(", ")}) and limit.`,
    });
  if (typeof query !== "string" || query.trim() === "" || query.length > maxQueryLength)
    throw bad("query", `query must be a text of 1 to ${maxQueryLength} characters, got ${show(query)}.`);
  const given = options === undefined ? {} : readDict(options);
  if (!given) throw bad("options", `The options of a search must be an object, got ${show(options)}.`);
  const { effect, limit = defaultLimit, ...rest } = given;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw bad(unknown.slice(0, 60), `A search has no option ${show(unknown)}.`);
  if (effect !== undefined && !effects.includes(effect as Effect))
    throw bad("effect", `effect must be one of ${effects.join(", ")}, got ${show(effect)}.`);
  if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1 || limit > mostFound)
    throw bad("limit", `limit must be an integer from 1 to ${mostFound}, got ${show(limit)}.`);
  return { words: query, ...(effect === undefined ? {} : { effect: effect as Effect }), limit };
}
