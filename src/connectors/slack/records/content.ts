import type { Zod } from "../../../core/contract/action.ts";
import { Channel, Message, User } from "./conversations.ts";
import { unixTime } from "./unix-time.ts";

// Schemas of files, scheduled messages, and the items of lists and searches. https://docs.slack.dev/reference/objects

const text = (z: Zod) => z.string().nullish();
const flag = (z: Zod) => z.boolean().nullish();
const count = (z: Zod) => z.number().nullish();

export const File = (z: Zod) =>
  z.object({
    id: z.string(),
    name: text(z),
    title: text(z),
    mimetype: text(z),
    filetype: text(z),
    size: count(z),
    user: text(z),
    created: unixTime(z),
    permalink: text(z),
    public_url_shared: flag(z),
    permalink_public: text(z),
    channels: z.array(z.string()).nullish(),
    content: text(z).describe("A snippet's text."),
  });

export const ScheduledMessage = (z: Zod) =>
  z.object({
    id: z.string(),
    channel_id: z.string(),
    post_at: z.number().meta({ format: "unix-time" }),
    date_created: unixTime(z),
    text: text(z),
  });

export const Item = (z: Zod) =>
  z.object({
    type: text(z),
    channel: text(z),
    created: unixTime(z),
    created_by: text(z),
    message: Message(z).nullish(),
    file: File(z)
      .extend({ timestamp: unixTime(z) })
      .nullish(),
  });

export const Match = (z: Zod) =>
  z.object({
    ts: text(z),
    thread_ts: text(z).describe("For a reply: its thread's first message."),
    time: text(z).describe("ISO 8601."),
    author: text(z).describe("Name and id."),
    channel: z.object({ id: z.string(), name: text(z) }).nullish(),
    user: text(z),
    username: text(z),
    text: z.string(),
    permalink: text(z),
  });

/** One result of a search for several kinds of things. */
export const Found = (z: Zod) =>
  z.object({
    type: z.string().describe("message, file, channel or user."),
    message: Match(z).nullish(),
    file: File(z).nullish(),
    channel: Channel(z).nullish(),
    user: User(z).nullish(),
  });
