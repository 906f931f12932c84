/**
 * Returns whether a page of this service has sent the request. Older browsers send no `sec-fetch-site`, but `origin`.
 * Returns undefined if the request has neither header.
 */
export function isSameOrigin({ headers }: Request, publicUrl: string): boolean | undefined {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (site !== null) return site === "same-origin";
  return origin === null ? undefined : origin === publicUrl;
}
