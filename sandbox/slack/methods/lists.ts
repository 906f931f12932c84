import type { Call } from "../call/call.ts";
import type { ListColumn, ListContent } from "../feature-types.ts";
import type { Fields } from "../fields.ts";
import { isVisible } from "../files/file-host.ts";
import type { Method } from "../call/method.ts";
import { TIER_2, TIER_4 } from "../call/rate-limits.ts";
import { csvAddress, listMetadata } from "../records/list.ts";
import { invalidArguments, refusal } from "../call/refusal.ts";
import { anyToken } from "../call/scopes.ts";
import type { File } from "../types.ts";

const MAX_TITLE = 255;

const COLUMN_TYPES: ReadonlySet<string> = new Set([
  "text",
  "rich_text",
  "message",
  "number",
  "select",
  "multi_select",
  "date",
  "user",
  "attachment",
  "checkbox",
  "email",
  "phone",
  "channel",
  "rating",
  "created_by",
  "last_edited_by",
  "created_time",
  "last_edited_time",
  "vote",
  "canvas",
  "reference",
  "link",
]);

const TODO_COLUMNS: ListColumn[] = [
  { id: "Col00", name: "Completed", key: "todo_completed", type: "todo_completed", is_primary_column: false },
  { id: "Col01", name: "Assignee", key: "todo_assignee", type: "todo_assignee", is_primary_column: false },
  { id: "Col02", name: "Due Date", key: "todo_due_date", type: "todo_due_date", is_primary_column: false },
];

/** Methods for lists. Each list is also a file. */
export const lists: Record<string, Method> = {
  "slackLists.create": {
    scopes: anyToken("lists:write"),
    rate: TIER_2,
    formOnly: true,
    required: ["name"],
    run: (call) => {
      const { workspace, args, actor } = call;
      const name = args.text("name") ?? "";
      if (name.length > MAX_TITLE) throw refusal("over_title_length_maximum");
      const given = readJson(call, "schema");
      const source = args.text("copy_from_list_id");
      if (given !== undefined && source) throw refusal("invalid_copy_and_schema_args");
      if (args.flag("include_copied_list_records") && !source) throw refusal("missing_arg_copy_from_list_id");
      const copied = source ? findList(call, source, "permission_denied").list : undefined;
      const todo_mode = args.flag("todo_mode");
      const schema = copied?.schema ?? readSchema(call, given);
      const id = workspace.newId("F0");
      const list: ListContent = {
        schema: todo_mode && !copied ? [...schema, ...TODO_COLUMNS] : schema,
        todo_mode,
        description_blocks: readBlocks(call),
        items: args.flag("include_copied_list_records")
          ? (copied?.items ?? []).map((item) => ({ ...item, id: workspace.newId("Rec0"), list_id: id }))
          : [],
        ...(source ? { copied_from: source } : {}),
      };
      workspace.files.set(id, {
        id,
        created: workspace.seconds(),
        name: "list",
        title: name,
        mimetype: "application/vnd.slack-list",
        filetype: "list",
        pretty_type: "List",
        user: actor.id,
        size: 0,
        list,
        shares: {},
      });
      return { list_id: id, list_metadata: listMetadata(list) };
    },
  },

  "slackLists.update": {
    scopes: anyToken("lists:write"),
    rate: TIER_2,
    formOnly: true,
    required: ["id"],
    run: (call) => {
      const { args } = call;
      const { file, list } = findList(call, args.text("id"));
      const name = args.text("name");
      const given = ["name", "description_blocks", "todo_mode"].some((one) => args.text(one) !== undefined);
      if (!given) throw refusal("missing_arguments");
      if ((name?.length ?? 0) > MAX_TITLE) throw refusal("over_title_length_maximum");
      if (args.text("description_blocks") !== undefined) list.description_blocks = readBlocks(call);
      if (name !== undefined) file.title = name;
      if (args.text("todo_mode") !== undefined) list.todo_mode = args.flag("todo_mode");
      return {};
    },
  },

  "slackLists.download.start": {
    scopes: anyToken("lists:read"),
    rate: TIER_2,
    formOnly: true,
    required: ["list_id"],
    run: (call) => {
      const { file } = findList(call, call.args.text("list_id"));
      const job_id = call.workspace.newId("Le0");
      call.workspace.exports.set(job_id, file.id);
      return { job_id };
    },
  },

  "slackLists.download.get": {
    scopes: anyToken("lists:read"),
    rate: TIER_4,
    formOnly: true,
    required: ["list_id", "job_id"],
    run: (call) => {
      const { workspace, args } = call;
      const { file } = findList(call, args.text("list_id"));
      if (workspace.exports.get(args.text("job_id") ?? "") !== file.id) throw refusal("job_not_found");
      return { status: "COMPLETED", download_url: csvAddress(workspace.team.id, file.id) };
    },
  },
};

/** Finds a list. Throws the error `missing` if the caller cannot see the list. */
export function findList(
  call: Call,
  id: string | undefined,
  missing = "list_not_found",
): { file: File; list: ListContent } {
  const file = call.workspace.files.get(id ?? "");
  if (!file?.list || !isVisible(call.workspace, file, call.actor.id)) throw refusal(missing);
  return { file, list: file.list };
}

export function readJson({ args }: Call, name: string): unknown {
  try {
    return args.json(name);
  } catch {
    throw invalidArguments(`must be valid JSON [json-pointer:/${name}]`);
  }
}

function readBlocks(call: Call): Fields[] {
  const blocks = readJson(call, "description_blocks") ?? [];
  if (!Array.isArray(blocks)) throw invalidArguments("must be an array [json-pointer:/description_blocks]");
  return blocks.map((block: Fields) => ({ block_id: call.workspace.newId("").slice(0, 5), ...block }));
}

/** Reads the columns of a list. Without columns, the list gets one column for the name. */
function readSchema({ workspace }: Call, given: unknown): ListColumn[] {
  const columns = given ?? [{ key: "name", name: "Name", type: "text", is_primary_column: true }];
  if (!Array.isArray(columns)) throw refusal("invalid_schema");
  const schema = columns.map((column: Fields | null): ListColumn => {
    const { key, name, type, is_primary_column, options } = column ?? {};
    if (typeof key !== "string" || typeof name !== "string") throw refusal("invalid_schema");
    if (!COLUMN_TYPES.has(String(type))) throw refusal("invalid_column_type");
    return {
      key,
      name,
      is_primary_column: is_primary_column === true,
      type: String(type),
      ...(options === undefined ? {} : { options }),
      id: workspace.newId("Col0"),
    };
  });
  if (schema.filter((column) => column.is_primary_column).length !== 1)
    throw refusal("invalid_primary_column");
  return schema;
}
