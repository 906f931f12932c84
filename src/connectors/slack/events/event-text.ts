import { type Dict, isDict, stringAt } from "../../../core/ground/json.ts";
import type { Names } from "../text/markup-to-text.ts";

/**
 * The fields of an event that contain ids of people, channels or user groups. `words` is the text that is written
 * before the name or the id.
 */
const idFields: readonly (readonly [path: string, words: string])[] = [
  ["user", "by"],
  ["user.id", "by"],
  ["inviter", "invited by"],
  ["assistant_thread.user_id", "by"],
  ["item_user", "on a message of"],
  ["channel", "in"],
  ["channel.id", "in"],
  ["channel_id", "in"],
  ["item.channel", "in"],
  ["assistant_thread.channel_id", "in"],
  ["subteam_id", "of the group"],
  ["subteam.id", "of the group"],
];

/**
 * The fields of an event that contain other information for a person, such as the emoji of a reaction. `words` is the
 * text that is written before this information.
 */
const textFields: readonly (readonly [path: string, words: string])[] = [
  ["reaction", ""],
  ["item.ts", "message"],
  ["message_ts", "message"],
  ["item.message.ts", "message"],
  ["file_id", "file"],
  ["file.id", "file"],
  ["item.file", "file"],
  ["channel.name", "named"],
  ["tab", "tab"],
  ["function.callback_id", "function"],
  ["function_execution_id", "run"],
  ["name", "named"],
  ["callback_id", ""],
  ["view.callback_id", "view"],
];

/** Returns the ids of people, channels and user groups in an event. */
export const idsInEvent = (event: Dict): string[] =>
  idFields.flatMap(([path]) => {
    const id = stringAt(event, path);
    return id === undefined || !/^[UWCS][A-Z0-9]{2,}$/.test(id) ? [] : [id];
  });

/**
 * Returns one line about an event that is not a message, such as `reaction added: tada, message 1712161829.000300, by
 * Ana (U012AB3CD), in general (C012AB3CD)`.
 */
export function eventText(type: string, event: Dict, names: Names): string {
  const parts = [
    ...textFields.flatMap(([path, words]) => textAt(event, path, words)),
    ...linksIn(event),
    ...idFields.flatMap(([path, words]) => {
      const id = stringAt(event, path);
      if (id === undefined || id === "") return [];
      return [`${words} ${withName(id, names)}`];
    }),
  ];
  const what = type.replaceAll("_", " ");
  return parts.length === 0 ? what : `${what}: ${[...new Set(parts)].join(", ")}`;
}

/** Returns a name with its id, such as `general (C012AB3CD)`. Returns only the id if the name is unknown. */
export const withName = (id: string, names: Names): string =>
  Object.hasOwn(names, id) ? `${names[id]} (${id})` : id;

function textAt(event: Dict, path: string, words: string): string[] {
  const value = stringAt(event, path);
  return value === undefined || value === "" ? [] : [`${words} ${value}`.trim()];
}

/** Returns the links of a `link_shared` event. */
const linksIn = ({ links }: Dict): string[] =>
  Array.isArray(links)
    ? links.flatMap((link: unknown) => (isDict(link) && typeof link.url === "string" ? [link.url] : []))
    : [];
