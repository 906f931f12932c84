/**
 * Returns whether a page of this service has sent the request. Older browsers send no `sec-fetch-site`, but `origin`. A
 * request with neither header comes from no page.
 */
export function isSameOrigin({ headers }: Request, publicUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null ? headers.get("origin") === publicUrl : site === "same-origin";
}
