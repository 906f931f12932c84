import { cookieHeader, cookieOf } from "../connect/cookie.ts";

// A person who asks for a page without being signed in gets the sign-in page instead. A cookie keeps the address of the
// requested page until the person has signed in.

const cookieName = "operator-page";
const seconds = 600;
const home = "/operate";
const maxLength = 1000;

/** Returns the headers with which the browser comes back to the requested page after the next sign-in. */
export function rememberPage({ method, url }: Request, publicUrl: string): string[] {
  const { pathname, search } = new URL(url);
  const page = pathname + search;
  if (method !== "GET" || page.length > maxLength) return [];
  return [cookieHeader(publicUrl, cookieName, encodeURIComponent(page), seconds)];
}

/**
 * Returns the path of the page that the browser asked for, and the header that deletes the cookie. Without a valid
 * cookie, returns the path of the start page.
 */
export function pageAfterSignIn(request: Request, publicUrl: string): { page: string; cookies: string[] } {
  const value = cookieOf(request, publicUrl, cookieName);
  if (value === undefined) return { page: home, cookies: [] };
  return { page: operatorPath(value, publicUrl), cookies: [cookieHeader(publicUrl, cookieName, "", 0)] };
}

function operatorPath(value: string, publicUrl: string): string {
  let url: URL;
  try {
    url = new URL(decodeURIComponent(value), publicUrl);
  } catch {
    return home;
  }
  const { origin, pathname, search } = url;
  const isOperatorPage = pathname === home || pathname.startsWith(`${home}/`);
  return origin === publicUrl && isOperatorPage ? pathname + search : home;
}
