import { html } from "hono/html";
import type { Html } from "./page.ts";
import { operatorPage, postForm, type Frame } from "./operator-frame.ts";
import { choice, field, nextLink, table, time } from "./parts.ts";

export interface ShownConnector {
  id: string;
  name: string;
  connector_type: string;
  external_user_id: string;
  status: string;
  last_error_code: string | null;
  last_used_at: string | null;
  created_at: string;
  credentials: { auth_method: string };
}

const path = "/operate/connectors";

const statusOf = ({ status, last_error_code }: ShownConnector): string => {
  if (status === "active") return "active";
  if (status === "type_not_offered") return "The service runs without this connector type.";
  return `must be connected again${last_error_code ? ` (${last_error_code})` : ""}`;
};

export interface ConnectorsPage {
  connectors: readonly ShownConnector[];
  next: string | null;
  /** The user whose connectors are shown. Undefined for all users. */
  user: string | undefined;
  /** The connector types whose accounts can be connected. */
  types: readonly string[];
}

export function connectorsPage(frame: Frame, { connectors, next, user, types }: ConnectorsPage): Response {
  const rows = connectors.map((one) => [
    html`<a href="${path}/${one.id}">${one.name}</a>`,
    html`${statusOf(one)}`,
    html`${one.external_user_id}`,
    html`${one.connector_type}`,
    time(one.last_used_at),
  ]);
  const columns = ["Connector", "Status", "User", "Type", "Last used"];
  return operatorPage(frame, {
    title: "Connectors",
    body: html`<form action="${path}">
        <div class="fields">
          ${field({ name: "external_user_id", id: "filter", label: "User (empty for all)", value: user })}
          <div><button class="plain">Show</button></div>
        </div>
      </form>
      ${rows.length > 0 ? table("Connectors", columns, rows) : html`<p>There are no connectors${user === undefined ? "" : " of this user"}.</p>`}
      ${nextLink(path, { external_user_id: user }, next, "Next page")}
      <section>
        <h2>Connect an account</h2>
        ${connectForm(frame, types)}
      </section>`,
  });
}

const connectForm = (frame: Frame, types: readonly string[]): Html =>
  types.length === 0
    ? html`<p>No connector type has accounts that can be connected.</p>`
    : html`<p>This creates a link for a user. With the link, the user connects an account in the browser.</p>
        ${postForm(
          frame,
          "/operate/connect",
          html`<div class="fields">
              ${field({ name: "external_user_id", label: "User of the new connector", required: true })}
              ${choice(
                "connector_type",
                "Type",
                types.map((type) => ({ value: type, text: type })),
              )}
              ${field({ name: "name", label: "Name (optional)", max: 200 })}
            </div>
            <button>Create link</button>`,
        )}`;

export const connectorPage = (
  frame: Frame,
  one: ShownConnector,
  { canConnect, canDelete }: { canConnect: boolean; canDelete: boolean },
): Response =>
  operatorPage(frame, {
    title: one.name,
    body: html`<dl>
        <dt>Type</dt>
        <dd>${one.connector_type}</dd>
        <dt>User</dt>
        <dd>${one.external_user_id}</dd>
        <dt>Status</dt>
        <dd>${statusOf(one)}</dd>
        <dt>Credentials</dt>
        <dd>${one.credentials.auth_method}</dd>
        <dt>Created</dt>
        <dd>${time(one.created_at)}</dd>
        <dt>Last used</dt>
        <dd>${time(one.last_used_at)}</dd>
        <dt>Id</dt>
        <dd><code>${one.id}</code></dd>
      </dl>
      ${
        canConnect
          ? html`<section>
              <h2>Connect again</h2>
              <p>
                This creates a link for the user <b>${one.external_user_id}</b>. Until the user has connected
                the account again, the stored credentials stay.
              </p>
              ${postForm(
                frame,
                "/operate/connect",
                html`<input type="hidden" name="external_user_id" value="${one.external_user_id}" />
                  <input type="hidden" name="connector_id" value="${one.id}" /><button>Create link</button>`,
              )}
            </section>`
          : undefined
      }
      ${
        canDelete
          ? html`<section>
              <details>
                <summary>Delete this connector</summary>
                <p>Its credentials are deleted at once. Nobody can bring them back.</p>
                ${postForm(frame, `${path}/${one.id}/delete`, html`<button class="bad">Delete ${one.name}</button>`)}
              </details>
            </section>`
          : undefined
      }
      <p><a href="${path}">All connectors</a></p>`,
  });

/** Returns the page with a new link. No other page shows the link, because the store has only its hash. */
export const newLinkPage = (
  frame: Frame,
  { url, user, type, expiresAt }: { url: string; user: string; type: string; expiresAt: string },
): Response =>
  operatorPage(frame, {
    title: "Link created",
    body: html`<p role="status">
        Send this link to <b>${user}</b>, and to nobody else. It connects an account of ${type}.
      </p>
      <p class="copy"><code>${url}</code></p>
      <p class="note">The link works once, until ${expiresAt.slice(11, 16)} UTC. It is shown only now.</p>
      <p><a href="${path}?external_user_id=${encodeURIComponent(user)}">Connectors of ${user}</a></p>`,
  });
