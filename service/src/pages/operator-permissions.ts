import type { Permission } from "agent-connectors/toolkit";
import { html } from "hono/html";
import type { ShownApproval } from "./approval-parts.ts";
import { operatorPage, postForm, type Frame } from "./operator-frame.ts";
import type { Html } from "./page.ts";
import { choice, field, long, table } from "./parts.ts";

const path = "/operate/permissions";

/** The days for which a person can give a permission on the page. */
export const permissionDays = ["1", "7", "30"] as const;

/** The fields with which a person gives a permission with the decision. */
export function permissionFields({ permission }: ShownApproval): Html | undefined {
  if (!permission) return undefined;
  const { covers, currency, raise } = permission;
  const days = permissionDays.map((value) => ({
    value,
    text: `Yes, for ${value} ${value === "1" ? "day" : "days"}`,
  }));
  return html`<fieldset>
    <legend>If you agree: may the agent make such calls without asking?</legend>
    ${choice("permission_days", "Without asking", [{ value: "", text: "No, ask each time" }, ...days])}
    ${
      currency === undefined
        ? undefined
        : field({
            name: "up_to",
            label: `The most by which one call can raise what can be spent in a day, in ${currency}`,
            value: String(raise === 0 ? "" : raise),
            max: 12,
          })
    }
    <p class="note">Such calls: ${covers}.</p>
  </fieldset>`;
}

export interface ShownPermission {
  permission: Permission;
  place: { user: string };
}

/** Returns the page with the permissions that have not ended. */
export const permissionsPage = (frame: Frame, permissions: readonly ShownPermission[]): Response =>
  operatorPage(frame, {
    title: "Permissions",
    body: html`<p>
        Agents make these calls without asking, because a person has allowed it together with a decision.
      </p>
      ${
        permissions.length === 0
          ? html`<p>There are no permissions.</p>`
          : table(
              "Permissions",
              ["What", "User", "Decision", "Action"],
              permissions.map((one) => rowOf(frame, one)),
            )
      }`,
  });

const rowOf = (frame: Frame, { permission: { id, text, approval }, place }: ShownPermission): Html[] => [
  long(text),
  long(place.user),
  html`<a href="/operate/approvals/${approval}">Decision</a>`,
  postForm(
    frame,
    `${path}/${id}/end`,
    html`<button class="plain" aria-label="End the permission of ${place.user}">End</button>`,
  ),
];
