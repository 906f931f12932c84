import { hashOf } from "./secret-text.ts";

/**
 * Returns the name of a session's cookie. Each session has its own cookie, so that one browser can use several sessions
 * at the same time. Browsers accept the prefix `__Host-` only over https.
 */
const nameOf = (publicUrl: string, sessionId: string): string =>
  `${publicUrl.startsWith("https:") ? "__Host-" : ""}connect-${sessionId}`;

/** Returns the header `set-cookie`. With `SameSite=Strict`, the browser would not send the cookie to the callback. */
export function sessionCookie(publicUrl: string, sessionId: string, secret: string, seconds: number): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${nameOf(publicUrl, sessionId)}=${secret}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns the hash of the session's cookie in this request, or undefined if there is not exactly one such cookie. */
export function cookieHashOf(request: Request, publicUrl: string, sessionId: string): string | undefined {
  const prefix = `${nameOf(publicUrl, sessionId)}=`;
  const [only, ...others] = (request.headers.get("cookie") ?? "")
    .split(/; */)
    .filter((cookie) => cookie.startsWith(prefix));
  return only === undefined || others.length > 0 ? undefined : hashOf(only.slice(prefix.length));
}
