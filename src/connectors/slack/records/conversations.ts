import type { Zod } from "../../../core/contract/action.ts";
import { unixTime } from "./unix-time.ts";

// Schemas of users, channels and messages, for the types and the documentation of results. The schemas declare the
// fields that matter to a model, the most important first. Results keep Slack's other fields too. Slack can leave out
// any field, so fields are `nullish`. https://docs.slack.dev/reference/objects

const text = (z: Zod) => z.string().nullish();
const flag = (z: Zod) => z.boolean().nullish();
const count = (z: Zod) => z.number().nullish();

export const User = (z: Zod) =>
  z.object({
    id: z.string(),
    name: text(z),
    real_name: text(z),
    tz: text(z),
    locale: text(z),
    deleted: flag(z),
    is_bot: flag(z),
    is_admin: flag(z),
    is_restricted: flag(z),
    profile: z
      .object({
        display_name: text(z),
        real_name: text(z),
        title: text(z),
        email: text(z),
        status_text: text(z),
        status_emoji: text(z),
        status_expiration: unixTime(z),
        huddle_state_expiration_ts: unixTime(z),
      })
      .nullish(),
  });

const Note = (z: Zod) => z.object({ value: z.string(), creator: text(z), last_set: unixTime(z) }).nullish();

export const Channel = (z: Zod) =>
  z.object({
    id: z.string(),
    name: text(z),
    user: text(z),
    is_private: flag(z),
    is_archived: flag(z),
    is_member: flag(z),
    is_im: flag(z),
    is_mpim: flag(z),
    num_members: count(z),
    topic: Note(z),
    purpose: Note(z),
    created: unixTime(z),
    creator: text(z),
  });

export const Message = (z: Zod) =>
  z.object({
    ts: z.string(),
    time: text(z).describe("ISO 8601."),
    author: text(z).describe("Name and id."),
    user: text(z),
    username: text(z),
    bot_id: text(z),
    bot_profile: z.object({ name: text(z), updated: unixTime(z) }).nullish(),
    subtype: text(z),
    text: z.string().describe("If empty, taken from blocks, attachments and files."),
    thread_ts: text(z),
    reply_count: count(z),
    latest_reply: text(z),
    reactions: z
      .array(z.object({ name: z.string(), count: z.number(), users: z.array(z.string()).nullish() }))
      .nullish(),
    files: z
      .array(
        z.object({
          id: z.string(),
          name: text(z),
          title: text(z),
          mimetype: text(z),
          size: count(z),
          created: unixTime(z),
          timestamp: unixTime(z),
        }),
      )
      .nullish(),
    edited: z.object({ user: text(z), ts: z.string() }).nullish(),
    metadata: z
      .object({ event_type: text(z), event_payload: z.record(z.string(), z.unknown()).nullish() })
      .nullish(),
  });

export const WrittenMessage = (z: Zod) =>
  z.object({
    channel: z.string(),
    ts: z.string(),
    permalink: text(z).describe("Absent if the workspace is unknown."),
    thread_ts: text(z),
    text: text(z),
  });

/** One result per conversation. */
export const PostedToMany = (z: Zod) => {
  const failure = z.object({ to: z.string(), code: z.string(), message: z.string(), hint: text(z) });
  return z.object({
    succeeded: z.array(
      z.object({
        to: z.string().describe("The id in `channels`."),
        channel: z.string(),
        ts: z.string(),
        permalink: text(z),
      }),
    ),
    failed: z.array(failure),
    unknown: z.array(failure).optional().describe("May have been posted."),
  });
};

export const Reaction = (z: Zod) => z.object({ channel: z.string(), ts: z.string(), name: z.string() });

export const Bookmark = (z: Zod) =>
  z.object({
    id: z.string(),
    channel_id: text(z),
    title: text(z),
    link: text(z),
    emoji: text(z),
    type: text(z),
  });
