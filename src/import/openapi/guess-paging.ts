import type { JsonSchema } from "../../core/contract/json-schema.ts";
import type { Paging } from "../../core/contract/wire/paging.ts";
import { isDict } from "../../core/ground/json.ts";
import { snakeCase } from "../names.ts";
import { isType, objectOf } from "./inline-schema.ts";
import type { Answer, ListShape } from "./response.ts";

// Recognizes how an operation splits its list into pages, from the names of its params and of the response's fields.
// What is not recognized for sure stays without pages, because wrong pages lose items or repeat them.

/** Params for the page size, in snake case, the surest first. */
const sizes = ["limit", "per_page", "page_size", "max_results", "page_limit", "items_per_page", "results_per_page", "limit_count", "maxitems", "max_items", "pagesize", "perpage", "page_count", "top", "first", "take", "rows", "count", "size"]; // prettier-ignore
const cursors = ["cursor", "page_token", "next_token", "next_page_token", "start_cursor", "page_cursor", "after", "next_cursor", "continuation_token", "continuation", "marker", "next_marker", "page_after", "scroll_id", "bookmark", "next", "pagination_token", "starting_token", "token", "page_info", "since_id", "pagetoken", "offset", "start", "page"]; // prettier-ignore
const lastIds = ["starting_after", "after_id", "after", "start_after", "since_id", "last_id"];
const pages = ["page", "page_number", "pagenumber", "page_index", "page_no", "current_page"];
const offsets = ["offset", "skip", "start", "start_index", "startindex", "from", "start_at", "startat", "page_offset", "first_result"]; // prettier-ignore

/** Fields of the response, as the ends of snake-case paths. */
const nexts = ["next_cursor", "next_page_token", "next_token", "next_marker", "next_page_cursor", "end_cursor", "continuation_token", "next_start_cursor", "cursors.after", "next.after", "next_starting_token", "nextpagetoken", "scroll_id", "bookmark", "next_offset", "next_page", "next", "cursor", "after", "pagination_token"]; // prettier-ignore
const nextUrls = ["next_page_uri", "next_page_url", "next_url", "next_uri", "next_link", "odata_next_link", "next_href", "next_page_link", "links.next", "next.href", "next.link", "next.url", "next_page.uri", "next_page.url", "next_page.href", "next_page", "next"]; // prettier-ignore
const mores = ["has_more", "has_next", "has_next_page", "more", "has_more_items", "has_more_results", "more_items_in_collection", "is_truncated"]; // prettier-ignore
const totals = ["total", "total_count", "total_results", "total_items", "total_size", "total_records", "totalcount", "count_total", "total_hits", "totalresults"]; // prettier-ignore
const pageCounts = ["total_pages", "page_count", "pages", "last_page", "num_pages", "totalpages", "number_of_pages", "pages_total"]; // prettier-ignore

const positions = new Set([...pages, "cursor", "page_token", "next_token", "start_cursor", "after", "offset", "starting_after", "page_cursor", "page_after"]); // prettier-ignore

/** Returns the params that choose a page, if the response says how the next page is read. */
export const positionParams = (params: readonly ListParam[], { kind }: Paging): string[] =>
  kind === "link" || kind === "next-url"
    ? params.map(({ name }) => name).filter((name) => positions.has(snakeCase(name)))
    : [];

interface Field {
  /** The dotted path as the platform writes it. */
  path: string;
  /** The path in snake case. */
  key: string;
  schema: JsonSchema;
}

export interface ListParam {
  /** The name of the param of the action. */
  name: string;
  schema: JsonSchema;
}

/** Returns the paging of a list, or undefined if it is not sure. */
export function guessPaging(
  params: readonly ListParam[],
  answer: Answer,
  list: ListShape,
): Paging | undefined {
  const named = params.map(({ name, schema }) => ({ name, schema, key: snakeCase(name).replace(/^page_(limit|size|after|before|cursor|offset|number)$/, "page_$1") })); // prettier-ignore
  const param = (names: readonly string[]) =>
    names.flatMap((name) => named.filter(({ key }) => key === name))[0];
  const size = param(sizes);
  const limits = sizeOf(size);
  const fields = list.pick === "" ? [] : fieldsOf(answer.schema!);
  const field = (names: readonly string[], isRight: (one: Field) => boolean) =>
    names
      .flatMap((name) => fields.filter(({ key }) => key === name || key.endsWith(`.${name}`)))
      .find(isRight);
  const more = field(mores, ({ schema }) => isType(schema, "boolean"))?.path;
  const base = { ...limits, ...(more === undefined ? {} : { more }) };

  const url = field(nextUrls, isAddress);
  if (url) return { kind: "next-url", next: url.path, ...base };
  const cursor = param(cursors.filter((name) => !["offset", "start", "page"].includes(name)));
  const next = field(nexts, ({ schema }) => isCursor(schema));
  if (cursor && next && isCursor(cursor.schema)) return { kind: "cursor", cursor: cursor.name, next: next.path, ...base }; // prettier-ignore
  // An offset that is a text, or whose next value the response contains, is a cursor.
  const position = param([...offsets, ...pages]);
  if (position && next && (isType(position.schema, "string") || /next_(offset|start|page)$/.test(next.key)))
    return { kind: "cursor", cursor: position.name, next: next.path, ...base };
  const last = param(lastIds);
  const id = Object.entries(objectOf(list.item)?.properties ?? {}).find(([name]) => name === "id");
  if (last && more !== undefined && id) return { kind: "last-id", cursor: last.name, id: "id", ...base };
  if (answer.headers.includes("link") && (param(pages) || cursor || size)) return { kind: "link", ...base };

  const page = param(pages);
  const count = field(pageCounts, ({ schema }) => isNumber(schema))?.path;
  const first = page && (page.schema.default === 0 || page.schema.minimum === 0) ? { first: 0 } : {};
  if (page && isNumber(page.schema) && count !== undefined)
    return { kind: "page", cursor: page.name, pages: count, ...first, ...base };
  const found = param(offsets);
  // An index that begins at 1 is not the number of the items before the page.
  const offset = found && ![found.schema.default, found.schema.minimum].includes(1) && !/^start_?index$/.test(found.key) ? found : undefined; // prettier-ignore
  const total = field(totals, ({ schema }) => isNumber(schema))?.path;
  if (offset && isNumber(offset.schema) && total !== undefined)
    return { kind: "offset", cursor: offset.name, total, ...base };
  // Without a total, only a page that is not full is known to be the last one. So the page size must be exact.
  const exact = exactSize(size);
  if (!exact) return undefined;
  const ending = { ...exact, ...(more === undefined ? {} : { more }) };
  if (page && isNumber(page.schema)) return { kind: "page", cursor: page.name, ...first, ...ending };
  if (offset && isNumber(offset.schema)) return { kind: "offset", cursor: offset.name, ...ending };
  return undefined;
}

interface Size {
  limit?: string;
  default: number;
  max: number;
}

const usualSize = 50;

function sizeOf(param: { name: string; schema: JsonSchema } | undefined): Size {
  if (!param) return { default: usualSize, max: usualSize };
  const { maximum, default: usual } = param.schema;
  const most = isCount(maximum) ? maximum : undefined;
  const given = isCount(usual) ? usual : undefined;
  const max = Math.min(most ?? Math.max(given ?? 0, 100), 1000);
  return { limit: param.name, default: Math.min(given ?? usualSize, max), max };
}

/** A page size that the platform surely accepts: at most its default or its documented maximum. */
function exactSize(param: { name: string; schema: JsonSchema } | undefined): Size | undefined {
  if (!param) return undefined;
  const { maximum, default: usual } = param.schema;
  const most = isCount(maximum) ? maximum : isCount(usual) ? usual : undefined;
  if (most === undefined) return undefined;
  return { limit: param.name, default: Math.min(isCount(usual) ? usual : usualSize, most), max: Math.min(most, 1000) }; // prettier-ignore
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 1;
const isNumber = (schema: JsonSchema) => isType(schema, "integer") || isType(schema, "number");

/** Cursors are texts, or values whose type the document does not say. */
const isCursor = (schema: JsonSchema): boolean => {
  const types = [schema.type ?? []].flat().filter((one) => one !== "null");
  const inner = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? (list as JsonSchema[]) : [])); // prettier-ignore
  if (inner.length > 0) return inner.some(isCursor);
  return (types.length === 0 && schema.properties === undefined) || types.some((type) => type === "string" || type === "integer"); // prettier-ignore
};

function isAddress({ key, schema }: Field): boolean {
  if (!isType(schema, "string")) return false;
  if (/(uri|url|link|href)$/.test(key) || schema.format === "uri" || schema.format === "url") return true;
  const { example, description } = schema;
  return /^(https?:)?\//.test(String(example)) || (/\burl\b|\buri\b|https?:\/\//i.test(String(description)) && /(^|\.|_)next(_page)?$/.test(key)); // prettier-ignore
}

/** Objects in which platforms put the fields of pages. */
const envelopes = /^(meta|metadata|paging|pagination|page_info|pageinfo|page|next_page|links|_links|response_metadata|cursors|next|data|result|result_info|search_metadata|response)$/; // prettier-ignore

function fieldsOf(schema: JsonSchema, path = "", key = "", depth = 0): Field[] {
  const { properties = {} } = objectOf(schema) ?? {};
  return Object.entries(properties).flatMap(([name, one]) => {
    if (!isDict(one) || name.includes(".")) return [];
    const field = { path: path === "" ? name : `${path}.${name}`, key: key === "" ? snakeCase(name) : `${key}.${snakeCase(name)}`, schema: one }; // prettier-ignore
    const inner = depth < 3 && envelopes.test(name.toLowerCase().replace(/^_/, "")) ? fieldsOf(one, field.path, field.key, depth + 1) : []; // prettier-ignore
    return [field, ...inner];
  });
}
