// An imitation of the part of Notion that the suite uses. https://developers.notion.com/reference

type Dict = Record<string, unknown>;
interface Thing extends Dict {
  id: string;
  in_trash: boolean;
}

export const token = "ntn_suite-0123456789";
const me = "7775f3a3-893f-43fa-b625-460c61094c78";
export const source = "393abc1e-edcd-8178-a193-000baf4739c9";
/** A page that the connection sees. */
export const home = "393abc1e-edcd-80f3-813b-e205934558c6";
/** A page that is not shared with the connection. */
export const hidden = "00000000-0000-0000-0000-000000000000";

export interface NotionPlatform {
  fetch: typeof globalThis.fetch;
  /** The requests that were not refused. */
  sent: { method: string; path: string }[];
  pages: Map<string, Thing>;
}

const text = (content: unknown) =>
  (content as { text: { content: string } }[]).map((piece) => ({ ...piece, type: "text", plain_text: piece.text.content, href: null })); // prettier-ignore

/** Creates a workspace with one page and a data source with three entries. */
export function notionPlatform(): NotionPlatform {
  const pages = new Map<string, Thing>();
  const blocks = new Map<string, Thing & { parent: Dict }>();
  const comments: Dict[] = [];
  const markdown = new Map<string, string>();
  const sent: NotionPlatform["sent"] = [];
  let count = 0;
  const newId = () => `10000000-0000-0000-0000-${String(++count).padStart(12, "0")}`;
  const newPage = (id: string, parent: Dict, properties: Dict): Thing => {
    const page = { object: "page", id, parent, properties, in_trash: false, created_time: "2026-01-01T00:00:00.000Z", last_edited_time: "2026-01-01T00:00:00.000Z", url: `https://app.notion.com/${id}` }; // prettier-ignore
    pages.set(id, page);
    return page;
  };
  const title = (content: string) => ({ id: "title", type: "title", title: text([{ text: { content } }]) });
  newPage(home, { type: "workspace", workspace: true }, { title: title("Home") });
  for (const [name, done] of [["Milk", true], ["Bread", false], ["Salt", false]] as const) // prettier-ignore
    newPage(newId(), { type: "data_source_id", data_source_id: source }, { Name: title(name), Done: { id: "d", type: "checkbox", checkbox: done } }); // prettier-ignore

  const failure = (status: number, code: string, message: string) =>
    Response.json({ object: "error", status, code, message, request_id: "r1" }, { status });
  const notFound = () => failure(404, "object_not_found", "Could not find the object. Make sure that it is shared."); // prettier-ignore
  const list = (items: readonly Dict[], given: Dict) => {
    const from = items.findIndex(({ id }) => id === given.start_cursor) + 1;
    const results = items.slice(from, from + Number(given.page_size ?? 100));
    const has_more = from + results.length < items.length;
    return Response.json({ object: "list", results, has_more, next_cursor: has_more ? results.at(-1)!.id : null }); // prettier-ignore
  };
  const visible = (things: Iterable<Thing>) => [...things].filter(({ in_trash }) => !in_trash);

  function answer(method: string, path: string, query: Dict, body: Dict): Response {
    const [, , kind, id = "", sub] = path.split("/");
    const page = pages.get(id);
    switch (`${method} ${kind}${sub === undefined ? "" : ` ${sub}`}`) {
      case "GET users":
        return Response.json({ object: "user", id: me, name: "Suite", type: "bot", bot: { workspace_id: "w1", workspace_name: "Acme" } }); // prettier-ignore
      case "POST search":
        return list(visible(pages.values()).filter((one) => JSON.stringify(one.properties).includes(String(body.query ?? ""))), body); // prettier-ignore
      case "POST data_sources query": {
        const { checkbox } = (body.filter ?? {}) as { checkbox?: { equals: boolean } };
        const entries = visible(pages.values()).filter(
          ({ parent }) => (parent as Dict).data_source_id === id,
        );
        const done = (one: Dict) => (one.properties as { Done: Dict }).Done.checkbox;
        return list(
          entries.filter((one) => !checkbox || done(one) === checkbox.equals),
          body,
        );
      }
      case "POST pages": {
        const { title: given, ...properties } = body.properties as Dict;
        const named =
          given === undefined ? {} : { title: { id: "title", type: "title", title: text(given) } };
        const [[type, value]] = Object.entries(body.parent as Dict) as [[string, unknown]];
        return Response.json(newPage(newId(), { type, [type]: value }, { ...properties, ...named }));
      }
      case "GET pages":
        return page ? Response.json(page) : notFound();
      case "PATCH pages":
        if (!page) return notFound();
        if ("archived" in body) page.in_trash = body.archived === true;
        return Response.json(page);
      case "GET pages markdown":
      case "PATCH pages markdown": {
        if (!page) return notFound();
        const added = (body.insert_content as Dict | undefined)?.content;
        if (added !== undefined) markdown.set(id, (markdown.get(id) ?? "") + String(added));
        return Response.json({ object: "page_markdown", id, markdown: markdown.get(id) ?? "", truncated: false, unknown_block_ids: [] }); // prettier-ignore
      }
      case "GET blocks children":
        return list(
          visible(blocks.values()).filter(({ parent }) => (parent as Dict).page_id === id),
          query,
        );
      case "PATCH blocks children": {
        const results = (body.children as Dict[]).map((child) => {
          const [[type, content]] = Object.entries(child) as [[string, Dict]];
          const block = { object: "block", id: newId(), type, parent: { type: "page_id", page_id: id }, has_children: false, in_trash: false, [type]: { ...content, rich_text: text(content.rich_text) } }; // prettier-ignore
          blocks.set(block.id, block);
          return block;
        });
        return Response.json({ object: "list", results });
      }
      case "GET blocks":
      case "PATCH blocks":
      case "DELETE blocks": {
        const thing = blocks.get(id) ?? page;
        if (!thing) return notFound();
        if (method !== "GET") thing.in_trash = method === "DELETE" || body.archived === true;
        return Response.json({ ...thing, object: "block" });
      }
      case "GET comments":
        return list(
          comments.filter(({ parent }) => (parent as Dict).page_id === query.block_id),
          query,
        );
      case "POST comments": {
        const comment = { object: "comment", id: newId(), discussion_id: newId(), parent: { type: "page_id", ...(body.parent as Dict) }, rich_text: text(body.rich_text), created_by: { object: "user", id: me }, created_time: "2026-01-01T00:00:00.000Z", last_edited_time: "2026-01-01T00:00:00.000Z" }; // prettier-ignore
        comments.push(comment);
        return Response.json(comment);
      }
      default:
        return failure(400, "invalid_request_url", "Invalid request URL.");
    }
  }
  const fetch = async (given: URL | Request | string, init?: RequestInit) => {
    const request = new Request(given, init);
    const { pathname, searchParams } = new URL(request.url);
    if (request.headers.get("notion-version") === null) return failure(400, "missing_version", "Missing version."); // prettier-ignore
    if (request.headers.get("authorization") !== `Bearer ${token}`) return failure(401, "unauthorized", "API token is invalid."); // prettier-ignore
    const body = await request.text();
    const response = answer(request.method, pathname, Object.fromEntries(searchParams), body === "" ? {} : (JSON.parse(body) as Dict)); // prettier-ignore
    if (response.ok) sent.push({ method: request.method, path: pathname });
    return response;
  };
  return { fetch, sent, pages };
}
