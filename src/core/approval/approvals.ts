import type { ApprovalRecord, ApprovalRules, AskedCall } from "../contract/approval.ts";
import type { CallOptions } from "../contract/call-options.ts";
import type {
  AgentTool,
  DecideOptions,
  ApprovalDecision,
  ToolResult,
  PlannedToolCall,
  ResolvedCall,
} from "../contract/tool.ts";
import { ConnectorError, toConnectorError } from "../ground/errors.ts";
import { hashOf } from "../ground/hash.ts";
import { checkPrivate } from "../store/check-store.ts";
import { approvals as approvalsKind } from "../store/kinds.ts";
import { recordsOf, type Records } from "../store/records.ts";
import { optionError, optionTypes, readOptions } from "../ground/read-options.ts";
import { canonicalJson } from "../schema/validate/canonical-json.ts";
import { toolOf } from "../tool/offer/agent-tool.ts";
import { failure } from "../tool/output/failure.ts";
import { approvalReason, approvedState } from "./approval-reason.ts";
import { callDigest, recordId } from "./call-digest.ts";
import { ask, finish, start } from "./call-record.ts";
import { firstOutcome } from "./first-outcome.ts";

export type ApprovalTool = AgentTool & Required<Pick<AgentTool, "decide">>;

/**
 * Returns tools that run certain calls only after a person has approved them. `decide` returns the text that describes
 * such a call to the person. The framework shows this text, and runs `call` only after the person has agreed. `call`
 * refuses such a call if nobody was asked, or if the arguments or the current values have changed since the question.
 * Every write runs at most once per scope, call id and arguments. A repeated call waits for the result of the first
 * call, until 60 seconds after the first call has started.
 * @throws ConnectorError `config_error` for an invalid scope or store
 */
export function approvals(tools: readonly AgentTool[], rules: ApprovalRules): ApprovalTool[] {
  if (!Array.isArray(tools) || !tools.every((tool) => typeof tool?.plan === "function"))
    throw optionError(
      "tools",
      "The tools must be the result of agentTools.",
      "Write approvals(await agentTools(connector), rules).",
    );
  readOptions(rules, knownRules, "rules of approvals", "");
  const { scope, store } = rules;
  const bad = (path: string, message: string, hint: string) =>
    new ConnectorError("config_error", message, { path, hint });
  if (typeof scope !== "function" && (typeof scope !== "string" || scope === ""))
    throw bad(
      "scope",
      "The scope must be a text or a function.",
      "Pass the id of the conversation, because the ids of calls are unique only within one conversation.",
    );
  if (!optionTypes.store.is(store))
    throw bad("store", "Approvals need a store.", 'Pass fileStore("./state"), or memoryStore() for a test.');
  const records = recordsOf(checkPrivate(store), approvalsKind);
  return tools.map((tool) => withApproval(tool, rules, records));
}

const knownRules = {
  scope: optionTypes.anything,
  store: optionTypes.anything,
  needsApproval: optionTypes.function,
};

function withApproval(
  tool: AgentTool,
  { scope, needsApproval = isWrite }: ApprovalRules,
  records: Records<ApprovalRecord>,
): ApprovalTool {
  const idOf = (callId: string, context: unknown) =>
    recordId(typeof scope === "string" ? scope : checkedScope(scope(context)), callId);
  const look = async (
    planned: PlannedToolCall,
    call: ResolvedCall,
    options: CallOptions,
  ): Promise<AskedCall> => {
    const digest = await callDigest(tool.name, call);
    try {
      const result = { data: { effect: call.effect, params: call.params }, meta: {} };
      const preview = (await planned.preview?.(options)) ?? { title: tool.name, description: "", result };
      const state = await hashOf(canonicalJson(approvedState(preview, call)));
      return { digest, reason: approvalReason(preview, call), state };
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      const failed = failure(toConnectorError(error));
      return { digest, reason: failed.error.message, state: "", failed };
    }
  };

  const decide = async (input: unknown, options: DecideOptions = {}): Promise<ApprovalDecision> => {
    const { answered = false, ...callOptions } = options;
    const planned = tool.plan(input);
    const call = planned.resolved;
    if (!call || !(await needsApproval(call))) return { status: "run" };
    if (!options.callId) return refuse(noCallId());
    const id = await idOf(options.callId, options.context);
    const earlier = (await records.read(id))?.asked;
    if (earlier) return decisionAbout(earlier, await callDigest(tool.name, call));
    if (answered) return refuse(nobodyAsked());
    const asked = await look(planned, call, callOptions);
    const kept = await records.update(id, (before) => {
      const value = ask(before, asked, Date.now());
      return { value, result: value.asked! };
    });
    return decisionAbout(kept, asked.digest);
  };

  const obstacle = async (
    planned: PlannedToolCall,
    call: ResolvedCall,
    { asked, options }: { asked: AskedCall | undefined; options: CallOptions },
  ): Promise<ToolResult | undefined> => {
    if (!asked) return failure(nobodyAsked());
    if (asked.digest !== (await callDigest(tool.name, call))) return failure(otherArguments());
    if (asked.failed) return asked.failed;
    const now = await look(planned, call, options);
    return now.state === asked.state ? undefined : failure(changedSince(asked, now));
  };

  const runOnce = async (planned: PlannedToolCall, call: ResolvedCall, id: string, options: CallOptions) => {
    const digest = await callDigest(tool.name, call);
    options.signal?.throwIfAborted();
    const { earlier, other } = await records.update(id, (before) => {
      const { record, ...result } = start(before, digest, Date.now());
      return { value: record, result };
    });
    if (other) return failure(otherArguments());
    if (earlier) {
      const again = async () => (await records.read(id))?.runs[digest];
      return (await firstOutcome(earlier, again, options.signal)) ?? failure(unknownOutcome());
    }
    const keep = (outcome: ToolResult) =>
      records
        .update(id, (record) => ({ value: finish(record, digest, outcome), result: undefined }))
        // The write has already run, so a fault of the store must not hide the result. The write cannot run again,
        // because the record says that the write has started.
        .catch(() => undefined);
    const key = `approval-${id}-${digest}`;
    try {
      const keyed = { ...options, idempotencyKey: options.idempotencyKey ?? key };
      const outcome = await planned.run(keyed);
      await keep(outcome);
      return outcome;
    } catch (error) {
      await keep(failure(unknownOutcome()));
      throw error;
    }
  };

  const runPlanned = async (planned: PlannedToolCall, options: CallOptions): Promise<ToolResult> => {
    const call = planned.resolved;
    if (!call) return planned.run(options);
    try {
      const needed = await needsApproval(call);
      const writes = call.effect !== "read";
      if (!options.callId) return needed ? failure(noCallId()) : await planned.run(options);
      const id = await idOf(options.callId, options.context);
      const record = writes || needed ? await records.read(id) : undefined;
      const hasRun = record && Object.hasOwn(record.runs, await callDigest(tool.name, call));
      const stopped = needed && !hasRun && (await obstacle(planned, call, { asked: record?.asked, options }));
      if (stopped) return stopped;
      // A person has approved exactly this call if an approval was needed.
      const allowed: CallOptions = needed ? { external: "allow", ...options } : options;
      return await (writes ? runOnce(planned, call, id, allowed) : planned.run(allowed));
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      return failure(toConnectorError(error));
    }
  };

  return {
    ...toolOf(tool, (input) => {
      const planned = tool.plan(input);
      return { ...planned, run: (options = {}) => runPlanned(planned, options) };
    }),
    decide,
  };
}

/**
 * Refuses an empty scope, because all conversations would then share their records.
 * @throws ConnectorError `config_error`
 */
function checkedScope(scope: unknown): string {
  if (typeof scope === "string" && scope !== "") return scope;
  throw new ConnectorError(
    "config_error",
    "The rule `scope` is a function that has returned no text for this call.",
    {
      path: "scope",
      hint: "Return the id of the conversation, and pass the context of the call to the framework.",
    },
  );
}

const isWrite = ({ effect }: ResolvedCall): boolean => effect !== "read";

const refuse = ({ message, hint }: ConnectorError): ApprovalDecision => ({
  status: "refuse",
  reason: hint === undefined ? message : `${message} ${hint}`,
});

function decisionAbout({ digest: asked, failed, reason }: AskedCall, digest: string): ApprovalDecision {
  if (asked !== digest) return refuse(otherArguments());
  if (failed && !failed.ok)
    return refuse(new ConnectorError(failed.error.code, reason, { hint: failed.error.hint }));
  return { status: "ask", reason };
}

const denied = (message: string, hint: string) => new ConnectorError("approval_denied", message, { hint });

const callAgain = "Call again with the wanted arguments. A person is then asked about the new call.";

const noCallId = () =>
  denied("This call needs approval, but it has no id.", "The application must pass the id of the call.");

const nobodyAsked = () => denied("This call needs approval, and nobody was asked about it.", callAgain);

const otherArguments = () =>
  denied("The arguments differ from those that a person was asked about, so nothing was sent.", callAgain);

const unknownOutcome = () =>
  new ConnectorError(
    "idempotency_outcome_unknown",
    "This call was already started, and its outcome is not known.",
    {
      hint: "Do not call again. A list or get action shows whether the write was done.",
      outcome: "unknown",
    },
  );

function changedSince(asked: AskedCall, now: AskedCall): ConnectorError {
  if (now.failed) return denied(`The approved call is no longer possible: ${now.reason}`, callAgain);
  const lines = (one: string, other: string) =>
    one
      .split("\n")
      .filter((line) => !other.split("\n").includes(line))
      .join("; ");
  const was = lines(asked.reason, now.reason);
  return denied(
    `The situation has changed since the person was asked, so nothing was sent. Approved: ${was || "another state"}. Now: ${lines(now.reason, asked.reason) || "another state"}.`,
    callAgain,
  );
}
