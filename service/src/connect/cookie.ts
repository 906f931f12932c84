/** Adds the prefix `__Host-`, which browsers accept only over https. */
const fullName = (publicUrl: string, name: string): string =>
  `${publicUrl.startsWith("https:") ? "__Host-" : ""}${name}`;

/**
 * Returns the value of a `set-cookie` header. With 0 seconds, the browser deletes the cookie. `SameSite=Strict` would
 * not work, because the browser must send the cookie when a platform sends the person back.
 */
export function cookieHeader(publicUrl: string, name: string, value: string, seconds: number): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${fullName(publicUrl, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns the value of a cookie, or undefined if the request has none or several of this name. */
export function cookieOf(request: Request, publicUrl: string, name: string): string | undefined {
  const prefix = `${fullName(publicUrl, name)}=`;
  const [only, ...others] = (request.headers.get("cookie") ?? "")
    .split(/; */)
    .filter((cookie) => cookie.startsWith(prefix));
  return only === undefined || others.length > 0 ? undefined : only.slice(prefix.length);
}

/** Returns a different name for each session, because a browser can use several sessions at the same time. */
export const sessionCookieName = (sessionId: string): string => `connect-${sessionId}`;
