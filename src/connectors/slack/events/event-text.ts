import { type Dict, isDict, stringAt } from "../../../core/ground/json.ts";
import type { Names } from "../text/markup-to-text.ts";

/** The fields with ids of people, channels or user groups. `words`: the words before the id in the line. */
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

/** The other fields that matter to a person, such as the emoji of a reaction. */
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

export const idsInEvent = (event: Dict): string[] =>
  idFields.flatMap(([path]) => {
    const id = stringAt(event, path);
    return id === undefined || !/^[UWCS][A-Z0-9]{2,}$/.test(id) ? [] : [id];
  });

/**
 * Returns a line such as `reaction added: tada, message 1712161829.000300, by Ana (U012AB3CD), in general
 * (C012AB3CD)`.
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

/** Returns a text such as `general (C012AB3CD)`, or only the id if the name is unknown. */
export const withName = (id: string, names: Names): string =>
  Object.hasOwn(names, id) ? `${names[id]} (${id})` : id;

function textAt(event: Dict, path: string, words: string): string[] {
  const value = stringAt(event, path);
  return value === undefined || value === "" ? [] : [`${words} ${value}`.trim()];
}

const linksIn = ({ links }: Dict): string[] =>
  Array.isArray(links)
    ? links.flatMap((link: unknown) => (isDict(link) && typeof link.url === "string" ? [link.url] : []))
    : [];
