import { html } from "hono/html";
import { applicationHead, type ApplicationFace } from "./application-head.ts";
import { callInWords, decisionFields, outcomeInWords, type ShownApproval } from "../approval-parts.ts";
import { hasRows, rowTable } from "../approval-rows.ts";
import { pageResponse } from "../page.ts";
import { time } from "../parts.ts";

/** Returns the page of a link. `by`: the person for whom the link was made. `application`: the one whose token asked. */
export function approvePage(
  shown: ShownApproval,
  by: string,
  application: ApplicationFace | undefined,
): Response {
  const open = shown.status === "pending" && shown.persons === 1;
  const form = html`<form method="post">${decisionFields(shown)}</form>
    <p class="note">
      You decide as <b>${by}</b>, until ${time(shown.expires_at)}. The first decision counts.
    </p>`;
  const several = html`<p class="box">
    ${shown.persons} people who are signed in must agree, so a link is not enough. Sign in to decide.
  </p>`;
  return pageResponse({
    title: shown.status === "pending" ? "An agent asks you" : "This call was decided",
    formAction: "'self'",
    wide: hasRows(shown),
    images: application?.logo !== undefined,
    body: html`${application && applicationHead(application)}
    ${shown.status === "pending" ? undefined : outcomeInWords(shown)} ${callInWords(shown)}
    ${!open && hasRows(shown) ? rowTable(shown.rows) : undefined}
    ${open ? form : shown.status === "pending" ? several : undefined}`,
  });
}
