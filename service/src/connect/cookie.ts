/** Browsers accept the prefix `__Host-` only over https. */
const fullName = (publicUrl: string, name: string): string =>
  `${publicUrl.startsWith("https:") ? "__Host-" : ""}${name}`;

/**
 * With 0 seconds, the browser deletes the cookie. With `SameSite=Strict`, the browser would not send the cookie if
 * the person comes from another site, such as the page of a platform.
 */
export function cookieHeader(publicUrl: string, name: string, value: string, seconds: number): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${fullName(publicUrl, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns undefined if the request does not have exactly one cookie with this name. */
export function cookieOf(request: Request, publicUrl: string, name: string): string | undefined {
  const prefix = `${fullName(publicUrl, name)}=`;
  const [only, ...others] = (request.headers.get("cookie") ?? "")
    .split(/; */)
    .filter((cookie) => cookie.startsWith(prefix));
  return only === undefined || others.length > 0 ? undefined : only.slice(prefix.length);
}

/** One browser can use several sessions at the same time. */
export const sessionCookieName = (sessionId: string): string => `connect-${sessionId}`;
