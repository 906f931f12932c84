import { html } from "hono/html";
import { operatorPage, type Frame } from "./operator-frame.ts";
import type { Html } from "./page.ts";
import {
  choice,
  field,
  filterForm,
  listAddress,
  long,
  nextLink,
  tableOr,
  time,
  type Filters,
} from "./parts.ts";

const path = "/operate/audit";

export interface ShownAuditRow {
  at: number;
  event: string;
  /** The `external_user_id`. */
  workspace: string | null;
  operator: string | null;
  application_id: string | null;
  /** The name of the application. */
  application: string | null;
  /** The name of the long-lived token. */
  token: string | null;
  connector_id: string | null;
  /** The name of the connector. */
  connector: string | null;
  /** The details as JSON. */
  detail: string;
}

export interface AuditPage {
  rows: readonly ShownAuditRow[];
  next: string | null;
  filters: Filters;
  events: readonly string[];
  applications: readonly { id: string; name: string }[];
}

export function auditPage(frame: Frame, { rows, next, filters, events, applications }: AuditPage): Response {
  const all = { value: "", text: "all" };
  const byName = applications.map(({ id, name }) => ({ value: id, text: name }));
  const { cursor: _, ...exported } = filters;
  return operatorPage(frame, {
    title: "Audit",
    body: html`${filterForm(path, [
        choice(
          "event",
          "Event",
          [all, ...events.map((event) => ({ value: event, text: event }))],
          filters["event"],
        ),
        choice("outcome", "Calls", [all, { value: "failed", text: "failed" }], filters["outcome"]),
        field({ name: "external_user_id", label: "User", value: filters["external_user_id"] }),
        choice("client_id", "Application", [all, ...byName], filters["client_id"]),
        field({ name: "operator", label: "Operator", value: filters["operator"], max: 200 }),
        field({ name: "connector_id", label: "Connector id", value: filters["connector_id"], max: 64 }),
        field({ name: "since", label: "From (UTC)", type: "date", value: filters["since"] }),
        field({ name: "until", label: "Before (UTC)", type: "date", value: filters["until"] }),
      ])}
      ${tableOr("No row matches.", "Audit", ["Time", "Event", "By", "User", "Details"], rows.map(cellsOf))}
      ${nextLink(path, filters, next, "Older rows")}
      <p>
        Export all rows of these filters:
        <a href="${listAddress(`${path}/export`, { ...exported, format: "csv" })}">CSV</a>,
        <a href="${listAddress(`${path}/export`, { ...exported, format: "jsonl" })}">JSON lines</a>
      </p>`,
  });
}

const cellsOf = (row: ShownAuditRow): Html[] => [
  time(new Date(row.at).toISOString()),
  html`${row.event}`,
  long(actedBy(row)),
  long(row.workspace ?? ""),
  long(html`${connectorOf(row)} <span class="detail">${detailOf(row.detail)}</span>`),
];

/** Says who has caused an event: the operator, or the application with the name of its token. */
export function actedBy({ operator, application, application_id, token }: ShownAuditRow): string {
  const name = application ?? application_id ?? "";
  return operator ?? (token === null ? name : `${name}, token ${token}`);
}

const connectorOf = ({ connector_id, connector }: ShownAuditRow): Html | undefined =>
  connector_id === null
    ? undefined
    : connector === null
      ? html`deleted connector <code>${connector_id}</code>`
      : html`<a href="/operate/connectors/${connector_id}">${connector}</a>`;

/** Returns a text such as `entity: users, action: list`. */
export const detailOf = (json: string): string =>
  Object.entries(JSON.parse(json) as Record<string, unknown>)
    .map(([name, value]) => `${name.replaceAll("_", " ")}: ${textOf(value)}`)
    .join(", ");

const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(textOf).join(" ")
    : typeof value === "string"
      ? value
      : JSON.stringify(value);
