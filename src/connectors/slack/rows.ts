import type { Meta } from "../../core/connector.ts";
import { isDict, stringAt, type Dict } from "../../core/json.ts";
import { readableText } from "./text.ts";
import { decode, isoTime, type Names } from "./text-spelling.ts";

// Slack's records as a model reads them: what it needs to understand them and to make the next call.

/** A message: who, when and what, as plain text, with every id beside its name. */
export function messageRow(message: Dict, meta: Meta): Dict {
  const { ts, thread_ts, reply_count, reactions, files, edited, subtype } = message;
  const names = isDict(meta.names) ? (meta.names as Names) : {};
  const ids = isDict(meta.ids) ? (meta.ids as Names) : {};
  return {
    ts,
    time: isoTime(ts)?.replace(/:\d\dZ$/, "Z"),
    author: authorOf(message, names, ids),
    text: readableText(message, names, ids),
    // A thread's first message has its own ts here.
    thread_ts: thread_ts === ts ? undefined : thread_ts,
    reply_count: reply_count === 0 ? undefined : reply_count,
    reactions: told(
      reactions,
      ({ name, count }) => `${String(name)}${count === 1 ? "" : `×${String(count)}`}`,
    ),
    files: told(files, ({ id, name, title }) => `${String(name ?? title ?? "file")} [${String(id)}]`),
    edited: isDict(edited) ? true : undefined,
    // That an app wrote it is seen from the author.
    subtype: subtype === "bot_message" ? undefined : subtype,
  };
}

/**
 * Who wrote a message: `Ana Archer (U012AB3CD)`, without the id where `ids` has it; apps by the name under which they
 * post.
 */
export function authorOf(message: Dict, names: Names, ids: Names = {}): string | undefined {
  const id = [message.user, message.bot_id].find((one) => typeof one === "string" && one !== "") as
    | string
    | undefined;
  const name =
    at(message, "username") ?? at(message, "bot_profile.name") ?? (id === undefined ? undefined : names[id]);
  if (name === undefined) return id;
  const told = oneLine(name);
  return id === undefined || ids[told] === id ? told : `${told} (${id})`;
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
  const { id, name, tz, deleted, is_bot, is_admin, is_restricted } = user;
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
    status: status.filter((one) => one !== undefined).join(" "),
    is_bot,
    is_admin,
    is_restricted,
    deleted,
  };
}
