import { html } from "hono/html";
import { applicationHead } from "./consent/application-head.ts";
import { operatorPage, postForm, type Frame } from "./operator-frame.ts";
import type { Html } from "./page.ts";
import { facts, field, long, tableOr, time } from "./parts.ts";

const path = "/operate/applications";

export interface ShownApplication {
  client_id: string;
  name: string;
  status: string;
  created_at: string;
  last_used_at: string | null;
  return_urls: readonly string[];
  confirm_sessions: boolean;
  secrets: number;
  /** The path of the logo. */
  logo: string | undefined;
  /** Whether the operator is signed in through this application. */
  own: boolean;
}

export const applicationsPage = (frame: Frame, applications: readonly ShownApplication[]): Response =>
  operatorPage(frame, {
    title: "Applications",
    body: html`<p>
        An application is a program of your organization that uses the service. The command
        <code>agent-connectors-service application add</code> adds one.
      </p>
      ${tableOr(
        "There are no applications.",
        "Applications",
        ["Name", "Client id", "Status", "Last used"],
        applications.map((one) => [
          long(html`<a href="${path}/${one.client_id}">${one.name}</a>`),
          long(html`<code>${one.client_id}</code>`),
          html`${one.status}`,
          time(one.last_used_at),
        ]),
      )}`,
  });

export const applicationPage = (frame: Frame, one: ShownApplication): Response => {
  const here = `${path}/${one.client_id}`;
  return operatorPage(frame, {
    title: one.name,
    images: one.logo !== undefined,
    body: html`${facts([
        ["Client id", html`<code>${one.client_id}</code>`],
        ["Status", one.status],
        ["Last used", time(one.last_used_at)],
        ["Created", time(one.created_at)],
        ["Secrets", String(one.secrets)],
        ["People return to", one.return_urls.length === 0 ? "no address" : one.return_urls.join(", ")],
        ["Connect sessions", one.confirm_sessions || one.return_urls.length > 0 ? "The application must confirm them." : "need no confirmation"], // prettier-ignore
      ])}
      <section>
        <h2>Name and logo</h2>
        <p>People see them when the application asks for access, or for a decision:</p>
        ${applicationHead(one)}
        ${postForm(
          frame,
          `${here}/name`,
          html`${field({ name: "name", label: "Name", value: one.name, required: true, max: 200 })}
            <button>Rename</button>`,
        )}
        ${postForm(
          frame,
          `${here}/logo`,
          html`<div class="field">
              <label for="logo">Logo: a PNG image, at most 64 KB and 1,024 × 1,024 pixels</label>
              <input id="logo" name="logo" type="file" accept="image/png" required />
            </div>
            <button>${one.logo === undefined ? "Add the logo" : "Replace the logo"}</button>`,
          "multipart/form-data",
        )}
        ${one.logo === undefined ? undefined : postForm(frame, `${here}/logo/delete`, html`<button class="plain">Remove the logo</button>`)}
      </section>
      ${one.own ? html`<p class="note">You are signed in through this application, so you cannot disable or delete it here.</p>` : ending(frame, one, here)}
      <p><a href="${path}">All applications</a></p>`,
  });
};

const ending = (frame: Frame, { name, status }: ShownApplication, here: string): Html =>
  html`<section>
    <h2>Use</h2>
    ${
      status === "disabled"
        ? html`<p>Its earlier tokens stay revoked.</p>
            ${postForm(frame, `${here}/enable`, html`<button class="good">Enable</button>`)}`
        : html`<p>Its tokens and those of its users are revoked at once. You can enable it again.</p>
            ${postForm(frame, `${here}/disable`, html`<button class="bad">Disable</button>`)}`
    }
    <details>
      <summary>Delete this application</summary>
      <p>Its secrets, tokens and sessions are deleted. Nobody can bring them back.</p>
      ${postForm(frame, `${here}/delete`, html`<button class="bad">Delete ${name}</button>`)}
    </details>
  </section>`;
