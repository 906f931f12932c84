import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { isOpen, readApproval } from "agent-connectors/toolkit";
import { tenantOf, idPattern } from "../../access/visible-connectors.ts";
import { cancelAsked, decideApproval } from "../../approvals/answer-approval.ts";
import { approvalStore } from "../../approvals/approval-services.ts";
import { sealLink } from "../../approvals/approve-link.ts";
import { statusNow, visibleApproval, type FoundApproval } from "../../approvals/find-approval.ts";
import { publicUrlOf } from "../../connect/connect-services.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route } from "../../http/route.ts";
import { plainName } from "../../operators/names.ts";
import { openApprovalPlaces } from "../../store/queries/waiting-calls.ts";
import { actorOf } from "../shared/actor.ts";
import { limit, runId } from "../shared/request-schemas.ts";
import { approvalSchema, approvalViewOf, wholeView } from "./approval-view.ts";

const paths: [string] = ["/v1/approvals"];
const one = `${paths[0]}/{approval_id}`;

/** Who decides, in the words of the application: an id or an address. */
const person = plainName.min(1).max(200);

const decideBody = z
  .strictObject({
    approve: z.boolean(),
    by: person.meta({ description: "Who decides. Your application must know that it is this person." }),
    rows: z.array(z.number().int().min(0)).min(1).max(1000).optional().meta({
      description:
        "The rows that the person agrees to, as indexes in `rows` of the approval. The others are not sent. Default: all.",
    }),
    note: z.string().max(1000).optional().meta({ description: "A text for the agent." }),
    permission: z
      .strictObject({
        up_to: z.number().positive().optional().meta({
          description:
            "One call can raise the most that can be spent in a day by at most this amount, in the currency of the account. Required if the call can raise spending.",
        }),
        until: z.iso
          .datetime({ offset: true })
          .meta({ description: "When the permission ends, at most 31 days from now." }),
      })
      .optional()
      .meta({
        description:
          "Lets later calls of the same kind run without a question. Needs signed_in. Default: people are asked about each call.",
      }),
    signed_in: z.boolean().optional().meta({
      description:
        "Whether the person was signed in at your application. Rules with several persons need that. Default: false.",
    }),
  })
  .meta({ id: "ApprovalDecision" });

const view = (found: FoundApproval, { types }: Context) =>
  approvalViewOf(found, types.shown(found.approval.tool).published);

/** Lets agents read their approvals, and lets applications decide them. The token of an agent can never decide. */
export const approvalRoutes: readonly Route[] = [
  route({
    id: "listApprovals",
    method: "get",
    paths,
    tag: "Approvals",
    summary: "List the calls that wait for a decision, or that are approved and have not ended",
    access: "any",
    scope: "connectors:execute",
    query: z.strictObject({
      limit,
      cursor: z.string().regex(idPattern).optional(),
      connector_id: z.string().regex(idPattern).optional(),
      run: runId.optional(),
    }),
    answer: {
      description: "The approvals",
      schema: z
        .object({ data: z.array(approvalSchema), next_cursor: z.string().nullable() })
        .meta({ id: "ApprovalList" }),
    },
    async handle({ query: { limit: most = 100, cursor, connector_id, run }, claims }, context) {
      const places = await openApprovalPlaces(context.store, tenantOf(claims), {
        after: cursor,
        connector: connector_id,
        limit: most + 1,
      });
      const shown = places.slice(0, most);
      const data = [];
      for (const place of shown) {
        const approval = await readApproval(approvalStore(context, place), place.id);
        const status = approval && (await statusNow(context, place, approval));
        const isOfRun = run === undefined || approval?.about?.["run"] === run;
        if (approval && status && isOpen(status) && isOfRun)
          data.push(view({ place, approval, status }, context));
      }
      return { body: { data, next_cursor: places.length > most ? shown.at(-1)!.id : null } };
    },
  }),
  route({
    id: "getApproval",
    method: "get",
    paths: [one],
    tag: "Approvals",
    summary: "Get an approval, and the answer of its call",
    access: "any",
    scope: "connectors:execute",
    errors: [404],
    answer: { description: "The approval", schema: approvalSchema },
    async handle({ params, claims }, context) {
      const found = await visibleApproval(context, tenantOf(claims), params.approval_id);
      return { body: wholeView(view(found, context), found) };
    },
  }),
  route({
    id: "decideApproval",
    method: "post",
    paths: [`${one}/decide`],
    tag: "Approvals",
    summary: "Store the decision of a person. The call then runs at once, if enough people agree",
    access: "application",
    scope: "approvals:decide",
    body: decideBody,
    errors: [403, 404, 409],
    answer: { description: "The approval, after the call has run", schema: approvalSchema },
    async handle({ params, body, claims, requestId }, context) {
      const { place } = await visibleApproval(context, tenantOf(claims), params.approval_id);
      const answer = { ...body, signed_in: body.signed_in ?? false };
      await decideApproval(context, place, answer, {
        actor: actorOf({ claims, requestId }),
        via: "application",
      });
      const found = await visibleApproval(context, tenantOf(claims), params.approval_id);
      return { body: wholeView(view(found, context), found) };
    },
  }),
  route({
    id: "cancelApproval",
    method: "post",
    paths: [`${one}/cancel`],
    tag: "Approvals",
    summary: "Cancel a call that has not started. The token of an agent can cancel what it can see",
    access: "any",
    scope: "connectors:execute",
    body: z
      .strictObject({
        by: person
          .optional()
          .meta({ description: "Who cancels. Only the token of an application can say it." }),
      })
      .meta({ id: "ApprovalCancellation" }),
    bodyOptional: true,
    errors: [404, 409],
    answer: { description: "The approval", schema: approvalSchema },
    async handle({ params, body, claims, requestId }, context) {
      const { place } = await visibleApproval(context, tenantOf(claims), params.approval_id);
      const isAgent = claims.kind !== "application";
      if (isAgent && body?.by !== undefined)
        throw new ConnectorError("insufficient_scope", "The token of an agent cannot name a person.", {
          path: "by",
          hint: "Leave the field out, or use the application's token.",
        });
      const by = body?.by ?? (isAgent ? "the agent" : "the application");
      await cancelAsked(context, place, { actor: actorOf({ claims, requestId }), by });
      return { body: view(await visibleApproval(context, tenantOf(claims), params.approval_id), context) };
    },
  }),
  route({
    id: "linkApproval",
    method: "post",
    paths: [`${one}/links`],
    tag: "Approvals",
    summary: "Create a link to a page on which one person decides",
    access: "application",
    scope: "approvals:decide",
    body: z
      .strictObject({ by: person.meta({ description: "The person to whom you send the link." }) })
      .meta({ id: "ApprovalLinkRequest" }),
    errors: [404],
    answer: {
      description: "The link. Whoever has it can decide in the name of this person",
      schema: z
        .object({
          url: z.url(),
          sign_in_url: z.url().meta({ description: "A page for signed-in operators." }),
          expires_at: z.iso.datetime(),
        })
        .meta({ id: "ApprovalLink" }),
    },
    async handle({ params, body, claims, requestId }, context) {
      const { place, approval } = await visibleApproval(context, tenantOf(claims), params.approval_id);
      const publicUrl = publicUrlOf(context);
      const text = sealLink(context.sealer, { ...place, by: body.by });
      await context.audit.write(
        context.store.db,
        "approval.link",
        actorOf({ claims, requestId }),
        place.connector_id,
        {
          approval: place.id,
          by: body.by,
        },
      );
      return {
        headers: { "cache-control": "no-store" },
        body: {
          url: `${publicUrl}/approve/${text}`,
          sign_in_url: `${publicUrl}/operate/approvals/${place.id}`,
          expires_at: new Date(approval.expires).toISOString(),
        },
      };
    },
  }),
];
