import type { ListContent } from "../feature-types.ts";
import type { Fields } from "../fields.ts";
import type { File } from "../types.ts";
import type { Workspace } from "../workspace.ts";

const MAX_ROWS = 1000;

const MAX_COLUMNS = 30;

export const listMetadata = ({
  schema,
  todo_mode,
  description_blocks,
  copied_from,
}: ListContent): Fields => ({
  schema,
  subtask_schema: schema,
  views: [],
  integrations: [],
  icon: "",
  description: "",
  description_blocks,
  is_trial: false,
  creation_source: copied_from ? { type: "copy_from_list", reference_id: copied_from } : { type: "blank" },
  todo_mode,
  default_view: "",
});

/** Returns the fields that only the file of a list has. */
export const listFileFields = ({ team }: Workspace, file: File, list: ListContent): Fields => ({
  list_metadata: listMetadata(list),
  list_limits: {
    over_row_maximum: list.items.length > MAX_ROWS,
    row_count_limit: MAX_ROWS,
    row_count: list.items.length,
    archived_row_count: 0,
    over_column_maximum: list.schema.length > MAX_COLUMNS,
    column_count: list.schema.length,
    column_count_limit: MAX_COLUMNS,
    over_view_maximum: false,
    view_count: 0,
    view_count_limit: 50,
    max_attachments_per_cell: 10,
  },
  last_editor: String(list.items.at(-1)?.["updated_by"] ?? file.user),
  list_csv_download_url: csvAddress(team.id, file.id),
  updated: Number(list.items.at(-1)?.["updated_timestamp"] ?? file.created),
  is_starred: false,
  skipped_shares: true,
  teams_shared_with: [],
  is_restricted_sharing_enabled: false,
  has_rich_preview: false,
  file_access: "visible",
  access: "owner",
  org_or_workspace_access: "none",
  is_ai_suggested: false,
});

export const csvAddress = (team: string, file: string): string =>
  `https://files.slack.com/files-pri/${team}-${file}/csv/list`;
