import type { ApprovalRules, AskedCall } from "../contract/approval.ts";
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
import { rejectAfterGrace, rejectOnAbort, settle } from "../ground/abort.ts";
import { hashOf } from "../ground/hash.ts";
import { checkPrivate } from "../store/check-store.ts";
import { approvedWrites, questions } from "../store/kinds.ts";
import { type Claim, createOnce, type Once } from "../store/once.ts";
import { recordsOf } from "../store/records.ts";
import { optionError, optionTypes, readOptions } from "../ground/read-options.ts";
import { canonicalJson } from "../schema/validate/canonical-json.ts";
import { toolOf } from "../tool/offer/agent-tool.ts";
import { failure } from "../tool/output/failure.ts";
import { changedSince, noCallId, nobodyAsked, otherArguments, unknownOutcome } from "./approval-errors.ts";
import { approvalReason, approvedState } from "./approval-reason.ts";
import { callDigest, recordId } from "./call-digest.ts";

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
  checkPrivate(store);
  const once = createOnce(approvedWrites);
  return tools.map((tool) => withApproval(tool, rules, once));
}

const knownRules = {
  scope: optionTypes.anything,
  store: optionTypes.anything,
  needsApproval: optionTypes.function,
};

function withApproval(
  tool: AgentTool,
  { scope, store, needsApproval = isWrite }: ApprovalRules,
  once: Once<ToolResult>,
): ApprovalTool {
  const asked = recordsOf(store, questions);
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
    const earlier = await rejectOnAbort(asked.read(id), options.signal);
    if (earlier) return decisionAbout(earlier, await callDigest(tool.name, call));
    if (answered) return refuse(nobodyAsked());
    const question = await look(planned, call, callOptions);
    // The first question stays, so a changed call cannot replace it.
    const first = await rejectAfterGrace(
      asked.update(id, (before = question) => ({ value: before, result: before })),
      options.signal,
    );
    return decisionAbout(first, question.digest);
  };

  const obstacle = async (
    planned: PlannedToolCall,
    call: ResolvedCall,
    { question, options }: { question: AskedCall | undefined; options: CallOptions },
  ): Promise<ToolResult | undefined> => {
    if (!question) return failure(nobodyAsked());
    if (question.digest !== (await callDigest(tool.name, call))) return failure(otherArguments());
    if (question.failed) return question.failed;
    const now = await look(planned, call, options);
    return now.state === question.state ? undefined : failure(changedSince(question, now));
  };

  /** A question allows one write, whatever its arguments are. Without a question, other arguments are another write. */
  const writeKeyOf = async (id: string, digest: string, question: AskedCall | undefined): Promise<string> => {
    const unasked = `${id}/${digest}`;
    return !question || (await once.find(store, unasked, digest)) ? unasked : id;
  };

  const runOnce = async (
    planned: PlannedToolCall,
    { key, digest, options }: { key: string; digest: string; options: CallOptions },
  ): Promise<ToolResult> => {
    options.signal?.throwIfAborted();
    const claim = await once.claim(store, key, digest, { signal: options.signal });
    if (claim.state === "other") return failure(otherArguments());
    if (claim.state !== "first") {
      const first = await once.wait(store, key, digest, options.signal);
      return first?.state === "done" ? first.outcome : failure(unknownOutcome());
    }
    // The write has run, so a fault of the store must not hide the result. The write cannot run again, because the store
    // has the claim.
    const keep = (outcome: ToolResult) => settle(once.finish(store, key, outcome), options.signal);
    try {
      const outcome = await planned.run(options);
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
      if (!writes && !needed) return await planned.run(options);
      const id = await idOf(options.callId, options.context);
      const digest = await callDigest(tool.name, call);
      const earlier = async () => {
        const question = await asked.read(id);
        const key = await writeKeyOf(id, digest, question);
        return { question, key, write: needed && writes ? await once.find(store, key, digest) : undefined };
      };
      const { question, key, write } = await rejectOnAbort(earlier(), options.signal);
      const started = hasStarted(write);
      const stopped = needed && !started && (await obstacle(planned, call, { question, options }));
      if (stopped) return stopped;
      // A person has approved exactly this call if an approval was needed.
      const allowed: CallOptions = needed ? { external: "allow", ...options } : options;
      if (!writes) return await planned.run(allowed);
      const idempotencyKey = options.idempotencyKey ?? `approval-${id}-${digest}`;
      return await runOnce(planned, { key, digest, options: { ...allowed, idempotencyKey } });
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

const hasStarted = (write: Claim<ToolResult> | undefined): boolean =>
  write !== undefined && write.state !== "other";

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
