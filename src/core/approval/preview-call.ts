import type { ApprovalNeed, ApprovalOptions, ApprovalRule, AskedCall } from "../contract/approval.ts";
import type { CallOptions } from "../contract/call-options.ts";
import type { CallPreview, PlannedToolCall, ResolvedCall } from "../contract/tool.ts";
import { toConnectorError } from "../ground/errors.ts";
import { hashOf } from "../ground/hash.ts";
import { canonicalJson } from "../schema/validate/canonical-json.ts";
import { failure } from "../tool/output/failure.ts";
import { approvalReason, approvedState } from "./approval-reason.ts";
import { rowsOf } from "./approval-rows.ts";
import { approvalNeeds } from "./approval-rules.ts";
import { callDigest } from "./call-digest.ts";
import { factsOf } from "./call-facts.ts";

/** What a person would be asked about a call now, and who would be asked. */
export interface PreviewedCall {
  asked: AskedCall;
  /** Empty if nobody must agree. */
  needs: readonly ApprovalNeed[];
  /** Whether a standing permission covers the call, although people of another company can read it. */
  external: boolean;
}

export interface CallToPreview {
  /** The name of the tool. */
  tool: string;
  call: ResolvedCall;
  /** Runs the dry run. Absent if the tool has none. */
  preview: PlannedToolCall["preview"];
  now: number;
}

/** Previews a call with a dry run. If the dry run fails, the call cannot run, and `asked.failed` has its error. */
export async function previewCall(
  { tool, call, preview, now }: CallToPreview,
  rules: readonly ApprovalRule[] | undefined,
  options: CallOptions,
): Promise<PreviewedCall> {
  const digest = await callDigest(tool, call);
  try {
    const shown = (await preview?.(options)) ?? withoutDryRun(tool, call);
    const { data, meta } = shown.result;
    const facts = factsOf(call, { data, currency: meta.currency, warnings: meta.warnings });
    const isWrite = call.effect !== "read";
    const { needs, external } =
      rules && isWrite ? approvalNeeds(rules, facts, now) : { needs: [], external: false };
    const state = await hashOf(canonicalJson(approvedState(shown, call)));
    const rows = await rowsOf(shown, call);
    const reason = approvalReason(shown, call, rows);
    const asked = { digest, reason, state, facts, ...(rows ? { rows } : {}) };
    return { asked, needs, external };
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    const failed = failure(toConnectorError(error));
    const asked = { digest, reason: failed.error.message, state: "", failed };
    return { asked, needs: rules ? [byApplication] : [], external: false };
  }
}

const withoutDryRun = (title: string, { effect, params }: ResolvedCall): CallPreview => ({
  title,
  description: "",
  result: { data: { effect, params }, meta: {} },
});

/** The need of a call about which the application's function asks. */
export const byApplication: ApprovalNeed = { persons: 1, because: "the application asks about it" };

export const isRules = (needed: ApprovalOptions["needsApproval"]): needed is readonly ApprovalRule[] =>
  Array.isArray(needed);
