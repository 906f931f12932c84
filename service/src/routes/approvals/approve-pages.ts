import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { decideApproval } from "../../approvals/answer-approval.ts";
import { aboutOf } from "../../approvals/approval-services.ts";
import { openLink } from "../../approvals/approve-link.ts";
import { visibleApproval } from "../../approvals/find-approval.ts";
import { publicUrlOf } from "../../connect/connect-services.ts";
import { isSameOrigin } from "../../connect/same-origin.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route } from "../../http/route.ts";
import { approvePage } from "../../pages/consent/approve-page.ts";
import { seeOther } from "../../pages/page.ts";
import { faceOf } from "../shared/application-face.ts";
import { checkedRows, checkedRowsField } from "./checked-rows.ts";
import { shownOf } from "./shown-approval.ts";

const html = { description: "A page for a person", schema: z.string(), media: ["text/html"] };
const page = { tag: "Approvals", access: "open", page: true, answer: html } as const;
const paths: [string] = ["/approve/{token}"];

async function linked(context: Context, token: string | undefined) {
  const link = openLink(context.sealer, token ?? "");
  const found = await visibleApproval(context, { organization: link.organization_id }, link.id);
  return { link, found };
}

/** The page of a link. Getting it changes nothing, because mail programs open links. */
export const approvePageRoutes: readonly Route[] = [
  route({
    ...page,
    id: "showApproval",
    method: "get",
    paths,
    summary: "Show what an agent asks for",
    async handle({ params }, context) {
      const { link, found } = await linked(context, params.token);
      const { organization_id } = found.place;
      const types = await context.typesOf(organization_id);
      const { application } = aboutOf(found.approval).claims;
      return approvePage(
        shownOf(found, { types }),
        link.by,
        await faceOf(context, organization_id, application),
      );
    },
  }),
  route({
    ...page,
    id: "decideOnPage",
    method: "post",
    paths,
    summary: "Store the decision of the person for whom the link was made",
    form: true,
    body: z.object({
      decision: z.enum(["approve", "refuse"]),
      note: z.string().max(1000).optional(),
      rows: checkedRowsField,
    }),
    async handle({ request, params, body, requestId }, context) {
      if (!isSameOrigin(request, publicUrlOf(context)))
        throw new ConnectorError("approval_denied", "This form does not come from the page of the link.", {
          hint: "Open the link itself, and read what it asks for.",
        });
      const { link, found } = await linked(context, params.token);
      const note = body.note === undefined || body.note.trim() === "" ? {} : { note: body.note };
      await decideApproval(
        context,
        found.place,
        {
          approve: body.decision === "approve",
          by: link.by,
          signed_in: false,
          ...note,
          ...checkedRows(found.approval, body),
        },
        { actor: { organization: link.organization_id, request: requestId }, via: "link" },
      );
      return seeOther(`/approve/${params.token}`);
    },
  }),
];
