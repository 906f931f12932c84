import type { Operation } from "../core/contract/wire/operation.ts";
import type { Paging } from "../core/contract/wire/paging.ts";
import { type Dict, at, isDict } from "../core/ground/json.ts";
import { sampleOf, setAt } from "./sample.ts";
import type { JsonSchema } from "../core/contract/json-schema.ts";

/** Every list of the mock platform has this many pages. */
export const pageCount = 3;

export interface MockRequest {
  method: string;
  url: URL;
  headers: Headers;
  body: unknown;
}

export interface MockPage {
  body: unknown;
  headers: Record<string, string>;
}

/** Returns the number of items on a page. The last page has one item. */
export const itemsOn = (page: number, size: number): number => (page === pageCount ? 1 : size);

/** Answers the request for a page in the way that the operation's `paging` describes. */
export function mockPage(
  { url, body }: MockRequest,
  { paging, arguments: names = {} }: Operation & { paging: Paging },
  { pick, item }: { pick: string | undefined; item: JsonSchema | undefined },
): MockPage {
  const valueOf = (argument: string | undefined): string | undefined => {
    if (argument === undefined) return undefined;
    const wire = Object.hasOwn(names, argument) ? names[argument]! : argument;
    const name = typeof wire === "string" ? wire : (wire.name ?? argument);
    const value = url.searchParams.get(name) ?? at(body, name) ?? at(body, `variables.${name}`);
    return value === undefined || value === null ? undefined : String(value as string);
  };
  const size = Number(valueOf(paging.limit) ?? paging.default);
  const page = pageOf(
    paging,
    "cursor" in paging ? valueOf(paging.cursor) : url.searchParams.get("mock_page"),
    size,
  );
  const items = Array.from({ length: itemsOn(page, size) }, () => structuredClone(sampleOf(item)));
  const isLast = page >= pageCount;
  const out: Dict = {};
  const headers: Record<string, string> = {};
  const next = new URL(url);
  next.searchParams.set("mock_page", String(page + 1));
  switch (paging.kind) {
    case "cursor":
      if (!isLast) setAt(out, paging.next, `mock-page-${page + 1}`);
      break;
    case "page":
      if (paging.pages !== undefined) setAt(out, paging.pages, pageCount);
      break;
    case "offset":
      if (paging.total !== undefined) setAt(out, paging.total, (pageCount - 1) * size + 1);
      break;
    case "last-id": {
      const last = items.at(-1);
      items[items.length - 1] = setAt(isDict(last) ? last : {}, paging.id, `mock-page-${page + 1}`);
      break;
    }
    case "next-url":
      if (!isLast) setAt(out, paging.next, next.href);
      break;
    case "link":
      if (!isLast) headers.link = `<${next.href}>; rel="next"`;
  }
  if (paging.more !== undefined) setAt(out, paging.more, !isLast);
  return { body: pick === undefined && Object.keys(out).length === 0 ? items : setAt(out, pick ?? "items", items), headers }; // prettier-ignore
}

function pageOf(paging: Paging, cursor: string | undefined | null, size: number): number {
  if (cursor === undefined || cursor === null) return 1;
  if (paging.kind === "offset") return Math.floor(Number(cursor) / size) + 1;
  if (paging.kind === "page") return Number(cursor) - (paging.first ?? 1) + 1;
  return Number(/\d+$/.exec(cursor)?.[0] ?? 1);
}
