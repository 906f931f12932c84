import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { style } from "./style.ts";

const styleHash = createHash("sha256").update(style).digest("base64");

/** HTML. In the template `html`, each value is escaped, except `Html`, and undefined values are left out. */
export type Html = ReturnType<typeof html>;

export interface Page {
  status?: number;
  title: string;
  body: Html;
  /** The HTML before the main part, such as links to other pages. */
  top?: Html;
  /** Whether the main part is wide. Default: only a page with `top` has a wide one. */
  wide?: boolean;
  /** Whether the page shows images of this service. */
  images?: boolean;
  /** The value of the CSP directive `form-action`. Absent if the page has no form. */
  formAction?: string;
  headers?: Readonly<Record<string, string>>;
  /** The values of the headers `set-cookie`. */
  cookies?: readonly string[];
}

/** Returns a page that loads nothing except images of this service, runs no script, and cannot be shown in a frame. */
export function pageResponse({
  status = 200,
  title,
  body,
  top,
  wide = top !== undefined,
  images = false,
  formAction = "'none'",
  headers: more,
  cookies = [],
}: Page): Response {
  // A formatter would change the style, whose hash must stay the same.
  // prettier-ignore
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
${top}
<main id="main"${wide ? raw(' class="wide"') : undefined}>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  const headers = new Headers({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}';${images ? " img-src 'self';" : ""} form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "x-robots-tag": "noindex",
    ...more,
  });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(withVisibleMarks(String(page)), { status, headers });
}

/**
 * Characters that change the direction of the text could make a name look like another name, so their codes are shown
 * instead, such as `[U+202E]`.
 */
const withVisibleMarks = (page: string): string =>
  page.replace(
    /[\u202A-\u202E\u2066-\u2069]/g,
    (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase()}]`,
  );

/**
 * Redirects the browser. The browser requests `location` with GET, and does not send the address of this page.
 * `cookies`: the values of the headers `set-cookie`.
 */
export function seeOther(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location, "cache-control": "no-store", "referrer-policy": "no-referrer" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** Leaves out the sentences of a hint that name a route of the HTTP API, which a person in a browser cannot call. */
const withoutRoutes = (hint = ""): string =>
  hint
    .split(/(?<=[.]) /)
    .filter((sentence) => !sentence.includes("/v1/"))
    .join(" ");

/** `link` leads to a page that works. */
export const errorPage = ({
  status,
  title = "This did not work",
  message,
  hint,
  link,
}: {
  status: number;
  title?: string;
  message: string;
  hint?: string | undefined;
  link?: { href: string; text: string };
}): Response =>
  pageResponse({
    status,
    title,
    body: html`<p role="alert">${message}</p>
      ${withoutRoutes(hint) === "" ? undefined : html`<p>${withoutRoutes(hint)}</p>`}
      ${link && html`<p><a href="${link.href}">${link.text}</a></p>`}`,
  });
