import { html } from "hono/html";
import { statusOf, type ShownConnector } from "./operator-connectors.ts";
import { operatorPage, postForm, type Frame } from "./operator-frame.ts";
import type { Html } from "./page.ts";
import {
  facts,
  field,
  filterForm,
  listAddress,
  long,
  nextLink,
  tableOr,
  time,
  type Filters,
} from "./parts.ts";

const path = "/operate/users";

export interface ShownUser {
  /** The id in the service. */
  id: string;
  /** The `external_user_id`. */
  name: string;
  connectors: number;
  created_at: string;
}

export const usersPage = (
  frame: Frame,
  { users, next, filters }: { users: readonly ShownUser[]; next: string | null; filters: Filters },
): Response =>
  operatorPage(frame, {
    title: "Users",
    body: html`<p>The users of your applications. A user exists since the first token or link for its id.</p>
      ${filterForm(path, [field({ name: "name_contains", label: "User contains", value: filters["name_contains"] })])}
      ${tableOr(
        filters["name_contains"] ? "No user matches." : "There are no users.",
        "Users",
        ["User", "Connectors", "Since"],
        users.map((one) => [
          long(html`<a href="${path}/${one.id}">${one.name}</a>`),
          html`${one.connectors}`,
          time(one.created_at),
        ]),
      )}
      ${nextLink(path, filters, next, "Next page")}`,
  });

export interface UserPage {
  user: ShownUser;
  connectors: readonly ShownConnector[];
  can: { read: boolean; delete: boolean };
}

export const userPage = (frame: Frame, { user, connectors, can }: UserPage): Response => {
  const named = { external_user_id: user.name };
  return operatorPage(frame, {
    title: user.name,
    body: html`${facts([
        ["Since", time(user.created_at)],
        ["Connectors", String(user.connectors)],
        [
          "Audit",
          can.read ? html`<a href="${listAddress("/operate/audit", named)}">What happened</a>` : undefined,
        ],
      ])}
      ${tableOr(
        "This user has no connectors.",
        "Connectors",
        ["Connector", "Status", "Last used"],
        connectors.map((one) => [
          long(html`<a href="/operate/connectors/${one.id}">${one.name}</a>`),
          html`${statusOf(one)}`,
          time(one.last_used_at),
        ]),
      )}
      ${user.connectors > connectors.length ? html`<p><a href="${listAddress("/operate/connectors", named)}">All connectors of this user</a></p>` : undefined}
      ${can.delete ? endings(frame, user) : undefined}
      <p><a href="${path}">All users</a></p>`,
  });
};

const endings = (frame: Frame, { id, name }: ShownUser): Html =>
  html`<section>
    <h2>End access</h2>
    <p>All tokens of this user end at once, also the long-lived ones.</p>
    ${postForm(frame, `${path}/${id}/revoke`, html`<button class="plain">End the tokens of ${name}</button>`)}
    <details>
      <summary>Delete this user</summary>
      <p>
        All connectors, credentials and tokens of the user are deleted at once. Nobody can bring them back.
      </p>
      ${postForm(frame, `${path}/${id}/delete`, html`<button class="bad">Delete ${name}</button>`)}
    </details>
  </section>`;
