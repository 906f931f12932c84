import { existsSync, readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";

// Exchanges that others have recorded with Notion, and the calls that must send the same requests.

export type Dict = Record<string, unknown>;

export interface Interaction {
  request: { method: string; uri: string; headers: Dict; body: unknown };
  response: { status: { code: number }; headers: Dict; body: { string: string } };
}
export interface Recorded {
  name: string;
  interaction: Interaction;
  /** The parsed response. */
  answer: Dict;
}
export type Call = readonly [entity: string, action: string, params: Dict];

const folder = new URL("../../../../shared/corpus/notion-recorded/", import.meta.url);
const names = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith(".yaml"))
      .sort()
  : [];
if (names.length === 0) console.warn("No recorded exchanges of Notion: their tests are skipped.");

export const recorded: readonly Recorded[] = names.flatMap((name) => {
  const { interactions } = parse(readFileSync(new URL(name, folder), "utf8")) as {
    interactions: Interaction[];
  };
  return interactions.map((interaction, at) => {
    const text = interaction.response.body.string;
    const answer = text.startsWith("{") ? (JSON.parse(text) as Dict) : {};
    return { name: `${name.replace(".yaml", "")} ${at}`, interaction, answer };
  });
});

/** Notion's default, which the recorded requests leave out. */
const pageSize = 100;

/** Returns the exchange with the default size of a page in its request. */
export function withPageSize({ request, response }: Interaction): Interaction {
  const url = new URL(request.uri);
  if (request.method === "GET") {
    if (!url.searchParams.has("page_size")) url.searchParams.set("page_size", String(pageSize));
    return { request: { ...request, uri: url.href }, response };
  }
  const body = { page_size: pageSize, ...(JSON.parse(String(request.body)) as Dict) };
  return { request: { ...request, body: JSON.stringify(body) }, response };
}

const lists = new Set(["users.list", "blocks.list", "comments.list", "search.titles", "data_sources.query", "data_sources.list_templates"]); // prettier-ignore
export const isList = ([entity, action]: Call): boolean => lists.has(`${entity}.${action}`);

/** Returns the text if rich text is a plain text. People and models pass a text. */
function textOf(value: unknown): unknown {
  const pieces = value as Dict[];
  const [piece] = pieces;
  const isPlain = pieces.length === 1 && JSON.stringify(Object.keys(piece!)) === '["text"]';
  return isPlain ? (piece!.text as Dict).content : value;
}

const childOf = (block: Dict): unknown => {
  const { paragraph } = block as { paragraph?: { rich_text: unknown } };
  return paragraph && typeof textOf(paragraph.rich_text) === "string" ? textOf(paragraph.rich_text) : block;
};

/** Returns the calls that must send a request. Empty if no action covers it. */
export function callsOf({ interaction: { request }, answer }: Recorded): Call[] {
  const { method } = request;
  const url = new URL(request.uri);
  if (url.host !== "api.notion.com") return [];
  const parts = url.pathname.split("/").slice(2);
  const [kind, id, sub, last] = parts;
  const isJson = typeof request.body === "string" && request.body.startsWith("{");
  const body = isJson ? (JSON.parse(request.body as string) as Dict) : {};
  const key = [method, kind, ...(id === undefined ? [] : [id === "me" ? "me" : "*"]), ...(sub === undefined ? [] : [sub]), ...(last === undefined ? [] : ["*"])].join(" "); // prettier-ignore
  const page = {
    limit: Number(url.searchParams.get("page_size") ?? pageSize),
    ...(url.searchParams.has("start_cursor") ? { cursor: url.searchParams.get("start_cursor") } : {}),
  };
  const parent = body.parent as Dict | undefined;
  switch (key) {
    case "GET users":
      return [["users", "list", page]];
    case "GET users me":
      return [["users", "me", {}]];
    case "GET users *":
      return [["users", "get", { user_id: id }]];
    case "POST search":
      return [["search", "titles", { ...page, ...body }]];
    case "GET pages *":
      return [["pages", "get", { page_id: id }]];
    case "POST pages": {
      const { title, ...properties } = body.properties as Dict;
      const children = (body.children as Dict[] | undefined)?.map(childOf);
      return [["pages", "create", { parent_page_id: parent!.page_id, ...(title === undefined ? {} : { title: textOf(title) }), ...(Object.keys(properties).length > 0 ? { properties } : {}), ...(children ? { children } : {}) }]]; // prettier-ignore
    }
    case "PATCH pages *":
      return [body.archived === false ? ["pages", "restore", { page_id: id }] : ["pages", "update", { page_id: id, ...body }]]; // prettier-ignore
    case "POST pages * move":
      return [["pages", "move", { page_id: id, parent_page_id: parent!.page_id }]];
    case "GET pages * properties *":
      return [["pages", "get_property", { page_id: id, property_id: last }]];
    case "GET pages * markdown":
      return [["pages", "get_markdown", { page_id: id }]];
    case "PATCH pages * markdown":
      if (body.allow_async === true) return [];
      return [["pages", "append_markdown", { page_id: id, markdown: (body.insert_content as Dict).content }]];
    case "GET blocks *":
      return [["blocks", "get", { block_id: id }]];
    case "GET blocks * children":
      return [["blocks", "list", { block_id: id, ...page }]];
    case "PATCH blocks * children":
      return [["blocks", "append", { block_id: id, children: (body.children as Dict[]).map(childOf) }]];
    case "PATCH blocks *":
      return [body.archived === false ? ["blocks", "restore", { block_id: id }] : ["blocks", "update", { block_id: id, block: body }]]; // prettier-ignore
    case "DELETE blocks *":
      return [
        ["blocks", "delete", { block_id: id }],
        ...(answer.type === "child_page" ? [["pages", "trash", { page_id: id }] as const] : []),
        ...(answer.type === "child_database" ? [["databases", "trash", { database_id: id }] as const] : []),
      ];
    case "GET databases *":
      return [["databases", "get", { database_id: id }]];
    case "POST databases":
      return [["databases", "create", { parent_page_id: parent!.page_id, title: body.title }]];
    case "PATCH databases *":
      return [["databases", "update", { database_id: id, ...body }]];
    case "GET data_sources *":
      return [["data_sources", "get", { data_source_id: id }]];
    case "POST data_sources": {
      const { parent: _parent, ...fields } = body;
      return [["data_sources", "create", { database_id: parent!.database_id, ...fields }]];
    }
    case "PATCH data_sources *":
      return [body.archived === true ? ["data_sources", "trash", { data_source_id: id }] : ["data_sources", "update", { data_source_id: id, ...body }]]; // prettier-ignore
    case "POST data_sources * query":
      return [["data_sources", "query", { data_source_id: id, ...page, ...body }]];
    case "GET data_sources * templates":
      return [["data_sources", "list_templates", { data_source_id: id, ...page }]];
    case "GET comments":
      return [["comments", "list", { block_id: url.searchParams.get("block_id"), ...page }]];
    case "POST comments":
      return [["comments", "create", { page_id: parent!.page_id, rich_text: textOf(body.rich_text) }]];
    case "PATCH comments *":
      return [["comments", "update", { comment_id: id, rich_text: textOf(body.rich_text) }]];
    case "DELETE comments *":
      return [["comments", "delete", { comment_id: id }]];
    case "POST file_uploads":
      return [["file_uploads", "create", body]];
    case "GET file_uploads *":
      return [["file_uploads", "get", { file_upload_id: id }]];
    case "POST file_uploads * send": {
      const [, filename, content_type, content] = /filename="([^"]+)"\r?\nContent-Type: (.+?)\r?\n\r?\n([\s\S]*?)\r?\n--/.exec(String(request.body))!; // prettier-ignore
      return [["file_uploads", "send", { file_upload_id: id, file: { filename, content_type, content } }]];
    }
    default:
      return [];
  }
}
