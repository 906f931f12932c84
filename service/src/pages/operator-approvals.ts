import { html } from "hono/html";
import {
  callInWords,
  decisionFields,
  inShort,
  outcomeInWords,
  type ShownApproval,
} from "./approval-parts.ts";
import { hasRows, rowTable } from "./approval-rows.ts";
import { operatorPage, postForm, type Frame } from "./operator-frame.ts";
import { permissionFields } from "./operator-permissions.ts";
import type { Html } from "./page.ts";
import { long, tableOr, time } from "./parts.ts";

const path = "/operate/approvals";

export type ListedApproval = ShownApproval & { id: string };

export function approvalsPage(
  frame: Frame,
  approvals: readonly ListedApproval[],
  more: Html | undefined,
): Response {
  const rows = approvals.map((one) => [
    long(
      html`<a href="${path}/${one.id}">${firstLine(one)}</a>
        <div class="detail" dir="auto">${inShort(one)}</div>`,
    ),
    long(one.user),
    long(one.account),
    html`${one.status}`,
    time(one.expires_at),
  ]);
  return operatorPage(frame, {
    title: "Approvals",
    body: html`<p>These calls of agents wait for a person, or were approved and have not ended.</p>
      ${tableOr("Nothing waits.", "Approvals", ["What", "User", "Account", "Status", "Until"], rows)} ${more}`,
  });
}

export function approvalPage(frame: Frame, one: ListedApproval): Response {
  return operatorPage(frame, {
    title: one.status === "pending" ? "An agent asks" : "Approval",
    body: html`${outcomeInWords(one)} ${callInWords(one)}
      ${one.status !== "pending" && hasRows(one) ? rowTable(one.rows) : undefined}
      ${one.persons > 1 ? html`<p>${one.persons} people must agree.</p>` : undefined}
      ${
        one.answers.length > 0
          ? html`<h2>Decisions</h2>
              <ul>
                ${one.answers.map(
                  ({ by, approve, note, permission }) =>
                    html`<li>
                      ${by} ${approve ? "agreed" : "refused"}${note === undefined ? "" : `: ${note}`}
                      ${permission ? html`and has <a href="/operate/permissions">allowed such calls</a>` : undefined}
                    </li>`,
                )}
              </ul>`
          : undefined
      }
      ${
        one.status === "pending"
          ? html`${postForm(frame, `${path}/${one.id}`, decisionFields(one, permissionFields(one)))}
              <p class="note">You decide as <b>${frame.operator}</b>, until ${time(one.expires_at)}.</p>`
          : undefined
      }
      <p><a href="${path}">All approvals</a></p>`,
  });
}

const firstLine = ({ text }: ShownApproval): string => text.split("\n", 1)[0]!.replace(/^Action: /, "");
