import type { Fields } from "../fields.ts";
import { botFields } from "../records/bot.ts";
import { richTextBlock } from "../content/rich-text.ts";
import type { Message, Reaction } from "../types.ts";
import { ASSISTANT, DEPLOY_BOT, team, users } from "./people.ts";

const YEAR_AND_MONTH = "2026-03-";

/**
 * Returns the `ts` of a UTC time in March 2026: `at("10 14:02:11")` is on 10 March. `order` distinguishes messages in
 * the same second.
 */
export function at(moment: string, order = 2): string {
  const [day, time] = moment.split(" ");
  return `${Date.parse(`${YEAR_AND_MONTH}${day}T${time}Z`) / 1000}.${String(order * 100 + 19).padStart(6, "0")}`;
}

export const seconds = (moment: string): number => Number(at(moment).split(".")[0]);

/** Returns a message that a user posted with Slack's own client. */
export function says(user: string, moment: string, text: string, more: Fields = {}): Message {
  const ts = at(moment);
  return {
    type: "message",
    user,
    text,
    ts,
    client_msg_id: `${ts.slice(2, 10)}-5a7d-4c0b-9e21-${user.slice(-10).toLowerCase().padStart(12, "0")}`,
    team: team.id,
    ...(text === "" ? {} : { blocks: [richTextBlock(text, `b${ts.slice(5, 10)}`)] }),
    ...more,
  };
}

/** Returns a message of a bot. `more`: the blocks or the text of the message. */
function posts(user: string, moment: string, more: Fields & { text?: string }): Message {
  const bot = users().find(({ id }) => id === user);
  return {
    type: "message",
    user,
    ts: at(moment),
    ...botFields(bot, team.id),
    text: "",
    team: team.id,
    ...more,
  };
}

export const deployBot = (moment: string, more: Fields & { text?: string }): Message =>
  posts(DEPLOY_BOT, moment, more);

export const assistant = (moment: string, text: string, more: Fields = {}): Message =>
  posts(ASSISTANT, moment, { text, ...more });

/** Returns a system message in a channel. */
export const notes = (
  subtype: string,
  user: string,
  moment: string,
  text: string,
  more: Fields = {},
): Message => ({
  type: "message",
  subtype,
  user,
  text,
  ts: at(moment),
  ...more,
});

export const joins = (user: string, moment: string): Message =>
  notes("channel_join", user, moment, `<@${user}> has joined the channel`);

/** Turns messages into replies to the message that was posted at the time `parent`. */
export const thread = (parent: string, ...replies: Message[]): Message[] =>
  replies.map((reply) => ({ ...reply, thread_ts: at(parent) }));

export const reactions = (...given: [name: string, ...users: string[]][]): { reactions: Reaction[] } => ({
  reactions: given.map(([name, ...by]) => ({ name, users: by, count: by.length })),
});
