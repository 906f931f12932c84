import { readRichText } from "../content/rich-text.ts";
import { findDatabase, findDataSource, mustBeLive } from "../find.ts";
import { list } from "../http/paging.ts";
import { readObject, readTrash } from "../http/read-fields.ts";
import type { Operations } from "../operation.ts";
import { readFilter } from "../properties/filters.ts";
import { changeSchema, readSchema } from "../properties/schema.ts";
import { readSorts } from "../properties/sorts.ts";
import { readIcon } from "../records/files.ts";
import { dataSourceView, pageView } from "../records/page.ts";
import { childrenOf, touch } from "../world.ts";
import { addSource } from "./databases.ts";

const path = "path.data_source_id";

export const dataSources: Operations = {
  "POST /v1/data_sources": {
    needs: "insert content",
    run: ({ world, body }) => {
      readObject(body, "body", ["parent", "properties", "title", "icon"]);
      const parent = readObject(body.parent, "body.parent", ["type", "database_id"]);
      const database = findDatabase(world, parent.database_id, "body.parent.database_id");
      mustBeLive(database);
      const properties = readSchema(world, body.properties, "body.properties");
      const title = readRichText(world, body.title ?? [], "body.title");
      const icon = body.icon === undefined ? null : readIcon(world, body.icon, "body.icon");
      return dataSourceView(world, addSource(world, database, { title, properties, icon }));
    },
  },
  "GET /v1/data_sources/{id}": {
    needs: "read content",
    run: ({ world, ids }) => dataSourceView(world, findDataSource(world, ids[0], path)),
  },
  // https://developers.notion.com/reference/update-a-data-source
  "PATCH /v1/data_sources/{id}": {
    needs: "update content",
    run: ({ world, ids, body }) => {
      const source = findDataSource(world, ids[0], path);
      readObject(body, "body", ["title", "description", "icon", "properties", "in_trash", "archived"], ["parent", "cover"]); // prettier-ignore
      const trash = readTrash(body);
      if (trash !== false) mustBeLive(source);
      if (body.properties !== undefined) changeSchema(world, source, body.properties, "body.properties");
      if (body.title !== undefined) source.title = readRichText(world, body.title, "body.title");
      if (body.description !== undefined) source.description = readRichText(world, body.description, "body.description"); // prettier-ignore
      if (body.icon !== undefined) source.icon = readIcon(world, body.icon, "body.icon");
      if (trash !== undefined) source.in_trash = trash;
      touch(world, source);
      return dataSourceView(world, source);
    },
  },
  // https://developers.notion.com/reference/query-a-data-source
  "POST /v1/data_sources/{id}/query": {
    needs: "read content",
    run: ({ world, ids, body, query }) => {
      const source = findDataSource(world, ids[0], path);
      readObject(body, "body", ["filter", "sorts", "start_cursor", "page_size", "in_trash", "archived"], ["result_type"]); // prettier-ignore
      readObject(query, "query", [], ["filter_properties"]);
      const trash = readTrash(body) ?? false;
      const matches = body.filter === undefined ? () => true : readFilter(world, source, body.filter, "body.filter"); // prettier-ignore
      const pages = childrenOf(world, source.id)
        .filter((one) => one.kind === "page")
        .filter((one) => one.in_trash === trash && matches(one))
        .toSorted(readSorts(world, source, body.sorts ?? [], "body.sorts"));
      return list(pages.map((one) => pageView(world, one)), body, "body", "page_or_data_source"); // prettier-ignore
    },
  },
  "GET /v1/data_sources/{id}/templates": {
    needs: "read content",
    bare: true,
    run: ({ world, ids, query }) => {
      const { templates } = findDataSource(world, ids[0], path);
      const views = templates.map(({ id, name, is_default }) => ({ id, name, is_default }));
      const { results, has_more, next_cursor } = list(views, query, "query", "template");
      return { templates: results, has_more, next_cursor };
    },
  },
};
