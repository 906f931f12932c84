import type { ActionEntry, ActionIndex } from "../../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../../contract/definition.ts";
import { canHave, effects, weakest, type Effect } from "../../contract/effect.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { readDict, show } from "../../ground/json.ts";
import type { Search } from "./search-index.ts";

export type SearchActions = (
  offered: ReadonlySet<ActionEntry>,
  ...asked: Parameters<ActionIndex["search"]>
) => ReturnType<ActionIndex["search"]>;

/** Creates a search over all actions. The first search builds the index. */
export function createSearchActions(
  { synonyms = {} }: ConnectorDefinition,
  all: readonly ActionEntry[],
  compile: ActionIndex["compile"],
): SearchActions {
  let index: Promise<Search> | undefined;
  const create = async () => {
    // Loaded only now, because most programs never search.
    const { createSearch } = await import("./search-index.ts");
    const actions = [];
    for (const entry of all)
      actions.push({ entry, params: (await compile(entry[0], entry[1])).schemas.params });
    return createSearch(actions, synonyms);
  };
  return async (offered, query, options) => {
    const { words, effect, limit } = readSearch(query, options);
    index ??= create();
    index.catch(() => (index = undefined));
    const search = await index;
    const found = [];
    for (const position of search(words)) {
      if (found.length === limit) break;
      const entry = all[position]!;
      const [entity, action, definition] = entry;
      if (!offered.has(entry) || (effect && !canHave(definition.effect, effect))) continue;
      const { signature } = await compile(entity, action);
      const { description } = definition;
      found.push({ entity, action, signature, description, effect: weakest(definition.effect) });
    }
    return found;
  };
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
