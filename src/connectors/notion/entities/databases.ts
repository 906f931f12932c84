import { action } from "../../../core/contract/action.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { cover, icon, id, schema, text } from "../params.ts";
import { Database } from "../records.ts";
import { sentWith } from "../sent-with.ts";
import { textFields } from "../text/rich-text.ts";
import { databaseView } from "../text/views.ts";
import { trashChange } from "../trash.ts";

const database = "6aff91ae-c0ba-4906-82e2-27dc02cd6d98";

export const get = action({
  description: "Get a database with the ids of its data sources, which contain the entries.",
  params: (z) => ({ database_id: id(z) }),
  result: Database,
  effect: "read",
  calls: "databases.get",
  view: databaseView,
  example: { database_id: database },
});

export const create = action({
  description: "Create a database in a page, with one data source.",
  params: (z) => ({
    parent_page_id: id(z),
    title: text(z),
    description: text(z).optional().meta({ rare: true }),
    properties: schema(z).optional(),
    is_inline: z.boolean().optional().meta({ rare: true }),
    icon: icon(z),
    cover: cover(z),
  }),
  result: Database,
  effect: "write",
  calls: "databases.create",
  example: { parent_page_id: "393abc1e-edcd-80f3-813b-e205934558c6", title: "Tasks", properties: { Name: { title: {} } } },
  run: sentWith("databases.create", textFields),
  view: databaseView,
  undo: (_params, { id: database_id }) => ({ entity: "databases", action: "trash", params: { database_id } }),
}); // prettier-ignore

export const update = action({
  description: "Change the title, description, icon or cover of a database. data_sources.update changes properties.",
  params: (z) => ({
    database_id: id(z),
    title: text(z).optional(),
    description: text(z).optional(),
    is_inline: z.boolean().optional().meta({ rare: true }),
    is_locked: z.boolean().optional().meta({ rare: true }),
    icon: icon(z),
    cover: cover(z),
  }),
  anyOf: ["title", "description", "is_inline", "is_locked", "icon", "cover"],
  result: Database,
  effect: "write",
  calls: "databases.update",
  example: { database_id: database, title: "Tasks" },
  run: sentWith("databases.update", textFields),
  view: databaseView,
}); // prettier-ignore

export const trash = action({
  description: "Move a database and its entries into the trash. restore brings it back.",
  params: (z) => ({ database_id: id(z) }),
  result: (z) => z.object({ id: z.string(), in_trash: z.boolean() }),
  effect: "write",
  calls: "blocks.delete",
  example: { database_id: database },
  run: sentWith("blocks.delete", ({ database_id }: Dict) => ({ block_id: database_id })),
  ...trashChange("databases", "restore", true),
});

export const restore = action({
  description: "Bring a database back from the trash.",
  params: (z) => ({ database_id: id(z) }),
  result: Database,
  effect: "write",
  calls: "databases.restore",
  example: { database_id: database },
  view: databaseView,
  ...trashChange("databases", "trash", false),
});
