import { action, type Zod } from "../../../core/contract/action.ts";
import { type Dict, at, dicts } from "../../../core/ground/json.ts";
import { findNewFile, findTitle } from "../operations/find-lost-files.ts";
import { sendOrFind } from "../operations/send-or-find.ts";
import { listId } from "../params.ts";
import { currentRecord } from "../undo/current-record.ts";
import { beforeAndAfter, undoCall } from "../undo/undo-data.ts";

const description = (z: Zod) =>
  z
    .array(z.record(z.string(), z.unknown()))
    .min(1)
    .describe("rich_text blocks")
    .optional()
    .meta({ rare: true });
const todoMode = (z: Zod) =>
  z.boolean().describe("Add columns for tasks: completed, assignee and due date.").optional();

/** Returns whether two lists of names are equal. */
const sameNames = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((name, index) => name === other[index]);

const Column = (z: Zod) =>
  z.object({
    id: z.string(),
    key: z.string().nullish(),
    name: z.string().nullish(),
    type: z.string().nullish(),
  });

export const create = action({
  description: "Create a list: a table of items, such as tasks.",
  params: (z) => ({
    name: z.string().min(1).max(255),
    schema: z
      .array(
        z.looseObject({
          key: z.string().min(1),
          name: z.string().min(1),
          type: z.string().min(1).describe("text, rich_text, number, date, user, select, checkbox, ..."),
          is_primary_column: z.boolean().optional(),
        }),
      )
      .min(1)
      .describe("the columns, exactly one with is_primary_column")
      .optional(),
    todo_mode: todoMode(z),
    description_blocks: description(z),
    copy_from_list_id: listId(z).optional().meta({ rare: true }),
    include_copied_list_records: z.boolean().optional().meta({ rare: true }),
  }),
  check: ({ schema, copy_from_list_id: source, include_copied_list_records: items }) => [
    ...(schema && source !== undefined
      ? [{ path: "schema", message: "pass either schema or copy_from_list_id, not both" }]
      : []),
    ...(items !== undefined && source === undefined
      ? [{ path: "copy_from_list_id", message: "required with include_copied_list_records" }]
      : []),
  ],
  result: (z) =>
    z.object({
      list_id: z.string(),
      list_metadata: z.object({ schema: z.array(Column(z)).nullish() }).nullish(),
    }),
  effect: "write",
  // If Slack's response is lost, the other methods find the list.
  calls: ["slackLists.create", "auth.test", "files.list"],
  run: (params, context) =>
    sendOrFind(context, "slackLists.create", {
      args: params,
      async find(read, since) {
        const columns = (of: unknown) => dicts(of).map(({ name }) => name);
        const isKind = (file: Dict) =>
          (file.mode === "list" || file.mimetype === "application/vnd.slack-list") &&
          (params.schema === undefined ||
            sameNames(columns(at(file, "list_metadata.schema")), columns(params.schema)));
        const found = await findNewFile({ title: params.name, isKind }, context)(read, since);
        if (!found || !("record" in found)) return found;
        const { id: list_id, list_metadata } = found.record;
        return { record: { list_id, list_metadata } };
      },
    }),
  example: {
    name: "Rollout",
    schema: [{ key: "task", name: "Task", type: "text", is_primary_column: true }],
  },
});

export const update = action({
  description: "Rename a list, or change its description or its todo mode.",
  params: (z) => ({
    list_id: listId(z),
    name: z.string().min(1).max(255).optional(),
    todo_mode: todoMode(z),
    description_blocks: description(z),
  }),
  anyOf: ["name", "todo_mode", "description_blocks"],
  result: (z) => z.object({ list_id: z.string() }),
  effect: "write",
  calls: ["slackLists.update", "files.info"],
  run: (params, context) => {
    const { list_id, name, ...others } = params;
    const record = { list_id };
    const isShown = name !== undefined && Object.keys(others).length === 0;
    return sendOrFind(context, "slackLists.update", {
      args: params,
      orElse: record,
      once: true,
      // Slack does not show the description and the todo mode of a list.
      find: isShown ? findTitle(list_id, name, record) : async () => undefined,
    });
  },
  reads: ["files.get"],
  example: { list_id: "F012AB3CD", name: "Rollout 2" },
  // A list is also a file, so `files.get` returns its title. Slack has no method that returns the list's other
  // fields.
  async preview({ list_id, name }, read) {
    const record = await currentRecord(read, ["files", "get", { file: list_id }]);
    return beforeAndAfter({ name }, record && { name: record.title });
  },
  undo: ({ list_id, name, ...others }, _data, before) =>
    name === undefined || Object.keys(others).length > 0
      ? undefined
      : undoCall("lists", "update", { list_id }, before),
});
