import type { ApprovalOptions, StoredApproval } from "../contract/approval.ts";
import { type CallOptions, runOf } from "../contract/call-options.ts";
import type {
  AgentTool,
  DecideOptions,
  ApprovalDecision,
  ToolResult,
  PlannedToolCall,
  ResolvedCall,
} from "../contract/tool.ts";
import { systemClock } from "../ground/clock.ts";
import { toConnectorError } from "../ground/errors.ts";
import { rejectAfterGrace, rejectOnAbort, settle } from "../ground/abort.ts";
import type { Claim, Once } from "../store/once.ts";
import { toolOf } from "../tool/offer/agent-tool.ts";
import { failed, failure } from "../tool/output/failure.ts";
import { askedApproval } from "../tool/questions.ts";
import { changedSince, noCallId, nobodyAsked, otherArguments } from "./approval-errors.ts";
import { approvalError } from "../call/approval-error.ts";
import { checkedScope, defaultExpiry } from "./approval-options.ts";
import { callDigest, recordId } from "./call-digest.ts";
import { answerApproval, askApproval, endApproval, readApproval } from "./desk-records.ts";
import { endedCall } from "./approval-rows.ts";
import { type CallNeeds, createCallNeeds } from "./call-needs.ts";
import { decisionBy } from "./permissions.ts";
import { type Allowed, askedOutcome, notAllowedNow } from "./asked-outcome.ts";
import { decisionAbout, refuse } from "./framework-decision.ts";
import { runOnce } from "./run-once.ts";
import { approvalOf, decisionOf, statusOf } from "./stored-approval.ts";

/** A tool whose calls can wait for the approval of a person. */
export type ApprovalTool = AgentTool & Required<Pick<AgentTool, "decide" | "resume">>;

/** A call that may run. `asked`: the approval of a person. `permission`: a standing permission that covers the call. */
interface AllowedRun extends Pick<Allowed, "needed" | "permission"> {
  key: string;
  digest: string;
  asked: StoredApproval | undefined;
}

interface Asking {
  id: string;
  planned: PlannedToolCall;
  call: ResolvedCall;
  options: CallOptions;
}

export function withApproval(
  tool: AgentTool,
  {
    scope,
    permissionScope = scope,
    store,
    needsApproval = isWrite,
    decides = "framework",
    page,
    expiresInSeconds = defaultExpiry,
    clock = systemClock,
  }: ApprovalOptions,
  once: Once<ToolResult>,
): ApprovalTool {
  const textOf = (given: string | ((context: unknown) => string), context: unknown) =>
    typeof given === "string" ? given : checkedScope(given(context));
  const scopeOf = (context: unknown) => textOf(scope, context);
  const idOf = (callId: string, context: unknown) => recordId(scopeOf(context), callId);
  const permissionScopeOf = (context: unknown) => textOf(permissionScope, context);
  const forTool = { tool: tool.name, store, needsApproval, clock, scopeOf: permissionScopeOf };
  const { preview, needsOf } = createCallNeeds(forTool);

  /** Stores the question about a call. The first question of an id stays, so a changed call cannot replace it. */
  const ask = async (
    { id, planned, call, options }: Asking,
    input: unknown,
    { needs, previewed }: CallNeeds,
  ): Promise<StoredApproval> => {
    const { asked } = previewed ?? (await preview(planned, call, options));
    const { entity, action, effect } = call;
    const now = clock.now();
    return rejectAfterGrace(
      askApproval(store, id, {
        ...asked,
        tool: tool.name,
        input,
        call: { entity, action, effect },
        about: { callId: options.callId, run: runOf(options.context) ?? scopeOf(options.context) },
        needs,
        scope: permissionScopeOf(options.context),
        asked: now,
        expires: now + expiresInSeconds * 1000,
        ...(page && decides === "desk" ? { url: page(id) } : {}),
        answers: [],
      }),
      options.signal,
    );
  };

  const decide = async (input: unknown, options: DecideOptions = {}): Promise<ApprovalDecision> => {
    const { answered = false, ...callOptions } = options;
    const planned = tool.plan(input);
    const call = planned.resolved;
    if (!call) return { status: "run" };
    const id = options.callId ? await idOf(options.callId, options.context) : undefined;
    const known = id === undefined ? undefined : await rejectOnAbort(readApproval(store, id), options.signal);
    const digest = await callDigest(tool.name, call);
    // The decision stays the same after a person has answered at the desk, because some frameworks ask again when they
    // resume, and count the questions. The call itself reads the answer.
    if (id !== undefined && known?.digest === digest) return decisionAbout(id, known, digest);
    const need = await needsOf(planned, call, callOptions);
    if (need.needs.length === 0) return { status: "run" };
    if (known) return refuse(otherArguments());
    if (id === undefined) return refuse(noCallId());
    if (answered) return refuse(nobodyAsked());
    const first = await ask({ id, planned, call, options: callOptions }, input, need);
    return decisionAbout(id, first, digest);
  };

  /** Returns the result of a call that must not run now, or undefined if it can run. */
  const obstacle = async (
    { id, planned, call, options }: Asking,
    approval: StoredApproval | undefined,
    digest: string,
  ): Promise<ToolResult | undefined> => {
    if (!approval) return failure(nobodyAsked());
    if (approval.digest !== digest) return failure(otherArguments());
    if (approval.failed) return approval.failed;
    const status = statusOf(approval, clock.now());
    // A framework runs a call only after a person has agreed.
    const canRun = status === "approved" || (status === "pending" && decides === "framework");
    const stopped = canRun ? undefined : approvalError(approvalOf(id, approval, status));
    if (stopped) return failure(stopped);
    const decision = decisionOf(id, approval);
    const { asked: now } = await preview(planned, call, { ...options, decision });
    const changed = changedSince(approval, now);
    if (changed) return failure(changed);
    if (status === "pending")
      await answerApproval(store, id, { approve: true, by: "the framework" }, clock.now()).catch(
        () => undefined,
      );
    return undefined;
  };

  /** A question allows one write, whatever its arguments are. Without a question, other arguments are another write. */
  const writeKeyOf = async (
    id: string,
    digest: string,
    approval: StoredApproval | undefined,
  ): Promise<string> => {
    const unasked = `${id}/${digest}`;
    return !approval || (await once.find(store, unasked, digest)) ? unasked : id;
  };

  /** Runs a call that a person has approved, or that needs no approval. */
  const runAllowed = async (
    { id, planned, call, options }: Asking,
    { key, digest, needed, asked, permission }: AllowedRun,
  ): Promise<ToolResult> => {
    const end = async (outcome: ToolResult) => {
      if (!asked) return;
      const ended = endedCall(asked, outcome, clock.now());
      await settle(endApproval(store, id, ended), options.signal);
    };
    if (call.effect === "read") {
      const outcome = await planned.run(options);
      await end(outcome);
      return outcome;
    }
    const idempotencyKey = options.idempotencyKey ?? `approval-${id}-${digest}`;
    const why = { id, needed, asked: asked !== undefined, permission };
    let isStopped = false;
    const stopped = async () => {
      const failed = await notAllowedNow({ store, clock }, why, decides);
      isStopped = failed !== undefined;
      return failed;
    };
    const run = { key, digest, options: { ...options, idempotencyKey }, stopped };
    const outcome = await runOnce({ store, once }, planned, run);
    if (!isStopped) await end(outcome);
    return outcome;
  };

  const runPlanned = async (
    planned: PlannedToolCall,
    input: unknown,
    options: CallOptions,
    resumed?: string,
  ): Promise<ToolResult> => {
    const call = planned.resolved;
    if (!call) return planned.run(options);
    try {
      const id = resumed ?? (options.callId ? await idOf(options.callId, options.context) : undefined);
      const digest = await callDigest(tool.name, call);
      const earlier = async () => {
        const approval = id === undefined ? undefined : await readApproval(store, id);
        const key = id === undefined ? "" : await writeKeyOf(id, digest, approval);
        const write = id === undefined || !approval ? undefined : await once.find(store, key, digest);
        return { approval, key, write };
      };
      const { approval, key, write } = await rejectOnAbort(earlier(), options.signal);
      const isAsked = approval?.digest === digest;
      const need = isAsked ? undefined : await needsOf(planned, call, options);
      const needed = isAsked || need!.needs.length > 0;
      const permission = need?.permission;
      // A person has approved exactly this call, or has given a standing permission for it.
      const allowed: CallOptions = {
        ...(needed || need?.external ? { external: "allow" } : {}),
        ...options,
        ...(needed && approval ? { decision: decisionOf(id!, approval) } : {}),
        ...(permission ? { decision: decisionBy(permission) } : {}),
      };
      if (id === undefined) return needed ? failure(noCallId()) : await planned.run(allowed);
      if (!needed && call.effect === "read") return await planned.run(options);
      const asking: Asking = { id, planned, call, options };
      // A call that a permission has covered is not asked about when it is repeated after the end of the permission.
      if (needed && !hasStarted(approval ? write : await once.find(store, key, digest))) {
        const first = approval ?? (decides === "desk" ? await ask(asking, input, need!) : undefined);
        const stopped = await obstacle(asking, first, digest);
        if (stopped) return stopped;
      }
      const asked = needed ? approval : undefined;
      return await runAllowed({ ...asking, options: allowed }, { key, digest, needed, asked, permission });
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      return failure(toConnectorError(error));
    }
  };

  return {
    ...toolOf(tool, (input) => {
      const asked = askedApproval(input);
      const planned = tool.plan(input);
      const run = (options: CallOptions = {}) =>
        asked === undefined
          ? runPlanned(planned, input, options)
          : askedOutcome({ store, once, clock, idOf }, asked, options).catch((error: unknown) =>
              failed(error, options),
            );
      return { ...planned, run };
    }),
    decide,
    async resume(id, input, options = {}) {
      return runPlanned(tool.plan(input), input, options, id);
    },
  };
}

const hasStarted = (write: Claim<ToolResult> | undefined): boolean =>
  write !== undefined && write.state !== "other";

const isWrite = ({ effect }: ResolvedCall): boolean => effect !== "read";
