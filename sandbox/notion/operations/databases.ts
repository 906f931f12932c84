import type { Dict } from "../../../src/core/ground/json.ts";
import { readRichText } from "../content/rich-text.ts";
import { findDatabase, findPage, mustBeLive } from "../find.ts";
import { readBoolean, readObject, readTrash } from "../http/read-fields.ts";
import type { Operations } from "../operation.ts";
import { newProperty, readSchema } from "../properties/schema.ts";
import { readCover, readIcon } from "../records/files.ts";
import { databaseView } from "../records/page.ts";
import { newThing, place, touch } from "../world.ts";
import type { Database, DataSource, World } from "../world-types.ts";

const decorations = ["title", "description", "is_inline", "icon", "cover"];

/** Sets the fields that a request can change, as far as the request has them. */
function change(world: World, database: Database, body: Dict): void {
  if (body.title !== undefined) database.title = readRichText(world, body.title, "body.title");
  if (body.description !== undefined) database.description = readRichText(world, body.description, "body.description"); // prettier-ignore
  if (body.icon !== undefined) database.icon = readIcon(world, body.icon, "body.icon");
  if (body.cover !== undefined) database.cover = readCover(world, body.cover, "body.cover");
  for (const name of ["is_inline", "is_locked"] as const)
    if (body[name] !== undefined) database[name] = readBoolean(body[name], `body.${name}`);
}

export const databases: Operations = {
  // https://developers.notion.com/reference/database-create
  "POST /v1/databases": {
    needs: "insert content",
    run: ({ world, body }) => {
      readObject(body, "body", ["parent", "initial_data_source", ...decorations]);
      const given = readObject(body.parent, "body.parent", ["type", "page_id"], ["workspace"]);
      const page = findPage(world, given.page_id, "body.parent.page_id");
      mustBeLive(page);
      const initial = readObject(body.initial_data_source ?? {}, "body.initial_data_source", ["properties"]);
      const path = "body.initial_data_source.properties";
      const properties = initial.properties === undefined ? [newProperty(world, "Name", "title", {}, path)] : readSchema(world, initial.properties, path); // prettier-ignore
      const database: Database = { ...newThing(world, { type: "page_id", page_id: page.id }), kind: "database", title: [], description: [], is_inline: false, is_locked: false, icon: null, cover: null }; // prettier-ignore
      change(world, database, body);
      place(world, database);
      addSource(world, database, { title: database.title, properties });
      return databaseView(world, database);
    },
  },
  "GET /v1/databases/{id}": {
    needs: "read content",
    run: ({ world, ids }) => databaseView(world, findDatabase(world, ids[0], "path.database_id")),
  },
  "PATCH /v1/databases/{id}": {
    needs: "update content",
    run: ({ world, ids, body }) => {
      const database = findDatabase(world, ids[0], "path.database_id");
      readObject(body, "body", [...decorations, "is_locked", "in_trash", "archived"], ["parent"]);
      const trash = readTrash(body);
      if (trash !== false) mustBeLive(database);
      change(world, database, body);
      if (trash !== undefined) database.in_trash = trash;
      touch(world, database);
      return databaseView(world, database);
    },
  },
};

/** Adds a data source to a database. */
export function addSource(
  world: World,
  database: Database,
  given: Pick<DataSource, "title" | "properties"> & Partial<Pick<DataSource, "icon" | "id">>,
): DataSource {
  const parent = { type: "database_id", database_id: database.id };
  const source: DataSource = { ...newThing(world, parent), kind: "data_source", description: [], icon: null, cover: null, templates: [], lastNumber: 0, ...given }; // prettier-ignore
  place(world, source);
  return source;
}
