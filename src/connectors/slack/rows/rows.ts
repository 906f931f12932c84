import type { Meta } from "../../../core/contract/result.ts";
import { type Dict, isDict, stringAt } from "../../../core/ground/json.ts";
import { type Names, decode, isoTime } from "../text/mrkdwn.ts";
import { readableText } from "../text/readable-text.ts";

// Slack's records as a model reads them: what it needs to understand them and to make the next call.

/** A message: who, when and what, as plain text, with every id beside its name. */
export function messageRow(message: Dict, meta: Meta, before?: unknown): Dict {
  const { ts, thread_ts, reply_count, reactions, files, edited, subtype } = message;
  const names = isDict(meta.names) ? (meta.names as Names) : {};
  const ids = isDict(meta.ids) ? (meta.ids as Names) : {};
  return {
    ts,
    time: timeOf(ts, isDict(before) ? before.ts : undefined),
    author: authorOf(message, names, ids),
    text: readableText({ ...message, files: undefined }, names, ids),
    // A thread's first message has its own ts here.
    thread_ts: thread_ts === ts ? undefined : thread_ts,
    reply_count: reply_count === 0 ? undefined : reply_count,
    reactions: told(
      reactions,
      ({ name, count }) => `${String(name)}${count === 1 ? "" : `×${String(count)}`}`,
    ),
    files: told(files, fileOf),
    edited: isDict(edited) ? true : undefined,
    subtype: toldElsewhere.has(subtype) ? undefined : subtype,
  };
}

/** The author, the files and thread_ts say these. */
const toldElsewhere: ReadonlySet<unknown> = new Set(["bot_message", "file_share", "thread_broadcast"]);

/** When, in UTC to the minute: `2026-03-11T14:02Z`, and `14:02` where the row above is of the same day. */
function timeOf(ts: unknown, before: unknown): string | undefined {
  const time = isoTime(ts);
  if (time === undefined) return undefined;
  const [day, minute] = [time.slice(0, -9), time.slice(-9, -4)];
  return isoTime(before)?.startsWith(day) ? minute : `${day}${minute}Z`;
}

/** All that is said of a file: `plan.png, The plan [F012AB3CD]`. */
const fileOf = (file: Dict): string => {
  const said = ["name", "title", "alt_txt"].flatMap((key) => at(file, key) ?? []);
  return `${[...new Set(said)].map(decode).join(", ") || "file"} [${String(file.id)}]`;
};

/**
 * Who wrote a message: `Ana Archer (U012AB3CD)`, without the id where `ids` has it; apps by the name under which they
 * post.
 */
export function authorOf(message: Dict, names: Names, ids: Names = {}): string | undefined {
  const { id, name } = signatureOf(message, names);
  if (name === undefined) return id;
  return id === undefined || ids[name] === id ? name : `${name} (${id})`;
}

export interface Signature {
  id: string | undefined;
  name: string | undefined;
}

/** The id and the name of who wrote a message. */
export function signatureOf(message: Dict, names: Names): Signature {
  const id = at(message, "user") ?? at(message, "bot_id");
  const name =
    at(message, "username") ?? at(message, "bot_profile.name") ?? (id === undefined ? undefined : names[id]);
  return { id, name: name === undefined ? undefined : oneLine(name) };
}

/** A name for a line of text: people may call themselves anything. */
export const oneLine = (name: string): string =>
  decode(name).replace(/\s+/g, " ").trim().slice(0, 80).toWellFormed();

const at = stringAt;

const told = (list: unknown, tell: (one: Dict) => string): string | undefined =>
  Array.isArray(list) && list.length > 0 ? list.filter(isDict).map(tell).join(", ") : undefined;

export function channelRow(channel: Dict): Dict {
  const { id, name, user, is_private, is_archived, is_member, is_im, is_mpim, num_members } = channel;
  const topic = at(channel, "topic.value");
  const purpose = at(channel, "purpose.value");
  return {
    id,
    name,
    user,
    is_member,
    num_members,
    topic: topic === undefined ? undefined : decode(topic),
    purpose: purpose === undefined || purpose === topic ? undefined : decode(purpose),
    is_private,
    is_archived,
    is_im,
    is_mpim,
  };
}

export function userRow(user: Dict): Dict {
  const { id, name, tz, locale, deleted, is_bot, is_admin, is_restricted } = user;
  const real_name = stringAt(user, "real_name") ?? at(user, "profile.real_name");
  const display = at(user, "profile.display_name");
  const status = [at(user, "profile.status_emoji"), at(user, "profile.status_text")];
  return {
    id,
    name,
    real_name,
    display_name: display === name || display === real_name ? undefined : display,
    title: at(user, "profile.title"),
    email: at(user, "profile.email"),
    tz,
    locale,
    status: status.filter((one) => one !== undefined).join(" "),
    is_bot,
    is_admin,
    is_restricted,
    deleted,
  };
}
