import { html, raw } from "hono/html";
import type { Html } from "./page.ts";
import { operatorPage, postForm, type Frame } from "./operator-frame.ts";
import { field, filterForm, long, nextLink, tableOr, time } from "./parts.ts";

const path = "/operate/people";

export interface ShownSignIn {
  issuer?: string | undefined;
  client_id?: string | undefined;
  scope?: string | undefined;
  claim?: string | undefined;
  sign_in_url?: string | undefined;
}

export interface ShownAgreement {
  id: string;
  external_user_id: string;
  client: string;
  client_name: string;
  effects: readonly string[];
  agreed_at: string;
}

export interface PeoplePage {
  /** Undefined if users cannot sign in. */
  signIn: ShownSignIn | undefined;
  mcpUrl: string;
  redirectUrl: string;
  /** The user whose agreements are shown. Undefined for all users. */
  user: string | undefined;
  agreements: readonly ShownAgreement[];
  cursor: string | null;
}

export const peoplePage = (frame: Frame, page: PeoplePage): Response =>
  operatorPage(frame, {
    title: "People",
    body: html`<p>
        Users sign in from MCP clients, and agree to what a client can do. They enter the address
        <code>${page.mcpUrl}</code> in the client.
      </p>
      ${agreements(frame, page)} ${signInSection(frame, page)}`,
  });

function agreements(frame: Frame, { agreements: found, user, cursor }: PeoplePage): Html {
  const rows = found.map((one) => [
    long(one.external_user_id),
    html`<span
      ><b>${new URL(one.client).host}</b>${
        one.client_name === "" ? undefined : html`, which calls itself <q>${one.client_name}</q>`
      }</span
    >`,
    html`${one.effects.join(", ")}`,
    time(one.agreed_at),
    postForm(
      frame,
      `${path}/agreements/${one.id}/end`,
      html`<button
        class="plain"
        aria-label="End the agreement of ${one.external_user_id} with ${new URL(one.client).host}"
      >
        End
      </button>`,
    ),
  ]);
  const columns = ["User", "Client", "Effects", "Agreed", "Action"];
  return html`<section>
    <h2>Agreements</h2>
    <p>A client whose agreement you end can do nothing any more.</p>
    ${filterForm(path, [field({ name: "external_user_id", label: "User (empty: all users)", value: user })])}
    ${tableOr(user === undefined ? "There are no agreements." : "There are no agreements of this user.", "Agreements", columns, rows)}
    ${nextLink(path, { external_user_id: user }, cursor, "More agreements")}
  </section>`;
}

const signInSection = (frame: Frame, { signIn, redirectUrl }: PeoplePage): Html =>
  html`<section>
<h2>How users sign in</h2>
<dl>
${shown("OpenID provider", signIn?.issuer)} ${shown("Client id", signIn?.client_id)}
${shown("Claim that is the user id", signIn?.claim)} ${shown("Page of the application", signIn?.sign_in_url)}
${signIn ? undefined : shown("Users", "cannot sign in")}
</dl>
<details${signIn?.issuer === undefined ? undefined : raw(" open")}><summary>At an OpenID provider</summary>
<p>Register the service at the provider, with the redirect address <code>${redirectUrl}</code>. Everybody who can sign in there can use the accounts of the user id in the claim.</p>
${postForm(
  frame,
  path,
  html`<div class="fields">
      ${field({ name: "issuer", label: "Issuer", type: "url", value: signIn?.issuer, required: true, max: 2048 })}
      ${field({ name: "client_id", label: "Client id", value: signIn?.client_id, required: true, max: 1000 })}
      ${field({ name: "client_secret", label: "Client secret", type: "password", required: true, max: 1000 })}
      ${field({ name: "claim", label: "Claim that is the user id", value: signIn?.claim ?? "sub", max: 200 })}
      ${field({ name: "scope", label: "Scopes", value: signIn?.scope ?? "openid email profile", max: 1000 })}
    </div>
    <button>Use this provider</button>`,
)}</details>
<details${signIn?.sign_in_url === undefined ? undefined : raw(" open")}><summary>At a page of your application</summary>
<p>The page gets the param <code>sign_in</code>. Your application signs the user in, and its backend gets a link for the browser: <code>POST /v1/connect/sign-ins</code>.</p>
${postForm(
  frame,
  path,
  html`<div class="fields">
      ${field({ name: "sign_in_url", label: "Address of the page", type: "url", value: signIn?.sign_in_url, required: true, max: 2048 })}
    </div>
    <button>Use this page</button>`,
)}</details>
${
  signIn &&
  html`<details>
    <summary>Let users no longer sign in</summary>
    <p>All clients of users can then do nothing any more.</p>
    ${postForm(frame, `${path}/delete`, html`<button class="bad">Stop sign-ins</button>`)}
  </details>`
}</section>`;

const shown = (label: string, value: string | undefined): Html | undefined =>
  value === undefined
    ? undefined
    : html`<dt>${label}</dt>
        <dd>${value}</dd>`;
