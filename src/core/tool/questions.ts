import type { MissingTopic } from "../contract/missing-topic.ts";
import type { PlannedToolCall, ToolResult, ToolOptions } from "../contract/tool.ts";
import { ConnectorError } from "../ground/errors.ts";
import { isDict, type Dict } from "../ground/json.ts";
import { foldName } from "../ground/similar-names.ts";
import { shortSignature } from "../schema/signature.ts";
import { describeActions, describeConnector } from "./describe-actions.ts";
import { describePermissions } from "./describe-permissions.ts";
import { failed } from "./output/failure.ts";
import type { OfferedActions } from "./offer/offered-actions.ts";
import { firstFitting } from "./output/output-budget.ts";
import { parseArguments } from "./offer/parse-arguments.ts";

/** A call about actions: `describe`, or `search` of the entity `connector`. */
export interface Question {
  entity: unknown;
  action: unknown;
  params: unknown;
}

/** Plans the answer to a question. The answer needs no request to the platform, so a question needs no approval. */
export const planQuestion = (
  offered: OfferedActions,
  asked: Question,
  options: ToolOptions,
  missing: readonly MissingTopic[] = [],
): PlannedToolCall => ({
  resolved: undefined,
  preview: () =>
    Promise.reject(new ConnectorError("invalid_params", "A question about actions has no dry run.")),
  run: (callOptions = {}) =>
    answer(offered, asked, options, missing)
      .then((about): ToolResult => ({ ok: true, data: about, meta: {}, text: JSON.stringify(about) }))
      .catch((error: unknown) => failed(error, callOptions)),
});

async function answer(
  offered: OfferedActions,
  { entity, action, params }: Question,
  options: ToolOptions,
  missing: readonly MissingTopic[],
): Promise<Dict> {
  const { lookup } = offered;
  const given = parseArguments(params);
  if (entity === "connector" && typeof action === "string" && foldName(action) === "search")
    return search(offered, given, options, missing);
  const asked = isDict(given) ? given : {};
  // Some models put the name of the entity into `params`.
  const named = entity === "connector" || entity === undefined ? asked.entity : entity;
  const one = named === undefined || named === "connector" ? undefined : String(named);
  const wanted = typeof asked.action === "string" ? asked.action : undefined;
  if (one === undefined) return describeConnector(lookup, describePermissions(offered), options);
  return describeActions(lookup, one, wanted, options).catch((unknown: unknown) => {
    let found;
    try {
      found = offered.wider().select(one, wanted);
    } catch {
      throw unknown;
    }
    throw offered.notChosen(found);
  });
}

/** The maximum lengths of a signature and of a description in the result of a search. */
const longestSignature = 160;
const longestDescription = 100;

/** Returns lines such as `users.list(limit?: int): List users.` */
async function search(
  { lookup, ...offered }: OfferedActions,
  params: unknown,
  options: ToolOptions,
  missing: readonly MissingTopic[],
): Promise<Dict> {
  // Some models send the words instead of an object.
  const { query, ...rest } = isDict(params) ? params : { query: params };
  const found = await lookup.search(query as string, rest);
  const texts = missingTexts(query as string, missing);
  const not_available = texts.length > 0 ? { not_available: texts } : {};
  const [best] =
    offered.unchosen > 0 ? await offered.wider().search(query as string, { ...rest, limit: 1 }) : [];
  const not_offered = best && !offered.has(best.entity, best.action) ? { not_offered: betterExists } : {};
  if (found.length === 0)
    return best
      ? { ...not_available, ...not_offered, actions: [] }
      : {
          ...not_available,
          actions: [],
          hint: "No action matches. Search with other words, or call describe.",
        };
  const signatures = found.map(
    ({ entity, signature }) => `${entity}.${shortSignature(signature, longestSignature)}`,
  );
  const lines = found.map(({ description }, index) => `${signatures[index]!}: ${firstSentence(description)}`);
  return firstFitting(
    [
      () => ({ ...not_available, ...not_offered, actions: lines }),
      () => ({ ...not_available, ...not_offered, actions: signatures }),
      () => ({ ...not_available, actions: signatures }),
    ],
    options,
  );
}

const betterExists =
  "An action that matches better exists, but this tool does not offer it. Only the developer can offer it.";

/** Returns the texts about the missing topics whose words are in the query. */
function missingTexts(query: string, missing: readonly MissingTopic[]): string[] {
  const asked = ` ${query.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ")} `;
  return missing.flatMap(({ words, says }) =>
    words.some((word) => asked.includes(` ${word} `)) ? [says] : [],
  );
}

function firstSentence(text: string): string {
  const [first = ""] = text.split(/(?<=\.)\s/, 1);
  return first.length <= longestDescription
    ? first
    : `${first.slice(0, longestDescription).replace(/\s+\S*$/, "")}…`;
}
