import { toBase64Url } from "../src/core/ground/base64.ts";
import { escapeHtml } from "../src/core/ground/escape-html.ts";
import { sha256 } from "../src/core/ground/hash.ts";

export interface ConsentPage {
  platform: string;
  application: string;
  account: string;
  scopes: readonly string[];
  fields: ReadonlyMap<string, string>;
}

/** Returns the page on which a person allows or denies access. The form sends `decision`: `allow` or `deny`. */
export function consentPage({ platform, application, account, scopes, fields }: ConsentPage): Response {
  const hidden = [...fields].map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return page(
    200,
    `${platform} sandbox: allow access`,
    `<p>The application <b>${escapeHtml(application)}</b> wants to use <b>${escapeHtml(account)}</b> of the ${platform} sandbox. It asks for:</p>
<ul>${scopes.map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`).join("")}</ul>
<form method="post">${hidden.join("")}
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Cancel</button>
</form>`,
  );
}

/** Returns an error page. If a request for access is wrong, a platform shows this page and does not redirect. */
export const refusalPage = (platform: string, code: string): Response =>
  page(
    400,
    `${platform} sandbox: error`,
    `<p>The request for access is wrong: <code>${escapeHtml(code)}</code></p>`,
  );

/** Sends the person back to the application. */
export function redirectBack(redirectUri: string, params: Readonly<Record<string, string | null>>): Response {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(params)) if (value !== null) url.searchParams.set(name, value);
  return new Response(null, { status: 302, headers: { location: url.href, "cache-control": "no-store" } });
}

const page = (status: number, title: string, body: string): Response =>
  new Response(
    `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}</style>
<main><h1>${title}</h1>
${body}</main></html>`,
    { status, headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" } },
  );

/** Returns whether the address uses https, or http on loopback. */
export function isRedirectUri(uri: string): boolean {
  if (!URL.canParse(uri) || uri.includes("#")) return false;
  const { protocol, hostname } = new URL(uri);
  return (
    protocol === "https:" || (protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  );
}

/** Returns the code challenge of a code verifier, for the method S256. */
export const challengeOf = async (verifier: string): Promise<string> => toBase64Url(await sha256(verifier));
