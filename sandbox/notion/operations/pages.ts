import type { Dict } from "../../../src/core/ground/json.ts";
import { addBlocks, isInside } from "../content/blocks.ts";
import { readBlocks } from "../content/read-blocks.ts";
import { readMarkdown } from "../content/read-markdown.ts";
import { findDatabase, findDataSource, findPage, mustBeLive } from "../find.ts";
import { list } from "../http/paging.ts";
import { onlyKey, readBoolean, readId, readObject, readOneOf, readTrash } from "../http/read-fields.ts";
import { notImitated, refused } from "../http/refusal.ts";
import type { Operations } from "../operation.ts";
import { findProperty, propertiesOf, propertyValueView, setValues, valueOf } from "../properties/values.ts";
import { readCover, readIcon } from "../records/files.ts";
import { pageView, sourcesOf } from "../records/page.ts";
import { newThing, place, touch } from "../world.ts";
import type { DataSource, Page, Parent, World } from "../world-types.ts";

export const pages: Operations = {
  "GET /v1/pages/{id}": {
    needs: "read content",
    run: ({ world, ids, query }) => {
      const page = findPage(world, ids[0], "path.page_id");
      const only = [query.filter_properties ?? []].flat() as string[];
      for (const id of only) findProperty(world, page, id);
      return pageView(world, page, only.length > 0 ? only.map((id) => findProperty(world, page, id).id) : undefined); // prettier-ignore
    },
  },
  "POST /v1/pages": {
    needs: "insert content",
    run: ({ world, body }) => {
      readObject(body, "body", ["parent", "properties", "children", "icon", "cover", "template"], ["markdown", "content", "position"]); // prettier-ignore
      const { parent, source } = readParent(world, body.parent, "body.parent");
      const page: Page = { ...newThing(world, parent), kind: "page", title: [], values: new Map(), icon: null, cover: null, is_locked: false, shared: true }; // prettier-ignore
      setValues(world, Object.assign(page, { parent }), body.properties ?? {}, "body.properties");
      decorate(world, page, body);
      const template = source && body.template !== undefined ? readTemplate(source, body) : undefined;
      const blocks = readBlocks(world, body.children ?? [], "body.children");
      const number = source?.properties.find(({ type }) => type === "unique_id");
      if (source && number) page.values.set(number.id, ++source.lastNumber);
      place(world, page);
      addBlocks(world, page, template === undefined ? blocks : readMarkdown(world, template, page.id));
      return pageView(world, page);
    },
  },
  "PATCH /v1/pages/{id}": {
    needs: "update content",
    run: ({ world, ids, body }) => {
      const page = findPage(world, ids[0], "path.page_id");
      readObject(body, "body", ["properties", "icon", "cover", "is_locked", "in_trash", "archived"], ["template", "erase_content"]); // prettier-ignore
      const trash = readTrash(body);
      if (trash !== false) mustBeLive(page);
      setValues(world, page, body.properties ?? {}, "body.properties");
      decorate(world, page, body);
      if (body.is_locked !== undefined) page.is_locked = readBoolean(body.is_locked, "body.is_locked");
      if (trash !== undefined) page.in_trash = trash;
      touch(world, page);
      return pageView(world, page);
    },
  },
  // https://developers.notion.com/reference/move-page
  "POST /v1/pages/{id}/move": {
    needs: "update content",
    run: ({ world, ids, body }) => {
      const page = findPage(world, ids[0], "path.page_id");
      mustBeLive(page);
      readObject(body, "body", ["parent"]);
      const { parent } = readParent(world, body.parent, "body.parent", ["page_id", "data_source_id"]);
      const target = world.things.get(String(parent[parent.type]))!;
      if (isInside(world, target, page.id)) throw refused("A page cannot be moved into itself.");
      const old = propertiesOf(world, page).filter(
        ({ id, type }) => type !== "unique_id" && page.values.get(id) !== undefined,
      );
      const moved = { ...page, parent };
      const lost = old.filter((one) => !propertiesOf(world, moved).some(({ id }) => id === one.id));
      if (lost.length > 0 && parent.type === "data_source_id")
        throw notImitated(`a move that maps the property ${lost[0]!.name} to another data source`);
      for (const { id } of lost) page.values.delete(id);
      page.parent = parent;
      place(world, page);
      touch(world, page);
      return pageView(world, page);
    },
  },
  // https://developers.notion.com/reference/retrieve-a-page-property
  "GET /v1/pages/{id}/properties/{id}": {
    needs: "read content",
    run: ({ world, ids, query }) => {
      const page = findPage(world, ids[0], "path.page_id");
      const property = findProperty(world, page, decodeURIComponent(ids[1]!));
      const { id, type } = property;
      if (!["title", "rich_text", "relation", "people"].includes(type))
        return { object: "property_item", ...propertyValueView(world, page, property) };
      const items = (valueOf(world, page, property) as unknown[]).map((one, index) => ({ object: "property_item", type, id, [type]: one, index })); // prettier-ignore
      const found = list(items, query, "query", "property_item", ({ index }) => String(index));
      const results = (found.results as Dict[]).map(({ index: _index, ...item }) => item);
      const next_url = found.has_more === true ? `https://api.notion.com/v1/pages/${page.id}/properties/${id}?start_cursor=${String(found.next_cursor)}` : null; // prettier-ignore
      return { ...found, results, property_item: { id, next_url, type, [type]: {} } };
    },
  },
};

function readParent(world: World, value: unknown, path: string, kinds = ["page_id", "data_source_id", "database_id"]): { parent: Parent; source?: DataSource } {
  const given = readObject(value, path, ["type", ...kinds], ["workspace"]);
  const kind = onlyKey(given, path, kinds);
  if (kind === "page_id") {
    const page = findPage(world, given.page_id, `${path}.page_id`);
    mustBeLive(page);
    return { parent: { type: kind, page_id: page.id } };
  }
  const source = kind === "data_source_id" ? findDataSource(world, given[kind], `${path}.${kind}`) : onlySource(world, given[kind], `${path}.${kind}`);
  mustBeLive(source);
  return { parent: { type: "data_source_id", data_source_id: source.id, database_id: source.parent.database_id }, source };
} // prettier-ignore

/** A database with one data source can stand for it. */
function onlySource(world: World, value: unknown, path: string): DataSource {
  const { id } = findDatabase(world, value, path);
  const [source, ...others] = sourcesOf(world, id);
  if (!source || others.length > 0)
    throw refused(`The database ${id} has ${others.length + (source ? 1 : 0)} data sources. Use the id of a data source.`); // prettier-ignore
  return source;
}

function decorate(world: World, page: Page, body: Dict): void {
  if (body.icon !== undefined) page.icon = readIcon(world, body.icon, "body.icon");
  if (body.cover !== undefined) page.cover = readCover(world, body.cover, "body.cover");
}

/** Returns the Markdown of a template. https://developers.notion.com/docs/creating-pages-from-templates */
function readTemplate({ templates }: DataSource, body: Dict): string | undefined {
  const given = readObject(body.template, "body.template", ["type", "template_id"]);
  const type = readOneOf(given.type, "body.template.type", ["none", "default", "template_id"]);
  if (type === "none") return undefined;
  if (body.children !== undefined) throw refused("A request has either children or a template.");
  const id = type === "default" ? undefined : readId(given.template_id, "body.template.template_id");
  const found = templates.find((one) => (id === undefined ? one.is_default : one.id === id));
  if (!found) throw refused(id === undefined ? "The data source has no default template." : `Could not find template with ID: ${id}.`); // prettier-ignore
  return found.markdown;
}
