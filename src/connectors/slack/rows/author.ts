import { type Dict, stringAt } from "../../../core/ground/json.ts";
import type { Names } from "../text/markup-to-text.ts";
import { oneLine } from "../text/one-line.ts";

export interface Author {
  id: string | undefined;
  name: string | undefined;
}

/** Returns the author that a person sees. If an app posts with a person's token, the person is the author. */
export function authorOf(message: Dict, names: Names): Author {
  const id = stringAt(message, "user") ?? stringAt(message, "bot_id");
  const name = ownName(message) ?? (id === undefined ? undefined : names[id]) ?? appName(message);
  return { id, name: name === undefined ? undefined : oneLine(name) };
}

/** Returns the name that Slack shows instead of the name of `user`, if an app posted the message under another name. */
export function ownName(message: Dict): string | undefined {
  const user = stringAt(message, "user");
  const bot = stringAt(message, "bot_id");
  const isApp =
    user === undefined ||
    message.subtype === "bot_message" ||
    (bot !== undefined && stringAt(message, "bot_profile.user_id") === user);
  if (isApp) return appName(message);
  // An app can choose a name for one message. Without a `bot_id`, `username` is only the handle of the person.
  return bot === undefined ? undefined : stringAt(message, "username");
}

const appName = (message: Dict): string | undefined =>
  stringAt(message, "username") ?? stringAt(message, "bot_profile.name");

/**
 * Returns a text such as `Ana Archer (U012AB3CD)`, without the id if `ids` contains it. If the author has no id,
 * returns `Ana Archer (app)`, because an app can choose any name.
 */
export function authorText(message: Dict, names: Names, ids: Names = {}): string | undefined {
  const { id, name } = authorOf(message, names);
  // Slack names no app for the messages of some workflows.
  if (name === undefined) return message.user === undefined && id !== undefined ? `unnamed app (${id})` : id;
  return ids[name] === id && id !== undefined ? name : `${name} (${id ?? "app"})`;
}
