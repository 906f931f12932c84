import { noApproval } from "../call/approval-error.ts";
import type { CallOptions } from "../contract/call-options.ts";
import type { FoundAction } from "../contract/search.ts";
import type { ToolOptions, ToolResult } from "../contract/tool.ts";
import { isDict, type Dict } from "../ground/json.ts";
import { foldName } from "../ground/similar-names.ts";
import { isIdOfJob } from "../job/job-errors.ts";
import { shortSignature } from "../schema/signature.ts";
import { describeActions, describeConnector } from "./describe-actions.ts";
import { describePermissions } from "./describe-permissions.ts";
import type { OfferedActions } from "./offer/offered-actions.ts";
import { parseArguments } from "./offer/parse-arguments.ts";
import { runOffered } from "./offer/run-offered.ts";
import { forModel } from "./output/output.ts";
import { firstFitting } from "./output/output-budget.ts";

/** A call about actions: `describe`, or `search` of the entity `connector`. */
export interface Question {
  entity: unknown;
  action: unknown;
  params: unknown;
  /** The id of the approval or job whose outcome the call asks for. Undefined if it asks for something else. */
  outcomeOf: string | undefined;
}

export async function answerQuestion(
  offered: OfferedActions,
  { outcomeOf, ...asked }: Question,
  options: ToolOptions,
  callOptions: CallOptions,
): Promise<ToolResult> {
  if (outcomeOf !== undefined) return outcome(offered, outcomeOf, options, callOptions);
  const about = await answer(offered, asked, options);
  return { ok: true, data: about, meta: {}, text: JSON.stringify(about) };
}

/** Reads the outcome of a call that waited. */
async function outcome(
  offered: OfferedActions,
  id: string,
  options: ToolOptions,
  callOptions: CallOptions,
): Promise<ToolResult> {
  if (!offered.outcome) {
    if (isIdOfJob(id)) return jobOutcome(offered, id, options, callOptions);
    throw noApproval(id);
  }
  const { entity, action, result } = await offered.outcome(id, callOptions.signal);
  const { data, meta } = result;
  const compiled = offered.find(entity, action, []);
  return { ok: true, data, meta, text: forModel(compiled, {}, { data, meta }, options) };
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
  { entity, action, params }: Omit<Question, "outcomeOf">,
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
