import type { Fields } from "../fields.ts";
import type { User } from "../types.ts";
import type { Workspace } from "../workspace.ts";
import { profileRecord } from "./user.ts";

/** Returns a profile with all fields. The profiles in a list of users have fewer fields. */
export function fullProfile(
  workspace: Workspace,
  user: User,
  view: { email: boolean; labels: boolean },
): Fields {
  const fields = Object.entries(user.fields ?? {}).map(([id, field]) => {
    const label = workspace.profile.fields.find((each) => each.id === id)?.label;
    return [id, view.labels ? { ...field, label } : { ...field }];
  });
  return {
    ...profileRecord(workspace, user, view),
    pronouns: user.pronouns ?? "",
    start_date: user.start_date ?? "",
    status_emoji_display_info: [],
    huddle_state: "default_unset",
    huddle_state_expiration_ts: 0,
    fields: Object.fromEntries(fields),
  };
}
