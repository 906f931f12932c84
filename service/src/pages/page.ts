import { createHash } from "node:crypto";

const style = `:root{color-scheme:light dark;--text:#1b1f24;--soft:#57606a;--back:#f4f5f7;--card:#fff;--line:#d0d7de;--button:#0b57d0;--on-button:#fff}
@media (prefers-color-scheme:dark){:root{--text:#e6e8eb;--soft:#a8b0ba;--back:#111418;--card:#1b1f24;--line:#3d444d;--button:#a8c7fa;--on-button:#062e6f}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:1rem/1.55 system-ui,sans-serif}
main{max-width:34rem;margin:clamp(0rem,8vh,5rem) auto;padding:2rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem;overflow-wrap:anywhere}
h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.25}
h2{margin:1.5rem 0 .5rem;font-size:1rem}
p{margin:.75rem 0}
ul{margin:.5rem 0;padding-left:1.25rem}
li{margin:.35rem 0}
code{color:var(--soft);font-size:.8125rem}
.note{color:var(--soft);font-size:.9375rem}
.box{border-left:.25rem solid var(--button);padding:.25rem 0 .25rem .75rem}
button{margin-top:.75rem;padding:.75rem 1.25rem;min-height:2.75rem;border:0;border-radius:.5rem;background:var(--button);color:var(--on-button);font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:3px solid var(--text);outline-offset:3px}
@media (max-width:30rem){main{margin:0;padding:1.25rem;border:0;border-radius:0;min-height:100vh}button{width:100%}}`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** A page for a person. `body` is HTML, so texts in it must be escaped with `escapeHtml`. */
export interface Page {
  status?: number;
  title: string;
  body: string;
  /**
   * The addresses to which a form of the page can lead, as the value of the CSP directive `form-action`. Absent if
   * the page has no form.
   */
  formAction?: string;
  headers?: Readonly<Record<string, string>>;
}

/** Returns a page that loads nothing, runs no script, and cannot be shown in a frame. */
export function pageResponse({ status = 200, title, body, formAction = "'none'", headers }: Page): Response {
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "x-robots-tag": "noindex",
      ...headers,
    },
  });
}

/** Returns a redirect to another page, which the browser requests with GET. The target does not get the address of this page. */
export const seeOther = (location: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, {
    status: 303,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer", ...headers },
  });

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns a page that says what went wrong and what the person can do. */
export const errorPage = ({
  status,
  message,
  hint,
}: {
  status: number;
  message: string;
  hint?: string | undefined;
}): Response =>
  pageResponse({
    status,
    title: "This did not work",
    body: `<p role="alert">${escapeHtml(message)}</p>${hint === undefined ? "" : `<p>${escapeHtml(hint)}</p>`}`,
  });
