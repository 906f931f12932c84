import { action, listAction } from "../../../core/contract/action.ts";
import { icon, id, object, schema, text } from "../params.ts";
import { DataSource, Page, Template } from "../records.ts";
import { sentWith } from "../sent-with.ts";
import { textFields } from "../text/rich-text.ts";
import { dataSourceView, pageView } from "../text/views.ts";
import { trashChange } from "../trash.ts";

const source = "393abc1e-edcd-8178-a193-000baf4739c9";

export const get = action({
  description: "Get a data source with its properties: their types, and the names of their options.",
  params: (z) => ({ data_source_id: id(z) }),
  result: DataSource,
  effect: "read",
  calls: "data_sources.get",
  view: dataSourceView,
  example: { data_source_id: source },
});

export const query = listAction({
  description: "List the entries of a data source, with filter and sorts. databases.get says the ids of data sources.",
  params: (z) => ({
    data_source_id: id(z),
    filter: object(z)
      .optional()
      .describe('{ property: "Status", status: { equals: "Done" } }, or { and: [...] } or { or: [...] } of such filters'),
    sorts: z
      .array(
        z.strictObject({
          property: z.string().optional(),
          timestamp: z.enum(["created_time", "last_edited_time"]).optional(),
          direction: z.enum(["ascending", "descending"]),
        }),
      )
      .max(100)
      .optional(),
    in_trash: z.boolean().optional().describe("entries in the trash").meta({ rare: true }),
  }),
  result: Page,
  calls: "data_sources.query",
  view: pageView,
  example: { data_source_id: source, filter: { property: "Status", status: { equals: "Done" } } },
}); // prettier-ignore

export const create = action({
  description: "Add a data source to a database. databases.create makes a database with its first one.",
  params: (z) => ({
    database_id: id(z),
    properties: schema(z),
    title: text(z).optional(),
    icon: icon(z),
  }),
  result: DataSource,
  effect: "write",
  calls: "data_sources.create",
  example: { database_id: "6aff91ae-c0ba-4906-82e2-27dc02cd6d98", title: "Tasks", properties: { Name: { title: {} } } },
  run: sentWith("data_sources.create", textFields),
  view: dataSourceView,
  undo: (_params, { id: data_source_id }) => ({
    entity: "data_sources",
    action: "trash",
    params: { data_source_id },
  }),
}); // prettier-ignore

export const update = action({
  description: "Change the title, description, icon or properties of a data source. null removes a property and its values.",
  params: (z) => ({
    data_source_id: id(z),
    title: text(z).optional(),
    description: text(z).optional(),
    properties: schema(z).optional(),
    icon: icon(z),
  }),
  anyOf: ["title", "description", "properties", "icon"],
  result: DataSource,
  // A removed property takes its values with it.
  effect: {
    weakest: "write",
    strongest: "destructive",
    of: ({ properties }) => (Object.values(properties ?? {}).includes(null) ? "destructive" : "write"),
  },
  calls: "data_sources.update",
  example: { data_source_id: source, properties: { Price: { number: {} } } },
  run: sentWith("data_sources.update", textFields),
  view: dataSourceView,
}); // prettier-ignore

export const trash = action({
  description: "Move a data source and its entries into the trash. restore brings it back.",
  params: (z) => ({ data_source_id: id(z) }),
  result: DataSource,
  effect: "write",
  calls: "data_sources.trash",
  example: { data_source_id: source },
  view: dataSourceView,
  ...trashChange("data_sources", "restore", true),
});

export const restore = action({
  description: "Bring a data source back from the trash.",
  params: (z) => ({ data_source_id: id(z) }),
  result: DataSource,
  effect: "write",
  calls: "data_sources.restore",
  example: { data_source_id: source },
  view: dataSourceView,
  ...trashChange("data_sources", "trash", false),
});

export const list_templates = listAction({
  description: "List the templates of a data source.",
  params: (z) => ({ data_source_id: id(z) }),
  result: Template,
  calls: "data_sources.templates",
  example: { data_source_id: source },
});
