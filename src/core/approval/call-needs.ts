import type { StoredPermission } from "../contract/approval/permission.ts";
import type { ApprovalNeed, ApprovalOptions } from "../contract/approval.ts";
import type { CallOptions } from "../contract/call-options.ts";
import type { PlannedToolCall, ResolvedCall } from "../contract/tool.ts";
import type { Clock } from "../ground/clock.ts";
import { mayBeCovered, permissionFor } from "./permissions.ts";
import { byApplication, isRules, previewCall, type PreviewedCall } from "./preview-call.ts";

/** Who must agree to a call before it runs. */
export interface CallNeeds {
  /** Empty if nobody must agree. */
  needs: readonly ApprovalNeed[];
  /** Whether a standing permission covers the call, although people of another company can read it. */
  external: boolean;
  /** The permission that a person has given with an earlier decision, and that covers the call. */
  permission?: StoredPermission | undefined;
  /** The preview of the call, if it was needed. */
  previewed?: PreviewedCall | undefined;
}

interface NeedsOfTool {
  /** The name of the tool. */
  tool: string;
  store: ApprovalOptions["store"];
  needsApproval: NonNullable<ApprovalOptions["needsApproval"]>;
  clock: Clock;
  /** Returns for which calls a permission counts. */
  scopeOf(context: unknown): string;
}

export function createCallNeeds({ tool, store, needsApproval, clock, scopeOf }: NeedsOfTool) {
  const rules = isRules(needsApproval) ? needsApproval : undefined;
  const preview = (
    planned: PlannedToolCall,
    call: ResolvedCall,
    options: CallOptions,
  ): Promise<PreviewedCall> =>
    previewCall({ tool, call, preview: planned.preview, now: clock.now() }, rules, options);

  /** Rules need a dry run. A function of the application needs one only if there may be a permission for the action. */
  const needsOf = async (
    planned: PlannedToolCall,
    call: ResolvedCall,
    options: CallOptions,
  ): Promise<CallNeeds> => {
    if (!isRules(needsApproval)) {
      if (!(await needsApproval(call))) return { needs: [], external: false };
      return unlessCovered({ needs: [byApplication], external: false }, planned, call, options);
    }
    if (call.effect === "read") return { needs: [], external: false };
    const previewed = await preview(planned, call, options);
    return unlessCovered({ ...previewed, previewed }, planned, call, options);
  };

  const unlessCovered = async (
    needed: CallNeeds,
    planned: PlannedToolCall,
    call: ResolvedCall,
    options: CallOptions,
  ): Promise<CallNeeds> => {
    const { needs } = needed;
    if (needs.length === 0) return needed;
    const owner = { scope: scopeOf(options.context), tool };
    if (!(await mayBeCovered(store, { ...owner, name: `${call.entity}.${call.action}` }))) return needed;
    const previewed = needed.previewed ?? (await preview(planned, call, options));
    const { facts } = previewed.asked;
    const permission = facts && (await permissionFor(store, { ...owner, facts, needs }, clock.now()));
    if (!permission) return { ...needed, previewed };
    return { needs: [], external: facts.external.length > 0, permission, previewed };
  };

  return { preview, needsOf };
}
