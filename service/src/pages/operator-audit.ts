import { html } from "hono/html";
import { operatorPage, type Frame } from "./operator-frame.ts";
import { choice, field, nextLink, table, time } from "./parts.ts";

const path = "/operate/audit";

export interface ShownAuditRow {
  at: string;
  event: string;
  external_user_id: string | null;
  operator: string | null;
  client_id: string | null;
  connector_id: string | null;
  request_id: string;
  detail: Readonly<Record<string, unknown>>;
}

/** The filters, as texts in the page's form. */
export interface AuditFilters {
  event?: string | undefined;
  external_user_id?: string | undefined;
  operator?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

export function auditPage(
  frame: Frame,
  {
    rows,
    next,
    filters,
    events,
  }: {
    rows: readonly ShownAuditRow[];
    next: string | null;
    filters: AuditFilters;
    events: readonly string[];
  },
): Response {
  const cells = rows.map((row) => [
    time(row.at),
    html`${row.event}`,
    row.operator === null ? html`<code>${row.client_id ?? ""}</code>` : html`${row.operator}`,
    html`${row.external_user_id ?? ""}`,
    html`<code>${detailOf(row)}</code>`,
  ]);
  const options = ["", ...events].map((event) => ({ value: event, text: event || "all" }));
  return operatorPage(frame, {
    title: "Audit",
    body: html`<form action="${path}">
        <div class="fields">
          ${choice("event", "Event", options, filters.event)}
          ${field({ name: "external_user_id", label: "User", value: filters.external_user_id })}
          ${field({ name: "operator", label: "Operator", value: filters.operator, max: 200 })}
          ${field({ name: "since", label: "From (UTC)", type: "date", value: filters.since })}
          ${field({ name: "until", label: "Before (UTC)", type: "date", value: filters.until })}
          <div><button class="plain">Show</button></div>
        </div>
      </form>
      ${rows.length > 0 ? table("Audit", ["Time", "Event", "By", "User", "Details"], cells) : html`<p>No row matches.</p>`}
      ${nextLink(path, { ...filters }, next, "Older rows")}`,
  });
}

/** Returns a text such as `entity: users, action: list`. */
const detailOf = ({ connector_id, detail }: ShownAuditRow): string =>
  Object.entries({ ...(connector_id === null ? {} : { connector: connector_id }), ...detail })
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
