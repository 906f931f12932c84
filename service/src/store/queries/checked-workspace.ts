import type { RowCheck } from "../protected-rows/list-path.ts";

/** The columns that `checkedWorkspace` needs besides `workspace`, for a query that joins the workspace of each row. */
export const workspaceColumns = [
  "workspaces.epoch as workspace_epoch",
  "workspaces.created_at as workspace_created_at",
] as const;

interface Joined {
  organization_id: string;
  workspace_id: string;
  workspace: string;
  workspace_epoch: number;
  workspace_created_at: number;
}

/**
 * Checks that nobody has changed the workspace of a row outside the service. Returns the row with only the name of the
 * workspace.
 */
export function checkedWorkspace<Row extends Joined>(
  user: RowCheck,
  { workspace_epoch, workspace_created_at, ...row }: Row,
): Omit<Row, "workspace_epoch" | "workspace_created_at"> {
  user.check("workspaces", {
    id: row.workspace_id,
    organization_id: row.organization_id,
    name: row.workspace,
    epoch: workspace_epoch,
    created_at: workspace_created_at,
  });
  return row;
}
