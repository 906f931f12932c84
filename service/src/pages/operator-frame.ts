import { html } from "hono/html";
import { pageResponse, type Html, type Page } from "./page.ts";

/** The parts that all pages of an operator have. */
export interface Frame {
  operator: string;
  /** The text that each form must contain. */
  csrf: string;
  /** The links at the top of the page. */
  pages: readonly { href: string; text: string }[];
  /** The `href` in `pages` to mark as the current page. */
  current: string;
}

// With this policy, older browsers say which page has sent a form. Other sites still do not get the address.
const headers = { "referrer-policy": "same-origin" };

export function operatorPage(
  frame: Frame,
  { title, body, images }: Pick<Page, "title" | "body" | "images">,
): Response {
  const links = frame.pages.map(({ href, text }) =>
    href === frame.current
      ? html`<li><a href="${href}" aria-current="page">${text}</a></li>`
      : html`<li><a href="${href}">${text}</a></li>`,
  );
  const signOut = html`<span>Signed in as <b>${frame.operator}</b></span
    ><button class="plain">Sign out</button>`;
  return pageResponse({
    title,
    formAction: "'self'",
    headers,
    ...(images ? { images } : {}),
    top: html`<a class="skip" href="#main">Skip to the content</a>
      <header>
        <nav aria-label="Pages">
          <ul>
            ${links}
          </ul>
        </nav>
        ${postForm(frame, "/operate/sign-out", signOut)}
      </header>`,
    body,
  });
}

/** Returns a form with the text `csrf`, without which the service refuses the form. */
export const postForm = (
  { csrf }: Pick<Frame, "csrf">,
  action: string,
  content: Html,
  enctype = "application/x-www-form-urlencoded",
): Html =>
  html`<form method="post" action="${action}" enctype="${enctype}">
    <input type="hidden" name="csrf" value="${csrf}" /> ${content}
  </form>`;

/** Returns the page for a person who is not signed in. `provider`: the address of the OpenID provider. */
export const signInPage = ({
  status = 401,
  message,
  provider,
  cookies,
}: {
  status?: number;
  message: string;
  provider: string | undefined;
  /** The values of the headers `set-cookie`. */
  cookies: readonly string[];
}): Response =>
  pageResponse({
    cookies,
    status,
    title: "Sign in",
    // The provider can redirect to other hosts, and a browser applies `form-action` to redirects.
    ...(provider === undefined ? {} : { formAction: `'self' https: ${provider}` }),
    headers,
    body: html`<p role="alert">${message}</p>
      ${
        provider === undefined
          ? undefined
          : html`<form method="post" action="/operate/openid">
              <button>Sign in at ${new URL(provider).host}</button>
            </form>`
      }
      <p>
        To get a link that signs you in, run <code>agent-connectors-service operator-link</code> on the
        computer of the service, or ask the person who operates the service.
      </p>`,
  });

export interface LinkPage {
  name: string;
  /** The roles with their descriptions. */
  roles: readonly { role: string; words: string }[];
  application: string;
  expiresAt: number;
}

export const linkPage = ({ name, roles, application, expiresAt }: LinkPage): Response =>
  pageResponse({
    title: `Sign in as ${name}`,
    formAction: "'self'",
    headers,
    body: html`<p>You will operate the application <b>${application}</b> with these roles:</p>
      <ul>
        ${roles.map(({ role, words }) => html`<li>${words} <code>${role}</code></li>`)}
      </ul>
      <p class="box">
        The audit shows all that you do under the name <b>${name}</b>. Continue only if this link is meant for
        you.
      </p>
      <form method="post"><button>Sign in</button></form>
      <p class="note">
        This link works once, until ${new Date(expiresAt).toISOString().slice(11, 16)} UTC.
      </p>`,
  });
