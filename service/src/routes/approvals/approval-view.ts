import { z } from "zod";
import { approvalOf } from "agent-connectors/toolkit";
import { aboutOf, paramsOfCall } from "../../approvals/approval-services.ts";
import type { FoundApproval } from "../../approvals/find-approval.ts";
import { effects } from "../../platforms/effects.ts";

const time = z.iso.datetime();

const change = z.object({
  field: z.string(),
  from: z.unknown().optional(),
  to: z.unknown().optional(),
  currency: z.string().optional(),
});

const rowSchema = z.object({
  name: z.string().meta({ description: "The record, with its id." }),
  changes: z.array(change),
  exposure: z.array(change).meta({ description: "What the change of this row can cost." }),
  approved: z.boolean().optional().meta({ description: "Absent until the approval is decided." }),
  outcome: z.enum(["succeeded", "failed", "unchanged", "unknown", "declined"]).optional(),
  reason: z.string().optional(),
});

export const approvalSchema = z
  .object({
    id: z.string(),
    status: z
      .enum(["pending", "approved", "rejected", "cancelled", "expired", "running", "ended", "unknown"])
      .meta({
        description:
          "ended: the call has run, and outcome says how. unknown: the call was started and its outcome is not known, so it never runs again.",
      }),
    run: z.string().optional().meta({ description: "The run of the call, from the request that asked." }),
    connector_id: z.string(),
    connector_type: z.string(),
    external_user_id: z.string(),
    entity: z.string(),
    action: z.string(),
    effect: z.enum(effects),
    text: z.string().meta({ description: "The call in words, for the person who decides." }),
    rows: z
      .array(rowSchema)
      .optional()
      .meta({ description: "The items of a batch, in the order of the call." }),
    persons: z.number().int().meta({ description: "The number of different people who must agree." }),
    because: z.array(z.string()).meta({ description: "Why a person must agree." }),
    answers: z.array(
      z.object({
        approve: z.boolean(),
        by: z.string(),
        rows: z.array(z.number().int()).optional(),
        note: z.string().optional(),
        signed_in: z.boolean().optional(),
        permission: z.object({ up_to: z.number().optional(), until: time }).optional(),
        at: time,
      }),
    ),
    asked_at: time,
    expires_at: time,
    url: z.url().optional().meta({ description: "A page on which a person decides after a sign-in." }),
    outcome: z
      .object({ ok: z.boolean(), error: z.looseObject({ code: z.string() }).optional(), at: time })
      .optional(),
    params: z.record(z.string(), z.unknown()).optional().meta({
      description:
        "The params with which the call runs. The text cuts long values. Only one approval has them, not a list.",
    }),
    result: z.unknown().optional().meta({
      description:
        "The answer of the call, as its route would have given it. Only one approval has it, not a list.",
    }),
  })
  .meta({ id: "Approval" });

export type ApprovalView = z.output<typeof approvalSchema>;

/** Returns the fields of an approval that the API and the commands show. */
export function approvalViewOf({ place, approval, status }: FoundApproval, published: string): ApprovalView {
  const { tool: _, params: __, ...shown } = approvalOf(place.id, approval, status);
  return {
    ...shown,
    because: [...shown.because],
    answers: shown.answers.map((answer) => ({ ...answer })),
    connector_id: place.connector_id,
    connector_type: published,
    external_user_id: aboutOf(approval).connector.user,
  } as ApprovalView;
}

/** Returns an approval with its params and the answer of its call. */
export const wholeView = (view: ApprovalView, { approval }: FoundApproval): ApprovalView => {
  const { answer } = approval.ended ?? {};
  const result = answer === undefined ? {} : { result: JSON.parse(answer) as unknown };
  return { ...view, params: { ...paramsOfCall(approval) }, ...result };
};
