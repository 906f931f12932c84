import { action, listAction, type Zod } from "../../../core/contract/action.ts";
import { replyMeta } from "../../../core/call/send-operation.ts";
import { at, isDict } from "../../../core/ground/json.ts";
import { findCells, findItem } from "../operations/find-lost-cells.ts";
import { sendOrFind } from "../operations/send-or-find.ts";
import { listId } from "../params.ts";
import { unixTime } from "../records/unix-time.ts";
import { listItemRow } from "../rows/list-item-row.ts";
import { currentRecord } from "../undo/current-record.ts";
import { shows } from "../rows/written-row.ts";

const itemId = (z: Zod) =>
  z
    .string()
    .regex(/^Rec[A-Z0-9]{2,}$/)
    .describe("id of an item, such as Rec012AB3CD");
const cell = (z: Zod) => ({
  column_id: z
    .string()
    .regex(/^Col[A-Z0-9]{2,}$/)
    .describe("id of a column, from get"),
});

const ListItem = (z: Zod) =>
  z.object({
    id: z.string(),
    fields: z
      .array(
        z.looseObject({
          key: z.string().nullish(),
          column_id: z.string().nullish(),
          text: z.string().nullish(),
          value: z.unknown(),
        }),
      )
      .nullish(),
    parent_record_id: z.string().nullish(),
    date_created: unixTime(z),
    created_by: z.string().nullish(),
    updated_by: z.string().nullish(),
  });

export const list = listAction({
  description: "List the items of a list.",
  params: (z) => ({
    list_id: listId(z),
    archived: z.boolean().describe("Return archived items instead.").optional().meta({ rare: true }),
  }),
  result: ListItem,
  calls: "slackLists.items.list",
  pick: "items",
  view: listItemRow,
  example: { list_id: "F012AB3CD" },
});

export const get = action({
  description: "Get an item of a list, its subtasks, and the list's columns.",
  params: (z) => ({
    list_id: listId(z),
    id: itemId(z),
    include_is_subscribed: z.boolean().optional().meta({ rare: true }),
  }),
  result: (z) =>
    ListItem(z).extend({
      subtasks: z.array(ListItem(z)).nullish(),
      columns: z
        .array(z.object({ id: z.string(), key: z.string(), name: z.string(), type: z.string() }))
        .nullish(),
    }),
  effect: "read",
  calls: "slackLists.items.info",
  example: { list_id: "F012AB3CD", id: "Rec012AB3CD" },
  async run(params, { send }) {
    const reply = await send("slackLists.items.info", params);
    const { record, subtasks, list: file } = isDict(reply.body) ? reply.body : {};
    const schema = at(file, "list_metadata.schema");
    const columns = Array.isArray(schema)
      ? schema.filter(isDict).map(({ id, key, name, type }) => ({ id, key, name, type }))
      : undefined;
    return { data: { ...(isDict(record) ? record : {}), subtasks, columns }, meta: replyMeta(reply) };
  },
});

export const create = action({
  description: "Add an item to a list.",
  params: (z) => ({
    list_id: listId(z),
    initial_fields: z
      .array(z.looseObject(cell(z)))
      .min(1)
      .describe(
        "cells: {column_id} and a value under the column's type, such as select: [...] or rich_text: [...]",
      )
      .optional(),
    parent_item_id: itemId(z).optional().meta({ rare: true }),
    duplicated_item_id: itemId(z).optional().meta({ rare: true }),
  }),
  result: ListItem,
  view: shows("id"),
  effect: "write",
  // If Slack's response is lost, the other methods find the item.
  calls: ["slackLists.items.create", "auth.test", "slackLists.items.list"],
  run: (params, context) =>
    sendOrFind(context, "slackLists.items.create", {
      args: params,
      pick: "item",
      find: findItem(params, context),
    }),
  example: {
    list_id: "F012AB3CD",
    initial_fields: [{ column_id: "Col012AB3CD", date: ["2030-01-31"] }],
  },
  undo: ({ list_id }, { id }) =>
    typeof id === "string"
      ? { entity: "list_items", action: "delete", params: { list_id, ids: [id] } }
      : undefined,
});

export const update = action({
  description: "Change cells of a list. The old values are lost.",
  params: (z) => ({
    list_id: listId(z),
    cells: z
      .array(z.looseObject({ ...cell(z), row_id: itemId(z) }))
      .min(1)
      .max(100)
      .describe("{row_id, column_id} and a value under the column's type, such as user: [...]"),
  }),
  result: (z) => z.object({ list_id: z.string() }),
  effect: "write",
  calls: ["slackLists.items.update", "slackLists.items.info", "slackLists.items.list"],
  example: {
    list_id: "F012AB3CD",
    cells: [{ row_id: "Rec012AB3CD", column_id: "Col012AB3CD", date: ["2030-01-31"] }],
  },
  run: ({ list_id, cells }, context) =>
    sendOrFind(context, "slackLists.items.update", {
      args: { list_id, cells },
      orElse: { list_id },
      find: findCells(list_id, cells),
    }),
});

const remove = action({
  description: "Delete items of a list.",
  params: (z) => ({ list_id: listId(z), ids: z.array(itemId(z)).min(1).max(100) }),
  result: (z) => z.object({ list_id: z.string(), ids: z.array(z.string()) }),
  effect: "destructive",
  calls: ["slackLists.items.delete", "slackLists.items.deleteMultiple"],
  reads: ["list_items.get"],
  example: { list_id: "F012AB3CD", ids: ["Rec012AB3CD"] },
  async preview({ list_id, ids }, read) {
    const [id, ...more] = ids;
    const record = more.length === 0 && (await currentRecord(read, ["list_items", "get", { list_id, id }]));
    return record ? { before: listItemRow(record) } : {};
  },
  async run({ list_id, ids }, { send }) {
    const reply =
      ids.length === 1
        ? await send("slackLists.items.delete", { list_id, id: ids[0] })
        : await send("slackLists.items.deleteMultiple", { list_id, ids: JSON.stringify(ids) });
    return { data: { list_id, ids }, meta: replyMeta(reply) };
  },
});
export { remove as delete };
