import type { Meta } from "../../../core/contract/result.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { fileTitle } from "../text/file-text.ts";
import { type Names, isoTime } from "../text/markup-to-text.ts";
import { readableText } from "../text/readable-text.ts";
import { authorText } from "./author.ts";

/**
 * Returns a message as a model sees it, with the author, the time and the plain text. `before`: the previous message
 * in the list. Each name is followed by an id, unless `meta.ids` contains the id of this name.
 */
export function messageRow(message: Dict, meta: Meta, before?: unknown): Dict {
  const { ts, thread_ts, reply_count, reactions, files, edited, subtype } = message;
  const names = isDict(meta.names) ? (meta.names as Names) : {};
  const ids = isDict(meta.ids) ? (meta.ids as Names) : {};
  const unclear = new Set<unknown>(Array.isArray(meta.unclear) ? meta.unclear : []);
  return {
    ts,
    time: timeOf(ts, isDict(before) ? before.ts : undefined),
    author: authorText(message, names, ids),
    text: readableText(message, names, ids),
    // The first message of a thread has its own `ts` as `thread_ts`. A model does not need this copy.
    thread_ts: thread_ts === ts ? undefined : thread_ts,
    reply_count: reply_count === 0 ? undefined : reply_count,
    reactions: joined(reactions, (reaction) => reactionText(reaction, names, unclear)),
    files: joined(files, fileText),
    edited: isDict(edited) ? true : undefined,
    subtype: redundantSubtypes.has(subtype) ? undefined : subtype,
  };
}

/**
 * Returns a text such as `tada (ana, bo)`, or `tada×12 (ana)` if Slack lists only some of the people. A name that does
 * not show who is meant is followed by the id, such as `tada (ana, bo U045EF6GH)`.
 */
function reactionText({ name, count, users }: Dict, names: Names, unclear: ReadonlySet<unknown>): string {
  const people = (Array.isArray(users) ? users.map(String) : []).flatMap((id) => {
    const full = names[id];
    if (full === undefined) return [];
    // With these characters, one name could look like several people or reactions.
    const shown = full.replace(/[,()×]/g, "");
    return shown !== full || unclear.has(id) ? `${shown} ${id}` : full;
  });
  const number = count === 1 || count === people.length ? "" : `×${String(count)}`;
  return `${String(name)}${number}${people.length === 0 ? "" : ` (${people.join(", ")})`}`;
}

/** The row's author, files or `thread_ts` already show the meaning of these subtypes. */
const redundantSubtypes: ReadonlySet<unknown> = new Set(["bot_message", "file_share", "thread_broadcast"]);

/**
 * Returns a UTC time such as `2026-03-11T14:02Z`, or only `14:02` if the previous message in the list is from the
 * same day.
 */
function timeOf(ts: unknown, before: unknown): string | undefined {
  const time = isoTime(ts);
  if (time === undefined) return undefined;
  const [day, minute] = [time.slice(0, -9), time.slice(-9, -4)];
  return isoTime(before)?.startsWith(day) ? minute : `${day}${minute}Z`;
}

/** Returns a text such as `plan.png, The plan [F012AB3CD]`. */
const fileText = (file: Dict): string => `${fileTitle(file) || "file"} [${String(file.id)}]`;

const joined = (list: unknown, textOf: (one: Dict) => string): string | undefined =>
  Array.isArray(list) && list.length > 0 ? list.filter(isDict).map(textOf).join(", ") : undefined;
