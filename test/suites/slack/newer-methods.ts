/** The documentation of a method, as far as the tests use it. */
interface NewerMethod {
  /** The scopes. Absent for a method without a scope. */
  scope?: { bot: string[]; user?: string[] };
  rate: "t2" | "t3" | "t4";
  required: string[];
  optional: string[];
  errors: string[];
  /** Whether the method is documented to accept JSON. */
  json?: true;
  /** The documented examples, if they are not in the folder with the examples. */
  examples?: Record<string, Record<string, unknown>>;
}

const both = (scope: string) => ({ bot: [scope], user: [scope] });
const team = ["team_not_found", "user_not_found"];
const access = ["channel_not_found", "restricted_action", "user_not_found", "invalid_parameters"];
const completion = {
  success: { ok: true },
  error: { ok: false, error: "function_execution_not_found" },
};

/** Slack's documentation of methods that the folder with the documentation lacks. */
export const newerMethods: Readonly<Record<string, NewerMethod>> = {
  "assistant.threads.setTitle": {
    scope: { bot: ["assistant:write"] },
    rate: "t4",
    required: ["channel_id", "thread_ts", "title"],
    optional: [],
    errors: ["invalid_thread_ts", "channel_not_found"],
    json: true,
  },
  "assistant.threads.setSuggestedPrompts": {
    scope: { bot: ["assistant:write"] },
    rate: "t4",
    required: ["channel_id", "prompts"],
    optional: ["thread_ts", "title"],
    errors: ["invalid_thread_ts", "channel_not_found", "message_not_found"],
    json: true,
  },
  "canvases.access.set": {
    scope: both("canvases:write"),
    rate: "t3",
    required: ["canvas_id", "access_level"],
    optional: ["channel_ids", "user_ids"],
    errors: ["canvas_disabled_user_team", "canvas_not_found", "failed_to_update_user_ids", ...access],
    json: true,
  },
  "canvases.access.delete": {
    scope: both("canvases:write"),
    rate: "t3",
    required: ["canvas_id"],
    optional: ["channel_ids", "user_ids"],
    errors: ["canvas_disabled_user_team", "canvas_not_found", ...access],
    json: true,
  },
  "dnd.endSnooze": {
    scope: { bot: [], user: ["dnd:write"] },
    rate: "t2",
    required: [],
    optional: [],
    errors: ["snooze_not_active", "snooze_end_failed"],
    json: true,
  },
  "functions.completeSuccess": {
    rate: "t3",
    required: ["function_execution_id", "outputs"],
    optional: [],
    errors: [
      "function_execution_not_found",
      "access_denied",
      "execution_not_in_running_state",
      "parameter_validation_failed",
    ],
    json: true,
    examples: completion,
  },
  "functions.completeError": {
    rate: "t3",
    required: ["function_execution_id", "error"],
    optional: [],
    errors: ["function_execution_not_found", "access_denied", "execution_not_in_running_state"],
    json: true,
    examples: completion,
  },
  "slackLists.access.set": {
    scope: both("lists:write"),
    rate: "t3",
    required: ["list_id", "access_level"],
    optional: ["channel_ids", "user_ids"],
    errors: ["lists_disabled_user_team", "list_not_found", "failed_to_update_user_ids", ...access],
  },
  "slackLists.access.delete": {
    scope: both("lists:write"),
    rate: "t3",
    required: ["list_id"],
    optional: ["channel_ids", "user_ids"],
    errors: ["lists_disabled_user_team", "list_not_found", "failed_to_update_user_ids", ...access],
  },
  "slackLists.create": {
    scope: both("lists:write"),
    rate: "t2",
    required: ["name"],
    optional: [
      "description_blocks",
      "schema",
      "copy_from_list_id",
      "include_copied_list_records",
      "todo_mode",
    ],
    errors: [
      "permission_denied",
      "invalid_schema",
      "invalid_primary_column",
      "over_list_file_maximum",
      "over_title_length_maximum",
      "invalid_column_type",
      "missing_arg_copy_from_list_id",
      "invalid_copy_and_schema_args",
      "over_column_maximum",
      ...team,
    ],
  },
  "slackLists.update": {
    scope: both("lists:write"),
    rate: "t2",
    required: ["id"],
    optional: ["name", "description_blocks", "todo_mode"],
    errors: [
      "list_not_found",
      "list_edits_update_error",
      "list_editor_upsert_error",
      "over_title_length_maximum",
      "file_channel_rename_error",
      "unexpected_description_blocks_arg",
      "missing_arguments",
      ...team,
    ],
  },
  "slackLists.download.start": {
    scope: both("lists:read"),
    rate: "t2",
    required: ["list_id"],
    optional: ["include_archived"],
    errors: ["list_not_found", "permission_denied", "unknown_method"],
  },
  "slackLists.download.get": {
    scope: both("lists:read"),
    rate: "t4",
    required: ["list_id", "job_id"],
    optional: [],
    errors: ["list_not_found", "permission_denied", "unknown_method", "job_not_found"],
  },
  "slackLists.items.create": {
    scope: both("lists:write"),
    rate: "t3",
    required: ["list_id"],
    optional: ["duplicated_item_id", "parent_item_id", "initial_fields"],
    errors: [
      "list_not_found",
      "over_row_maximum",
      "duplicated_item_not_found",
      "invalid_option_id",
      "invalid_args",
      "uneditable_column",
      "invalid_input_type",
      "invalid_column_id",
      "over_cell_fields_limit",
      "file_not_found",
      "invalid_vote_value",
      ...team,
    ],
  },
  "slackLists.items.update": {
    scope: both("lists:write"),
    rate: "t3",
    required: ["list_id", "cells"],
    optional: [],
    errors: [
      "list_not_found",
      "row_not_found",
      "column_not_found",
      "file_not_found",
      "invalid_input_type",
      "invalid_row_id",
      "invalid_column_id",
      "permission_denied",
      "channel_not_found",
      "uneditable_column",
      "invalid_blocks",
      "invalid_text_block",
      "invalid_email",
      "invalid_link",
      "invalid_date",
      "invalid_option_id",
      "row_id_not_provided",
      "column_id_not_provided",
      "over_cell_fields_limit",
      "invalid_message",
      "invalid_attachment",
      "invalid_phone_number",
      "invalid_vote_value",
      ...team,
    ],
    json: true,
  },
  "slackLists.items.list": {
    scope: both("lists:read"),
    rate: "t2",
    required: ["list_id"],
    optional: ["limit", "cursor", "archived"],
    errors: ["list_not_found", "invalid_cursor", "archive_not_supported", ...team],
  },
  "slackLists.items.info": {
    scope: both("lists:read"),
    rate: "t2",
    required: ["list_id", "id"],
    optional: ["include_is_subscribed"],
    errors: ["list_not_found", "record_not_found", "record_deleted", ...team],
  },
  "slackLists.items.delete": {
    scope: both("lists:write"),
    rate: "t2",
    required: ["list_id", "id"],
    optional: [],
    errors: ["list_not_found", "record_not_found", ...team],
  },
  "slackLists.items.deleteMultiple": {
    scope: both("lists:write"),
    rate: "t2",
    required: ["list_id", "ids"],
    optional: [],
    errors: ["list_not_found", ...team],
  },
};
