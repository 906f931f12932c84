import type { ResponseHeaders } from "../../contract/wire/http-types.ts";
import type { Paging } from "../../contract/wire/paging.ts";
import { at } from "../../ground/json.ts";

/**
 * Returns the query of the next page's address, without params that contain credentials. Only the query is used, so
 * the next page always comes from the same operation.
 * @param url the address of this page
 */
export function nextQueryOf(
  paging: Paging | undefined,
  { body, headers }: { body: unknown; headers: ResponseHeaders },
  url: string,
  secretNames: readonly string[],
): string | undefined {
  let next: unknown;
  if (paging?.kind === "link") next = nextLink(headers.get("link") ?? "");
  else if (paging?.kind === "next-url") next = at(body, paging.next);
  if (typeof next !== "string" || next === "" || !URL.canParse(next, url)) return undefined;
  const query = new URL(next, url).searchParams;
  for (const name of secretNames) query.delete(name);
  const text = query.toString();
  return text === "" ? undefined : text;
}

/** Matches a link in the header, and a param of a link (RFC 8288 §3). */
const links = /<([^<>]*)>((?:\s*;[^,<"]*(?:"[^"]*")?)*)/g;
const params = /;\s*([\w*-]+)\s*(?:=\s*(?:"([^"]*)"|([^\s;,"]*)))?/g;

/** Returns the address with the relation `next`. */
function nextLink(header: string): string | undefined {
  for (const [, target, text] of header.slice(0, 20_000).matchAll(links)) {
    // If a link has several params `rel`, only the first one is used.
    const rel = [...text!.matchAll(params)].find(([, name]) => name!.toLowerCase() === "rel");
    const relations = (rel?.[2] ?? rel?.[3] ?? "").toLowerCase().split(/\s+/);
    if (relations.includes("next")) return target;
  }
  return undefined;
}
