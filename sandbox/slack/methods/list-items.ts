import type { ListContent, ListItem } from "../feature-types.ts";
import type { Fields } from "../fields.ts";
import { clampLimit, page } from "../call/paging.ts";
import { fileRecord } from "../records/file.ts";
import { plainText } from "../records/rich-text-words.ts";
import { invalidArguments, refusal } from "../call/refusal.ts";
import type { Method } from "../call/method.ts";
import { TIER_2, TIER_3 } from "../call/rate-limits.ts";
import { anyToken } from "../call/scopes.ts";
import { findList, readJson } from "./lists.ts";

const MAX_CELLS = 100;

/** The field of a cell that holds the value, by the type of the column. */
const VALUE_FIELD: Readonly<Record<string, string>> = {
  text: "rich_text",
  multi_select: "select",
  todo_completed: "checkbox",
  todo_assignee: "user",
  todo_due_date: "date",
};

/** The types of columns that only Slack fills in. */
const UNEDITABLE: ReadonlySet<string> = new Set([
  "created_by",
  "last_edited_by",
  "created_time",
  "last_edited_time",
]);

export const listItems: Record<string, Method> = {
  "slackLists.items.create": {
    scopes: anyToken("lists:write"),
    rate: TIER_3,
    formOnly: true,
    required: ["list_id"],
    run: (call) => {
      const { workspace, args } = call;
      const { file, list } = findList(call, args.text("list_id"));
      const copied = args.text("duplicated_item_id");
      const source = copied ? list.items.find(({ id }) => id === copied) : undefined;
      if (copied && !source) throw refusal("duplicated_item_not_found");
      const parent = args.text("parent_item_id");
      if (parent && !list.items.some(({ id }) => id === parent)) throw refusal("invalid_args");
      const given = readJson(call, "initial_fields") ?? [];
      if (!Array.isArray(given)) throw refusal("invalid_args");
      const item: ListItem = {
        id: workspace.newId("Rec0"),
        list_id: file.id,
        date_created: workspace.seconds(),
        created_by: call.actor.id,
        updated_by: call.actor.id,
        fields: structuredClone(source?.fields ?? []),
        updated_timestamp: String(workspace.seconds()),
        ...(parent ? { parent_record_id: parent } : {}),
      };
      for (const cell of given) setCell(list, item, cell as Fields, "invalid_column_id");
      list.items.push(item);
      return { item };
    },
  },

  "slackLists.items.update": {
    scopes: anyToken("lists:write"),
    rate: TIER_3,
    required: ["list_id", "cells"],
    run: (call) => {
      const { workspace, args } = call;
      const { list } = findList(call, args.text("list_id"));
      const cells = readJson(call, "cells");
      if (!Array.isArray(cells) || cells.length === 0 || cells.length > MAX_CELLS)
        throw invalidArguments(`must have 1 to ${MAX_CELLS} items [json-pointer:/cells]`);
      for (const cell of cells as Fields[]) {
        if (cell["row_id"] === undefined) throw refusal("row_id_not_provided");
        if (cell["column_id"] === undefined) throw refusal("column_id_not_provided");
        if (!list.items.some(({ id }) => id === cell["row_id"])) throw refusal("invalid_row_id");
      }
      for (const { row_id, ...cell } of cells as Fields[]) {
        const item = list.items.find(({ id }) => id === row_id)!;
        setCell(list, item, cell, "column_not_found");
        item["updated_by"] = call.actor.id;
        item["updated_timestamp"] = String(workspace.seconds());
      }
      return {};
    },
  },

  "slackLists.items.list": {
    scopes: anyToken("lists:read"),
    rate: TIER_2,
    formOnly: true,
    required: ["list_id"],
    run: (call) => {
      const { args } = call;
      const { list } = findList(call, args.text("list_id"));
      // No item is archived, because the sandbox has no method that archives an item.
      const listed = args.flag("archived") ? [] : list.items;
      const { items, next_cursor } = page(listed, ({ id }) => id, {
        method: call.method,
        cursor: args.text("cursor"),
        limit: clampLimit(args.integer("limit"), 100),
      });
      return { items, response_metadata: { next_cursor } };
    },
  },

  "slackLists.items.info": {
    scopes: anyToken("lists:read"),
    rate: TIER_2,
    formOnly: true,
    required: ["list_id", "id"],
    run: (call) => {
      const { file, list } = findList(call, call.args.text("list_id"));
      const record = findItem(list, call.args.text("id"));
      const subtasks = list.items.filter(({ parent_record_id }) => parent_record_id === record.id);
      const parent = list.items.find(({ id }) => id === record["parent_record_id"]);
      return {
        list: fileRecord(call.workspace, file),
        record,
        subtasks,
        ...(parent ? { parent_task: parent } : {}),
      };
    },
  },

  "slackLists.items.delete": {
    scopes: anyToken("lists:write"),
    rate: TIER_2,
    formOnly: true,
    required: ["list_id", "id"],
    run: (call) => {
      const { list } = findList(call, call.args.text("list_id"));
      const { id } = findItem(list, call.args.text("id"));
      list.items = list.items.filter((item) => item.id !== id);
      return {};
    },
  },

  "slackLists.items.deleteMultiple": {
    scopes: anyToken("lists:write"),
    rate: TIER_2,
    formOnly: true,
    required: ["list_id", "ids"],
    run: (call) => {
      const { list } = findList(call, call.args.text("list_id"));
      const ids = readJson(call, "ids");
      if (!Array.isArray(ids)) throw invalidArguments("must be an array [json-pointer:/ids]");
      list.items = list.items.filter(({ id }) => !ids.includes(id));
      return {};
    },
  },
};

function findItem(list: ListContent, id: string | undefined): ListItem {
  const item = list.items.find((one) => one.id === id);
  if (!item) throw refusal("record_not_found");
  return item;
}

/** Writes a cell of an item. `noColumn`: the error code for an unknown column. */
function setCell({ schema }: ListContent, item: ListItem, cell: Fields, noColumn: string): void {
  const { column_id, ...given } = cell;
  const column = schema.find(({ id }) => id === column_id);
  if (!column) throw refusal(noColumn);
  if (UNEDITABLE.has(column.type)) throw refusal("uneditable_column");
  const name = VALUE_FIELD[column.type] ?? column.type;
  const value = given[name];
  if (value === undefined || (name !== "checkbox" && !Array.isArray(value)))
    throw refusal("invalid_input_type");
  const field = {
    key: column.key,
    value: Array.isArray(value) ? (name === "rich_text" ? JSON.stringify(value) : value.join("|")) : value,
    ...(name === "rich_text" ? { text: plainText(value) } : {}),
    [name]:
      name === "rich_text" ? (value as Fields[]).map((block) => ({ block_id: "k0zIi", ...block })) : value,
    // In the examples of Slack's documentation, every date also has the field `timestamp`.
    ...(name === "date" ? { timestamp: (value as unknown[]).map(() => -1) } : {}),
    column_id: column.id,
  };
  item.fields = [...item.fields.filter((one) => one.column_id !== column.id), field];
}
