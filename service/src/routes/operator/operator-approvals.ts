import { z } from "zod";
import { readApproval, type ApprovalAnswer } from "agent-connectors/toolkit";
import { idPattern, tenantOf } from "../../access/visible-connectors.ts";
import { decideApproval } from "../../approvals/answer-approval.ts";
import { approvalStore } from "../../approvals/approval-services.ts";
import { statusNow, visibleApproval } from "../../approvals/find-approval.ts";
import { route, type Route } from "../../http/route.ts";
import { permissionDays } from "../../pages/operator-permissions.ts";
import { approvalPage, approvalsPage, type ListedApproval } from "../../pages/operator-approvals.ts";
import { seeOther } from "../../pages/page.ts";
import { nextLink } from "../../pages/parts.ts";
import { openApprovalPlaces } from "../../store/queries/waiting-calls.ts";
import { checkedRows, checkedRowsField } from "../approvals/checked-rows.ts";
import { shownOf } from "../approvals/shown-approval.ts";
import { actorOf } from "../shared/actor.ts";
import { frameOf, operatorPages, operatorRoute, withoutEmpty } from "./operator-frame.ts";

const { href, role } = operatorPages.approvals;
const one: [string] = [`${href}/{approval_id}`];
const pageSize = 50;

/** The pages on which signed-in people decide. */
export const operatorApprovalRoutes: readonly Route[] = [
  route({
    ...operatorRoute,
    id: "showApprovalsPage",
    method: "get",
    paths: [href],
    role,
    summary: "List the calls that wait for a decision",
    query: withoutEmpty(z.strictObject({ cursor: z.string().regex(idPattern).optional() })),
    async handle({ query: { cursor }, operator }, context) {
      const places = await openApprovalPlaces(context.store, tenantOf(operator.claims), {
        after: cursor,
        limit: pageSize + 1,
      });
      const shown: ListedApproval[] = [];
      for (const place of places.slice(0, pageSize)) {
        const approval = await readApproval(approvalStore(context, place), place.id);
        if (!approval) continue;
        const status = await statusNow(context, place, approval);
        shown.push({ id: place.id, ...shownOf({ place, approval, status }, context) });
      }
      const next = places.length > pageSize ? places[pageSize - 1]!.id : null;
      return approvalsPage(frameOf(operator, href), shown, nextLink(href, {}, next, "More approvals"));
    },
  }),
  route({
    ...operatorRoute,
    id: "showOneApprovalPage",
    method: "get",
    paths: one,
    role,
    summary: "Show one call that waits for a decision",
    async handle({ params, operator }, context) {
      const found = await visibleApproval(context, tenantOf(operator.claims), params.approval_id);
      return approvalPage(frameOf(operator, href), { id: found.place.id, ...shownOf(found, context) });
    },
  }),
  route({
    ...operatorRoute,
    id: "decideApprovalOnPage",
    method: "post",
    paths: one,
    role,
    summary: "Store the decision of the operator",
    body: withoutEmpty(
      z.strictObject({
        decision: z.enum(["approve", "refuse"]),
        note: z.string().max(1000).optional(),
        rows: checkedRowsField,
        permission_days: z.enum(permissionDays).optional(),
        up_to: z
          .string()
          .regex(/^\d{1,9}([.]\d{1,2})?$/, "must be an amount, such as 50 or 12.50")
          .optional(),
      }),
    ),
    async handle({ params, body, operator, requestId }, context) {
      const { claims, name } = operator;
      const { place, approval } = await visibleApproval(context, tenantOf(claims), params.approval_id);
      const note = body.note === undefined ? {} : { note: body.note };
      await decideApproval(
        context,
        place,
        {
          approve: body.decision === "approve",
          by: name,
          signed_in: true,
          ...note,
          ...checkedRows(approval, body),
          ...permissionIn(body, context.clock.now()),
        },
        { actor: actorOf({ claims, requestId }), via: "operator" },
      );
      return seeOther(`${href}/${place.id}`);
    },
  }),
];

/** Returns the permission of a form. An amount without days belongs to no permission. */
function permissionIn(
  {
    decision,
    permission_days,
    up_to,
  }: { decision: string; permission_days?: string | undefined; up_to?: string | undefined },
  now: number,
): Pick<ApprovalAnswer, "permission"> {
  if (permission_days === undefined || decision !== "approve") return {};
  const until = new Date(now + Number(permission_days) * 86_400_000).toISOString();
  return { permission: { until, ...(up_to === undefined ? {} : { up_to: Number(up_to) }) } };
}
