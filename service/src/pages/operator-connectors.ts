import { html } from "hono/html";
import type { Html } from "./page.ts";
import { operatorPage, postForm, type Frame } from "./operator-frame.ts";
import {
  choice,
  field,
  filterForm,
  long,
  nextLink,
  tableOr,
  time,
  type Filters,
  type Option,
} from "./parts.ts";

export interface ShownConnector {
  id: string;
  name: string;
  /** The name of the connector type, such as `Amazon Ads`. */
  source_template: { name: string };
  external_user_id: string;
  status: string;
  last_error_code: string | null;
  last_used_at: string | null;
  created_at: string;
  credentials: { auth_method: string };
  consent: { ends_at: string | null } | null;
}

const path = "/operate/connectors";

export const statusOf = ({ status, last_error_code }: ShownConnector): string => {
  if (status === "active") return "active";
  if (status === "type_not_offered") return "The service runs without this connector type.";
  return `must be connected again${last_error_code ? ` (${last_error_code})` : ""}`;
};

/** Returns when a consent ends. Undefined if it never ends, or if the end is unknown. */
export const consentEnd = ({ consent }: ShownConnector): Html | undefined =>
  consent?.ends_at ? html`consent ends ${time(consent.ends_at)}` : undefined;

export interface ConnectorsPage {
  connectors: readonly ShownConnector[];
  next: string | null;
  filters: Filters;
  /** The connector types whose accounts can be connected. */
  types: readonly Option[];
}

const statuses = [
  { value: "", text: "all" },
  { value: "active", text: "active" },
  { value: "reauth_required", text: "must be connected again" },
];
const consents = [
  { value: "", text: "all" },
  { value: "ending", text: "ends within 30 days, or has ended" },
];

export function connectorsPage(frame: Frame, { connectors, next, filters, types }: ConnectorsPage): Response {
  const rows = connectors.map((one) => [
    long(
      html`<a href="${path}/${one.id}">${one.name}</a
        >${sameName(one) ? undefined : html` <span class="detail">${one.source_template.name}</span>`}`,
    ),
    html`${statusOf(one)} ${consentEnd(one)}`,
    long(one.external_user_id),
    time(one.last_used_at),
  ]);
  return operatorPage(frame, {
    title: "Connectors",
    body: html`${filterForm(path, [
        field({
          name: "external_user_id",
          id: "filter",
          label: "User (empty: all users)",
          value: filters["external_user_id"],
        }),
        choice("status", "Status", statuses, filters["status"]),
        choice("consent", "Consent", consents, filters["consent"]),
      ])}
      ${tableOr(noneOf(filters), "Connectors", ["Connector", "Status", "User", "Last used"], rows)}
      ${nextLink(path, filters, next, "Next page")}
      <section>
        <h2>Connect an account</h2>
        ${connectForm(frame, types)}
      </section>`,
  });
}

/** Without another name, a connector has the name of its type. */
const sameName = ({ name, source_template }: ShownConnector): boolean =>
  name.replaceAll("-", " ").toLowerCase() === source_template.name.toLowerCase();

function noneOf(filters: Filters): string {
  const { external_user_id: user, ...others } = filters;
  if (Object.values(others).some(Boolean)) return "No connector matches.";
  return user ? "There are no connectors of this user." : "There are no connectors.";
}

const connectForm = (frame: Frame, types: readonly Option[]): Html =>
  types.length === 0
    ? html`<p>No connector type has accounts that can be connected.</p>`
    : html`<p>This creates a link for a user. With the link, the user connects an account in the browser.</p>
        ${postForm(
          frame,
          "/operate/connect",
          html`<div class="fields">
              ${field({ name: "external_user_id", label: "User of the new connector", required: true })}
              ${choice("connector_type", "Type", types)}
              ${field({ name: "name", label: "Name (optional)", max: 200 })}
            </div>
            <button>Create link</button>`,
        )}`;

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
