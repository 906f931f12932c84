import type { ActionIndex } from "../contract/compiled-action.ts";
import type { Envelope, ToolOptions } from "../contract/tool.ts";
import { isDict, type Dict } from "../ground/json.ts";
import { foldName } from "../ground/similar-names.ts";
import { shortSignature } from "../schema/signature.ts";
import type { PlannedToolCall } from "./agent-tool.ts";
import { describeActions, describeConnector } from "./describe-actions.ts";
import { describePermissions } from "./describe-permissions.ts";
import { failed } from "./failure.ts";
import type { OfferedActions } from "./offered-actions.ts";
import { firstFitting } from "./output-budget.ts";
import { parseArguments } from "./parse-arguments.ts";

/** A call that asks about actions: `describe`, or `search` of the entity `connector`. */
export interface Question {
  entity: unknown;
  action: unknown;
  params: unknown;
}

/** Plans a question. The answer needs no request to the platform, so a question never needs an approval. */
export const planQuestion = (
  offered: OfferedActions,
  asked: Question,
  options: ToolOptions,
): PlannedToolCall => ({
  resolved: undefined,
  run: (callOptions) =>
    answer(offered, asked, options)
      .then((about): Envelope => ({ ok: true, data: about, meta: {}, text: JSON.stringify(about) }))
      .catch((error: unknown) => failed(error, callOptions)),
});

async function answer(
  offered: OfferedActions,
  { entity, action, params }: Question,
  options: ToolOptions,
): Promise<Dict> {
  const { lookup } = offered;
  const given = parseArguments(params);
  if (entity === "connector" && typeof action === "string" && foldName(action) === "search")
    return search(lookup, given, options);
  const asked = isDict(given) ? given : {};
  // Some models put the name of the entity into `params`.
  const named = entity === "connector" || entity === undefined ? asked.entity : entity;
  const one = named === undefined || named === "connector" ? undefined : String(named);
  const wanted = typeof asked.action === "string" ? asked.action : undefined;
  if (one === undefined) return describeConnector(lookup, describePermissions(offered), options);
  return describeActions(lookup, one, wanted, options);
}

/** The maximum length of a signature and of a description in the result of a search, in characters. */
const longestSignature = 160;
const longestDescription = 100;

/** Returns one line per found action, such as `users.list(limit?: int): List users.` */
async function search(lookup: ActionIndex, params: unknown, options: ToolOptions): Promise<Dict> {
  // Some models send the words instead of an object.
  const { query, ...rest } = isDict(params) ? params : { query: params };
  const found = await lookup.search(query as string, rest);
  if (found.length === 0)
    return { actions: [], hint: "No action matches. Search with other words, or call describe." };
  const signatures = found.map(
    ({ entity, signature }) => `${entity}.${shortSignature(signature, longestSignature)}`,
  );
  const lines = found.map(({ description }, index) => `${signatures[index]!}: ${firstSentence(description)}`);
  return firstFitting([() => ({ actions: lines }), () => ({ actions: signatures })], options);
}

function firstSentence(text: string): string {
  const [first = ""] = text.split(/(?<=\.)\s/, 1);
  return first.length <= longestDescription
    ? first
    : `${first.slice(0, longestDescription).replace(/\s+\S*$/, "")}…`;
}
