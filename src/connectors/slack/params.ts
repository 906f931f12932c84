import type { Zod } from "../../core/contract/action.ts";
import {
  channelPattern,
  conversationPattern,
  filePattern,
  messageLinkPattern,
  tsPattern,
  usergroupPattern,
  userPattern,
} from "./names/id-patterns.ts";
import { futureTimePattern, timePattern } from "./names/times.ts";

// The params that several actions share. The error for a wrong value shows the text of the param's `describe`. Patterns
// with `\p` are not literals, because a literal would make Node load Unicode tables at every start.

export const channel = (z: Zod) =>
  z.string().regex(channelPattern).describe("channel id, such as C012AB3CD, or #name, or a link");

/** For a user, the action uses the direct message with that user. */
export const conversation = (z: Zod) =>
  z
    .string()
    .regex(conversationPattern)
    .describe(
      "channel id, such as C012AB3CD, or #name, or a link; or a user (id, @name, e-mail) for a direct message",
    );

export const user = (z: Zod) =>
  z.string().regex(userPattern).describe("user id, such as U012AB3CD, or @name, or an e-mail address");

/** The id of a message, which Slack calls `ts`. A number would lose digits, such as zeros at the end. */
export const ts = (z: Zod) =>
  z.string().regex(tsPattern).describe('ts of a message as text, such as "1712161829.000300", or its link');

export const time = (z: Zod) =>
  z
    .string()
    .regex(timePattern)
    .describe('ISO time, "2d" for two days ago (m, h, d, w), or seconds since 1970 as text');

export const futureTime = (z: Zod, least = 1) =>
  z.union([
    z.int().min(least),
    z
      .string()
      .regex(futureTimePattern)
      .describe(
        'ISO time with its zone, such as 2026-03-13T09:00+01:00, "2h" for two hours from now (m, h, d, w), or seconds since 1970',
      ),
  ]);

export const inclusive = (z: Zod) =>
  z.boolean().describe("Include the messages at oldest and latest.").optional().meta({ rare: true });

/** The name of an emoji, or the emoji itself, which `resolve-params.ts` replaces with its name. */
export const emoji = (z: Zod) =>
  z
    .string()
    .regex(
      new RegExp(
        String.raw`^(?:[\p{L}\p{M}\p{N}_'+-]+(?:::skin-tone-[2-6])?|[\p{Emoji}\p{Emoji_Component}]{1,20})$`,
        "u",
      ),
    )
    .max(100)
    .describe("emoji, or its name without colons, such as thumbsup");

/** The words that a search in a list looks for. */
export const part = (z: Zod, where: string) =>
  z.string().min(1).max(100).describe(`words or parts of words in ${where}`).optional();

/** Slack would shorten a text of more than 40,000 characters, and return only a warning. */
export const text = (z: Zod) => z.string().min(1).max(40_000).describe("Slack mrkdwn");

export const channelName = (z: Zod) =>
  z
    .string()
    .regex(new RegExp(String.raw`^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}_-]{1,80}$`, "u"))
    .describe("at most 80 lower-case letters, digits, - and _");

export const replyOptions = (z: Zod) => ({
  thread_ts: ts(z).optional(),
  reply_broadcast: z.boolean().describe("Show the reply in the channel too.").optional().meta({ rare: true }),
});

/** The name and the picture that a message shows as its author. */
export const appearance = (z: Zod) => ({
  username: z
    .string()
    .min(1)
    .max(80)
    .describe("name to post under; only bots with the scope chat:write.customize")
    .optional()
    .meta({ rare: true }),
  icon_emoji: emojiWithColons(z).optional().meta({ rare: true }),
  icon_url: link(z).optional().meta({ rare: true }),
});

/** Metadata is data that apps attach to their messages. */
export const withMetadata = (z: Zod) =>
  z.boolean().describe("Include the messages' metadata.").optional().meta({ rare: true });

/** Every app in the channel can read the metadata of a message. https://docs.slack.dev/messaging/message-metadata */
export const metadata = (z: Zod) =>
  z
    .strictObject({
      event_type: z
        .string()
        .regex(/^[a-zA-Z][\w.-]*$/)
        .max(255),
      event_payload: z.record(z.string(), z.unknown()),
    })
    .describe("data for apps, which people do not see: {event_type, event_payload}")
    .optional()
    .meta({ rare: true });

/**
 * Previews of links are off by default. For a preview, Slack sends a request to the linked address, and the address
 * could carry data to a foreign server.
 */
export const unfurlOptions = (z: Zod) => ({
  unfurl_links: z.boolean().default(false).meta({ rare: true }),
  unfurl_media: z.boolean().default(false).meta({ rare: true }),
});

export const conversationTypes = (z: Zod) =>
  z.array(z.enum(["public_channel", "private_channel", "mpim", "im"])).optional();

/** Only tokens of a whole organization need the id of the workspace. */
export const team = (z: Zod) =>
  z
    .string()
    .regex(/^[TE][A-Z0-9]{2,}$/)
    .describe("workspace id, such as T012AB3CD; for tokens of a whole organization")
    .optional()
    .meta({ rare: true });

export const file = (z: Zod) =>
  z.string().regex(filePattern).describe("file id, such as F012AB3CD, or its link");

export const canvasId = (z: Zod) =>
  z.string().regex(filePattern).describe("canvas id, such as F012AB3CD, or its link");

/** The channel or the person whose access to a canvas or a list is changed. Slack accepts one id per call. */
export const accessOf = (z: Zod) => ({ channel: channel(z).optional(), user: user(z).optional() });

export const accessLevel = (z: Zod) => z.enum(["read", "write", "owner"]);

export const listId = (z: Zod) =>
  z
    .string()
    .regex(/^F[A-Z0-9]{2,}$/)
    .describe("id of a list, such as F012AB3CD");

export const usergroup = (z: Zod) =>
  z
    .string()
    .regex(usergroupPattern)
    .describe("user group id, such as S012AB3CD (usergroups.list), or its @handle");

export const reminder = (z: Zod) =>
  z
    .string()
    .regex(/^Rm[A-Za-z0-9]{2,}$/)
    .describe("reminder id, such as Rm012AB3CD");

export const emojiWithColons = (z: Zod) =>
  z
    .string()
    .regex(/^:[^:\s]+(::skin-tone-[2-6])?:$/)
    .describe("emoji with colons, such as :pushpin:");

export const link = (z: Zod) => z.url({ protocol: /^https?$/ }).max(2048);

export const messageLink = (z: Zod) =>
  z
    .string()
    .regex(messageLinkPattern)
    .describe("link to a message, such as https://acme.slack.com/archives/C012AB3CD/p1712161829000300");

/** https://docs.slack.dev/reference/block-kit */
export const blocks = (z: Zod) => z.array(z.record(z.string(), z.unknown())).min(1);
