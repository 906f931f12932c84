import { html, raw } from "hono/html";
import type { Html } from "./page.ts";
import { operatorPage, postForm, type Frame } from "./operator-frame.ts";
import { field, time } from "./parts.ts";

const path = "/operate/oauth-applications";

/** A platform whose accounts can be connected, and the organization's application at the platform. */
export interface ShownPlatform {
  connector_type: string;
  title: string;
  /** The address to register at the platform. */
  redirect_url: string | null;
  /** What a person needs to register the application. */
  needs: readonly string[];
  /** Undefined if the organization has stored no application. */
  application: { client_id: string; updated_at: string } | undefined;
}

export const oauthApplicationsPage = (frame: Frame, platforms: readonly ShownPlatform[]): Response =>
  operatorPage(frame, {
    title: "OAuth applications",
    body: html`<p>
        Users connect their accounts through your application at each platform. The service stores the client
        secret encrypted, and never shows it.
      </p>
      ${platforms.map((platform) => section(frame, platform))}`,
  });

const section = (
  frame: Frame,
  { connector_type, title, redirect_url, needs, application }: ShownPlatform,
): Html =>
  html`<section><h2>${title}</h2>
<dl><dt>Client id</dt><dd>${application ? html`<code>${application.client_id}</code>` : "not set"}</dd>
${
  application &&
  html`<dt>Changed</dt>
    <dd>${time(application.updated_at)}</dd>`
}
<dt>Redirect address</dt><dd>${redirect_url === null ? "The service has no public address." : html`<code>${redirect_url}</code>`}</dd></dl>
<details${application ? undefined : raw(" open")}><summary>${application ? "Replace" : "Set"} the application for ${title}</summary>
<ul>${needs.map((need) => html`<li>${need}</li>`)}</ul>
${postForm(
  frame,
  path,
  html`<input type="hidden" name="connector_type" value="${connector_type}" />
    <div class="fields">
      ${field({ name: "client_id", id: `id-${connector_type}`, label: "Client id", required: true, max: 2048 })}
      ${field({ name: "client_secret", id: `secret-${connector_type}`, label: "Client secret", type: "password", required: true, max: 2048 })}
    </div>
    <button>Save</button>`,
)}</details>
${
  application &&
  html`<details>
    <summary>Delete the application for ${title}</summary>
    <p>Users can then no longer connect accounts through it. Connectors keep their credentials.</p>
    ${postForm(frame, `${path}/delete`, html`<input type="hidden" name="connector_type" value="${connector_type}" /><button class="bad">Delete</button>`)}
  </details>`
}</section>`;
