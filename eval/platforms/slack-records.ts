import type { SandboxState } from "agent-connectors/sandbox";
import { flat, type WorldRecord } from "./world-record.ts";

type Message = SandboxState["channels"][number]["messages"][number];

/** Slack writes these messages itself when a channel changes, and the change is a record of its own. */
const systemSubtypes = /^(channel|group)_|^(pinned|unpinned)_item$|^(bot_add|bot_remove|tombstone)$/;

/**
 * Returns what people see in the workspace, with the names of people and channels instead of ids. A direct message has
 * the names of its members as its name, such as `assistant,maya.chen`.
 */
export function slackRecords(state: SandboxState): WorldRecord[] {
  const person = (id: unknown): string => state.users.find((user) => user.id === id)?.name ?? String(id);
  const people = (ids: readonly string[]): string[] => ids.map(person).toSorted();
  const nameOf = ({ name, members }: SandboxState["channels"][number]) => name || people(members).join(",");
  const channel = (id: unknown): string => {
    const found = state.channels.find((one) => one.id === id);
    return found ? nameOf(found) : String(id);
  };
  const record = (
    kind: string,
    key: string,
    fields: Record<string, unknown>,
    about: Record<string, unknown> = {},
  ): WorldRecord => ({ kind, key, fields: flat(fields), about });
  const date = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16);

  return [
    ...state.channels.flatMap((room): WorldRecord[] => {
      const { id, kind, members, messages, pins, bookmarks } = room;
      const name = nameOf(room);
      const textOf = (ts: unknown) => messages.find((message) => message.ts === ts)?.text;
      return [
        record("channel", id, {
          name,
          kind,
          topic: room.topic.value,
          purpose: room.purpose.value,
          is_archived: room.is_archived,
        }),
        ...(kind === "im" || kind === "mpim" ? [] : members).map((user) =>
          record("member", `${id} ${user}`, { user: person(user) }, { channel: name }),
        ),
        ...messages
          .filter(({ subtype }) => !systemSubtypes.test(subtype ?? ""))
          .flatMap((message) => [
            record(
              "message",
              `${id} ${message.ts}`,
              {
                by: person(message.user ?? message["bot_id"]),
                text: message.text,
                files: message.files?.map((file) => file["name"]),
                ...shownBeside(message),
              },
              {
                channel: name,
                reply_to: message.thread_ts === message.ts ? undefined : textOf(message.thread_ts),
              },
            ),
            ...(message.reactions ?? []).flatMap((reaction) =>
              reaction.users.map((user) =>
                record(
                  "reaction",
                  `${id} ${message.ts} ${reaction.name} ${user}`,
                  { name: reaction.name, by: person(user) },
                  { channel: name, message: message.text },
                ),
              ),
            ),
          ]),
        ...pins.map(({ ts }) => record("pin", `${id} ${ts}`, {}, { channel: name, message: textOf(ts) })),
        ...bookmarks.map(({ id: key, title, link, emoji }) =>
          record("bookmark", key, { title, link, emoji }, { channel: name }),
        ),
      ];
    }),
    ...state.files.map(({ id, name, title, user, content, canvas, list, shares, public: isPublic, access }) =>
      record(
        "file",
        id,
        {
          name,
          title,
          by: person(user),
          content: content ?? canvas?.map(({ markdown }) => markdown).join("\n"),
          list: list && JSON.stringify(list),
          shared: Object.keys(shares),
          access: access && JSON.stringify(access),
          public: isPublic,
        },
        { channels: Object.keys(shares).map(channel) },
      ),
    ),
    ...state.users.map(({ id, updated: _updated, ...user }) => record("user", id, { ...user })),
    ...state.usergroups.map(({ id, handle, name, description, users, date_delete }) =>
      record("usergroup", id, { handle, name, description, users: people(users), disabled: date_delete > 0 }),
    ),
    ...state.reminders.map(({ id, user, text, time, complete_ts }) =>
      record("reminder", id, { for: person(user), text, time: date(time), complete: complete_ts > 0 }),
    ),
    ...state.scheduled.map(({ id, channel_id, post_at, message }) =>
      record("scheduled", id, { time: date(post_at), text: message.text }, { channel: channel(channel_id) }),
    ),
    ...state.ephemeral.map(({ channel: id, user, message }) =>
      record(
        "ephemeral",
        `${id} ${message.ts}`,
        { for: person(user), text: message.text },
        { channel: channel(id) },
      ),
    ),
    ...state.stars.map((star) =>
      record(
        "star",
        `${star.user} ${star.channel} ${star.ts}`,
        { by: person(star.user) },
        { channel: channel(star.channel) },
      ),
    ),
    ...state.away.map((user) => record("away", user, { user: person(user) })),
    ...Object.entries(state.snoozes).map(([user, end]) =>
      record("snooze", user, { user: person(user), until: date(end) }),
    ),
    ...Object.entries(state.homes).map(([user, home]) =>
      record("home", user, { user: person(user), view: JSON.stringify(home) }),
    ),
    ...state.modals.map((modal) => record("modal", modal.id, { view: JSON.stringify(modal) })),
    ...Object.entries(state.prompts).map(([id, prompts]) =>
      record("prompts", id, { prompts: JSON.stringify(prompts) }),
    ),
    // A preview tells another server that somebody has posted its address.
    ...state.unfurls.map((unfurl, index) =>
      record("preview", String(index), { url: unfurl.url }, { channel: channel(unfurl.channel) }),
    ),
  ];
}

/** Returns the blocks and attachments of a message. Rich text is left out if `text` says the same. */
function shownBeside({ blocks = [], attachments = [] }: Message): Record<string, unknown> {
  const others = blocks.filter(({ type }) => type !== "rich_text");
  return {
    blocks: others.length > 0 ? JSON.stringify(others) : undefined,
    attachments: attachments.length > 0 ? JSON.stringify(attachments) : undefined,
  };
}
