import { html } from "hono/html";
import type { Html } from "./page.ts";
import { operatorPage, postForm, type Frame } from "./operator-frame.ts";
import { choice, field, long, tableOr, time } from "./parts.ts";

const path = "/operate/webhooks";

export interface ShownWebhook {
  id: string;
  url: string;
  description: string;
  /** Null stands for all types. */
  event_types: readonly string[] | null;
  status: "enabled" | "disabled";
  disabled_reason: "gone" | "manual" | null;
}

export interface ShownDelivery {
  type: string;
  status: string;
  attempts: number;
  response_status: number | null;
  error: string | null;
  created_at: string;
}

const statusOf = ({ status, disabled_reason }: ShownWebhook): string =>
  disabled_reason === "gone" ? "disabled, because the receiver responded with the status 410" : status;

export function webhooksPage(
  frame: Frame,
  { webhooks, types }: { webhooks: readonly ShownWebhook[]; types: readonly string[] },
): Response {
  const rows = webhooks.map((one) => [
    long(html`<a href="${path}/${one.id}">${one.url}</a>`),
    html`${statusOf(one)}`,
    html`${one.event_types?.join(", ") ?? "all"}`,
    long(one.description),
  ]);
  const options = [{ value: "", text: "all" }, ...types.map((type) => ({ value: type, text: type }))];
  return operatorPage(frame, {
    title: "Webhooks",
    body: html`<p>The service sends signed events to these addresses when a connector changes.</p>
      ${tableOr("There are no webhooks.", "Webhooks", ["Address", "Status", "Events", "Description"], rows)}
      <section>
        <h2>Add an address</h2>
        ${postForm(
          frame,
          path,
          html`<div class="fields">
              ${field({ name: "url", label: "Address", type: "url", required: true, max: 2048 })}
              ${choice("event_type", "Events", options)}
              ${field({ name: "description", label: "Description (optional)", max: 200 })}
            </div>
            <button>Add</button>`,
        )}
      </section>`,
  });
}

/** Returns the page of a webhook. `deliveries`: the last events for the address, newest first. */
export function webhookPage(frame: Frame, one: ShownWebhook, deliveries: readonly ShownDelivery[]): Response {
  const enabled = one.status === "enabled";
  const rows = deliveries.map(({ created_at, type, status, attempts, response_status, error }) => [
    time(created_at),
    html`${type}`,
    html`${status}`,
    html`${attempts}`,
    html`${response_status ?? error ?? ""}`,
  ]);
  return operatorPage(frame, {
    title: "Webhook",
    body: html`<dl>
        <dt>Address</dt>
        <dd>${one.url}</dd>
        <dt>Status</dt>
        <dd>${statusOf(one)}</dd>
        <dt>Events</dt>
        <dd>${one.event_types?.join(", ") ?? "all"}</dd>
        <dt>Description</dt>
        <dd>${one.description}</dd>
      </dl>
      ${enabled ? postForm(frame, `${path}/${one.id}/test`, html`<button>Send a test event</button>`) : undefined}
      ${postForm(frame, `${path}/${one.id}/status`, statusButton(enabled))}
      <section>
        <h2>Last events</h2>
        ${tableOr("No event was sent yet.", "Last events", ["Time", "Event", "Status", "Attempts", "Response"], rows)}
      </section>
      <p><a href="${path}">All webhooks</a></p>`,
  });
}

const statusButton = (enabled: boolean): Html =>
  html`<input type="hidden" name="status" value="${enabled ? "disabled" : "enabled"}" /><button
      class="${enabled ? "bad" : "good"}"
    >
      ${enabled ? "Disable" : "Enable"}
    </button>`;

/** Returns the page with the secret of a new webhook, which no other page shows. */
export const newWebhookPage = (frame: Frame, { url, secret }: { url: string; secret: string }): Response =>
  operatorPage(frame, {
    title: "Webhook added",
    body: html`<p role="status">
        Give this secret to the receiver at <b>${url}</b>. The receiver needs the secret to check signatures.
      </p>
      <p class="copy"><code>${secret}</code></p>
      <p class="note">The secret is shown only now.</p>
      <p><a href="${path}">All webhooks</a></p>`,
  });
