import { noApproval } from "../call/approval-error.ts";
import type { CallOptions } from "../contract/call-options.ts";
import type { FoundAction } from "../contract/search.ts";
import type { PlannedToolCall, ToolResult, ToolOptions } from "../contract/tool.ts";
import { ConnectorError } from "../ground/errors.ts";
import { isDict, type Dict } from "../ground/json.ts";
import { foldName } from "../ground/similar-names.ts";
import { isIdOfJob } from "../job/job-errors.ts";
import { shortSignature } from "../schema/signature.ts";
import { describeActions, describeConnector } from "./describe-actions.ts";
import { describePermissions } from "./describe-permissions.ts";
import { failed } from "./output/failure.ts";
import { forModel } from "./output/output.ts";
import type { OfferedActions } from "./offer/offered-actions.ts";
import { firstFitting } from "./output/output-budget.ts";
import { runOffered } from "./offer/plan-offered.ts";
import { parseArguments, readQuestion } from "./offer/parse-arguments.ts";

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
): PlannedToolCall => ({
  resolved: undefined,
  preview: () =>
    Promise.reject(new ConnectorError("invalid_params", "A question about actions has no dry run.")),
  run: (callOptions = {}) =>
    (outcomeOf(offered, asked, options, callOptions) ?? answerText(offered, asked, options)).catch(
      (error: unknown) => failed(error, callOptions),
    ),
});

const answerText = async (
  offered: OfferedActions,
  asked: Question,
  options: ToolOptions,
): Promise<ToolResult> => {
  const about = await answer(offered, asked, options);
  return { ok: true, data: about, meta: {}, text: JSON.stringify(about) };
};

/** Returns the id of an approval if the arguments of a dispatcher ask for its outcome. */
export function askedApproval(input: unknown): string | undefined {
  const { entity, action, params } = readQuestion(input);
  const id = idIn({ entity, action, params });
  return id === undefined || isIdOfJob(id) ? undefined : id;
}

/** Returns the id of an approval or of a job if a question asks for its outcome. */
function idIn({ entity, action, params }: Question): string | undefined {
  if (entity !== "connector" || typeof action !== "string" || foldName(action) !== "outcome")
    return undefined;
  const given = parseArguments(params);
  return String((isDict(given) ? given.id : given) ?? "");
}

/** Reads the outcome of a call that waited. Returns undefined if the question asks for something else. */
function outcomeOf(
  offered: OfferedActions,
  question: Question,
  options: ToolOptions,
  callOptions: CallOptions,
): Promise<ToolResult> | undefined {
  const id = idIn(question);
  if (id === undefined) return undefined;
  if (!offered.outcome)
    return isIdOfJob(id) ? jobOutcome(offered, id, options, callOptions) : Promise.reject(noApproval(id));
  return offered
    .outcome(id, callOptions.signal)
    .then(({ entity, action, result: { data, meta } }): ToolResult => {
      const compiled = offered.find(entity, action, []);
      return { ok: true, data, meta, text: forModel(compiled, {}, { data, meta }, options) };
    });
}

/** Goes on with a job, if the tool offers its action. */
async function jobOutcome(
  offered: OfferedActions,
  id: string,
  options: ToolOptions,
  callOptions: CallOptions,
): Promise<ToolResult> {
  const plan = await offered.caller.planJob(id);
  offered.find(plan.compiled.entity, plan.compiled.action, []);
  return runOffered(plan, offered, options, callOptions, { id });
}

async function answer(
  offered: OfferedActions,
  { entity, action, params }: Question,
  options: ToolOptions,
): Promise<Dict> {
  const { lookup } = offered;
  const given = parseArguments(params);
  if (entity === "connector" && typeof action === "string" && foldName(action) === "search")
    return search(offered, given, options);
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

/** The maximum lengths of a signature, of a result's shape and of a description in the result of a search. */
const longestSignature = 160;
const longestShape = 60;
const longestDescription = 100;

/** Returns lines such as `users.list(limit?: int) → {id, name, …}[]: List users.` */
async function search(
  { lookup, ...offered }: OfferedActions,
  params: unknown,
  options: ToolOptions,
): Promise<Dict> {
  // Some models send the words instead of an object.
  const { query, ...rest } = isDict(params) ? params : { query: params };
  const { actions: found, says, nearest } = await lookup.search(query as string, rest);
  const wider =
    offered.unchosen > 0 ? await offered.wider().search(query as string, { ...rest, limit: 1 }) : undefined;
  const [best] = wider?.actions ?? [];
  const not_offered = best && !offered.has(best.entity, best.action) ? { not_offered: betterExists } : {};
  if (found.length === 0)
    return best
      ? { ...not_offered, actions: [] }
      : { actions: [], none: says ?? nothingFound, ...(nearest.length > 0 ? { nearest } : {}) };
  const signatures = found.map(
    ({ entity, signature }) => `${entity}.${shortSignature(signature, longestSignature)}`,
  );
  const lines = found.map((action, index) => `${signatures[index]!}${aboutAction(action)}`);
  return firstFitting(
    [
      () => ({ ...not_offered, actions: lines }),
      () => ({ ...not_offered, actions: signatures }),
      () => ({ actions: signatures }),
    ],
    options,
  );
}

const aboutAction = ({ returns = "", description }: FoundAction): string =>
  `${returns !== "" && returns.length <= longestShape ? ` → ${returns}` : ""}: ${firstSentence(description)}`;

const nothingFound =
  "No action does this. Search with other words only if you can name the thing more exactly. Otherwise say that it is not possible here.";

const betterExists =
  "An action that matches better exists, but this tool does not offer it. Only the developer can offer it.";

function firstSentence(text: string): string {
  const [first = ""] = text.split(/(?<=\.)\s/, 1);
  return first.length <= longestDescription
    ? first
    : `${first.slice(0, longestDescription).replace(/\s+\S*$/, "")}…`;
}
