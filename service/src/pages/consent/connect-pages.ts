import { html } from "hono/html";
import { applicationHead, type ApplicationFace } from "./application-head.ts";
import { scopeGroups } from "./scope-groups.ts";
import { pageResponse } from "../page.ts";

export interface StartPage {
  /** The name of the platform, such as `Slack`. */
  platform: string;
  /** The application that asks for access. */
  application: ApplicationFace;
  /** The user of the application to whom the account will be linked. */
  user: string;
  /** The scopes by kind of token. */
  scopes: Readonly<Record<string, readonly string[]>>;
  /** The meaning of each scope in plain words. */
  words: Readonly<Record<string, string>>;
  /** The origin of the platform's consent page. */
  provider: string;
  /** Whether the application will confirm which user came back. If not, the page warns of links from strangers. */
  confirmed: boolean;
  /** Whether the person replaces the credentials of an existing connector. */
  again: boolean;
  expiresAt: number;
}

const headings: Readonly<Record<string, string>> = {
  bot: "Its bot will be able to:",
  user: "In your name, it will be able to:",
};

export function startPage(page: StartPage): Response {
  const { platform, application, user, scopes, words, provider, confirmed, again, expiresAt } = page;
  const lists = Object.entries(scopes).map(
    ([kind, list]) =>
      html`<h2>${headings[kind] ?? "It will be able to:"}</h2>
        ${scopeGroups(list, words)}`,
  );
  const warning = confirmed
    ? undefined
    : html`<p class="box">
        Continue only if you asked for this link yourself. The application's user <b>${user}</b> can then use
        the account that you choose.
      </p>`;
  return pageResponse({
    title: `Connect ${platform}${again ? " again" : ""}`,
    // A browser also applies `form-action` to redirects. The platform can redirect to other hosts, for example to the
    // sign-in page of a company.
    formAction: `'self' https: ${provider}`,
    images: application.logo !== undefined,
    body: html`${applicationHead(application)}
      <p>
        The application asks for access to your ${platform} account. It will link the account to its user
        <b>${user}</b>.
      </p>
      ${lists} ${warning}
      <form method="post"><button>Continue to ${platform}</button></form>
      <p class="note">
        On the next page, at ${new URL(provider).host}, you choose the account and agree or refuse. This link
        works once, until ${time(expiresAt)} UTC.
      </p>`,
  });
}

const time = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

export const connectedPage = (
  platform: string,
  user: string,
  { account, notes = [] }: { account?: string | undefined; notes?: readonly string[] },
): Response =>
  pageResponse({
    title: `${platform} is connected`,
    body: html`<p role="status">
        ${account === undefined ? "Your account" : html`<b>${account}</b>`} is linked to <b>${user}</b>.
      </p>
      ${notes.map((note) => html`<p>${note}</p>`)}
      <p>You can close this page.</p>`,
  });

/** Returns the page that gives the person a code for the application, which has no address to return to. */
export const codePage = ({
  platform,
  application,
  user,
  code,
}: Pick<StartPage, "platform" | "user"> & { application: string; code: string }): Response =>
  pageResponse({
    title: `One more step to connect ${platform}`,
    body: html`<p role="status">Give this code to the application <b>${application}</b>:</p>
      <p class="copy"><code>${code}</code></p>
      <p class="box">
        With the code, the application links your account to its user <b>${user}</b>. Enter it only in the
        application, where you are signed in as this user. Never send it to anybody who gave you the link.
      </p>`,
  });

/** Returns the page for a repeated request while the first request is still being handled. */
export const waitingPage = (platform: string): Response =>
  pageResponse({
    status: 202,
    title: `${platform} is being connected`,
    body: html`<p role="status">This takes longer than usual. Reload this page in a few seconds.</p>`,
  });
