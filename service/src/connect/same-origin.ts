/**
 * Whether a page of this service has sent the request. Browsers send `sec-fetch-site`, and older browsers send
 * `origin`. Returns undefined if the request has neither header.
 */
export function isSameOrigin({ headers }: Request, publicUrl: string): boolean | undefined {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (site !== null) return site === "same-origin";
  return origin === null ? undefined : origin === publicUrl;
}
