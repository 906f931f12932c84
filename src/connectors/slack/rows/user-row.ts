import { type Dict, at, stringAt } from "../../../core/ground/json.ts";
import { isoTime } from "../text/markup-to-text.ts";

export function userRow(user: Dict): Dict {
  const { id, name, tz, locale, deleted, is_bot, is_admin, is_restricted } = user;
  const real_name = stringAt(user, "real_name") ?? stringAt(user, "profile.real_name");
  const display = stringAt(user, "profile.display_name");
  // 0 stands for a status that never expires.
  const end = isoTime(at(user, "profile.status_expiration") || undefined);
  const status = [
    stringAt(user, "profile.status_emoji"),
    stringAt(user, "profile.status_text"),
    end && `until ${end}`,
  ];
  return {
    id,
    name,
    real_name,
    display_name: display === name || display === real_name ? undefined : display,
    title: stringAt(user, "profile.title"),
    email: stringAt(user, "profile.email"),
    tz,
    locale,
    status: status.filter((one) => one !== undefined).join(" "),
    is_bot,
    is_admin,
    is_restricted,
    deleted,
  };
}
