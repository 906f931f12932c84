import { type Dict, stringAt } from "../../../core/ground/json.ts";
import type { Names } from "../text/markup-to-text.ts";
import { oneLine } from "../text/one-line.ts";

export interface Author {
  id: string | undefined;
  name: string | undefined;
}

/**
 * Returns the id and the name of a message's author. If an app posted the message under another name, returns that
 * name.
 */
export function authorOf(message: Dict, names: Names): Author {
  const id = stringAt(message, "user") ?? stringAt(message, "bot_id");
  const name =
    stringAt(message, "username") ??
    stringAt(message, "bot_profile.name") ??
    (id === undefined ? undefined : names[id]);
  return { id, name: name === undefined ? undefined : oneLine(name) };
}

/**
 * Returns the author as text, such as `Ana Archer (U012AB3CD)`. Leaves out the id if `ids` contains the id of this
 * name.
 */
export function authorText(message: Dict, names: Names, ids: Names = {}): string | undefined {
  const { id, name } = authorOf(message, names);
  if (name === undefined) return id;
  return id === undefined || ids[name] === id ? name : `${name} (${id})`;
}
