import { blocksProblems } from "./check-blocks.ts";
import type { Call } from "../call/call.ts";
import type { Fields } from "../fields.ts";
import { botFields } from "../records/bot.ts";
import { refusal } from "../call/refusal.ts";
import { richTextBlock } from "./rich-text.ts";
import { type Names, fromMarkdown, storedText, escapeText } from "./message-text.ts";
import type { Message, User } from "../types.ts";
import type { Workspace } from "../workspace.ts";

const MAX_TEXT = 40_000;

const MAX_MARKDOWN = 12_000;

const MAX_ATTACHMENTS = 100;

/** A guess, because Slack documents only the error. */
const MAX_METADATA = 16_000;

/** The maximum length of the texts in all blocks. Slack does not document it, but other developers have measured it. */
const MAX_BLOCKS_LENGTH = 13_200;

/** The fields that the author of a message writes. */
export interface Content extends Fields {
  text: string;
  blocks?: Fields[];
  attachments?: Fields[];
  metadata?: Fields;
}

export function readContent(call: Call): Content {
  const { args } = call;
  const markdown = args.text("markdown_text") || undefined;
  const plain = args.text("text") || undefined;
  const blocks = readBlocks(call);
  const attachments = readAttachments(call);
  const metadata = readMetadata(call);
  if (markdown !== undefined && (plain !== undefined || blocks)) throw refusal("markdown_text_conflict");
  if (markdown !== undefined && markdown.length > MAX_MARKDOWN) throw refusal("msg_too_long");
  if (markdown === undefined && plain?.trim() === "" && !blocks && !attachments) throw refusal("no_text");
  if (markdown === undefined && plain === undefined && !blocks && !attachments) throw refusal("no_text");
  const written = markdown === undefined ? (plain ?? "") : fromMarkdown(markdown);
  const text = storedText(
    args.text("parse") === "full" ? escapeText(written) : written,
    { links: args.text("parse") !== "none" },
    namesFor(call),
  );
  if (text.length > MAX_TEXT) call.warn("message_truncated", "[WARN] The message was truncated.");
  const kept = text.slice(0, MAX_TEXT);
  // If a message has text but no blocks, Slack adds a rich text block with the text.
  const shown = blocks ?? (kept === "" ? undefined : [richTextBlock(kept, blockId(call))]);
  return {
    text: kept,
    ...(shown ? { blocks: shown } : {}),
    ...(attachments ? { attachments } : {}),
    ...(metadata ? { metadata } : {}),
  };
}

/** Returns the names that become mentions. Returns undefined if the call asks for no mentions. */
function namesFor({ workspace, args }: Call): Names | undefined {
  const full = args.text("parse") === "full";
  if (!full && !args.flag("link_names")) return undefined;
  const groups = [...workspace.usergroups.values()].filter(({ date_delete }) => date_delete === 0);
  const rooms = [...workspace.rooms.values()].filter(({ channel }) => channel.kind === "public_channel");
  return {
    groups: new Map(groups.map(({ handle, id }) => [handle, id])),
    // Names of channels become links only if the argument `parse` is `full`.
    channels: new Map(full ? rooms.map(({ channel }) => [channel.name, channel.id]) : []),
  };
}

function readArray(call: Call, name: string, error: string): Fields[] | undefined {
  let value: unknown;
  try {
    value = call.args.json(name);
  } catch {
    throw refusal(error);
  }
  if (value === undefined || value === false) return undefined;
  if (!Array.isArray(value) || value.some((item) => typeof item !== "object" || item === null))
    throw refusal(error);
  return value.length > 0 ? (value as Fields[]) : undefined;
}

export function readBlocks(call: Call): Fields[] | undefined {
  const blocks = readArray(call, "blocks", "invalid_blocks_format");
  if (!blocks) return undefined;
  const wrong = blocksProblems(blocks, "/blocks").map(
    ({ message, pointer }) => `${message} [json-pointer:${pointer}]`,
  );
  if (wrong.length > 0) {
    throw refusal("invalid_blocks", {
      errors: wrong,
      response_metadata: { messages: wrong.map((message) => `[ERROR] ${message}`) },
    });
  }
  if (lengthOf(blocks) > MAX_BLOCKS_LENGTH) throw refusal("msg_blocks_too_long");
  return blocks.map((block) => {
    const { type, block_id, ...rest } = block;
    return { type, block_id: block_id ?? blockId(call), ...rest };
  });
}

/** Counts the characters of all texts in blocks. */
function lengthOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + lengthOf(item), 0);
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [name, item]) =>
      sum +
      (typeof item === "string"
        ? name === "text" || name === "alt_text"
          ? item.length
          : 0
        : lengthOf(item)),
    0,
  );
}

const blockId = ({ workspace }: Call): string => workspace.newId("").slice(0, 5);

function readAttachments(call: Call): Fields[] | undefined {
  const attachments = readArray(call, "attachments", "invalid_attachments");
  if (!attachments) return undefined;
  if (attachments.length > MAX_ATTACHMENTS) throw refusal("too_many_attachments");
  return attachments.map((attachment, index) => ({
    id: index + 1,
    ...attachment,
    fallback: attachment["fallback"] ?? attachment["text"] ?? "[no preview available]",
  }));
}

export function readMetadata(call: Call): Fields | undefined {
  let metadata: unknown;
  try {
    metadata = call.args.json("metadata");
  } catch {
    throw refusal("invalid_metadata_format");
  }
  if (metadata === undefined) return undefined;
  if (!isObject(metadata)) throw refusal("invalid_metadata_format");
  if (Object.keys(metadata).length === 0) return undefined;
  const { event_type, event_payload } = metadata;
  if (typeof event_type !== "string" || event_type === "" || !isObject(event_payload))
    throw refusal("invalid_metadata_schema");
  if (JSON.stringify(metadata).length > MAX_METADATA) throw refusal("metadata_too_large");
  return { event_type, event_payload };
}

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function authorFields(call: Call): Fields {
  const { workspace, actor, token, args } = call;
  const bot = token.kind === "bot" ? actor : appBot(workspace);
  const app = botFields(bot, workspace.team.id);
  const name = args.text("username");
  const emoji = args.text("icon_emoji");
  const image = args.text("icon_url");
  if (token.kind === "bot" && (name || emoji || image) && token.scopes.includes("chat:write.customize")) {
    // A message with a custom author name or icon has the subtype `bot_message` and no user.
    return {
      subtype: "bot_message",
      username: name ?? actor.real_name,
      ...(emoji ? { icons: { emoji } } : image ? { icons: { image_48: image } } : {}),
      bot_id: app["bot_id"],
      app_id: app["app_id"],
    };
  }
  return { user: actor.id, ...app, team: workspace.team.id };
}

/** Returns the bot of the app. A message that a user posts through the app also has the fields of this bot. */
function appBot(workspace: Workspace): User | undefined {
  const token = [...workspace.tokens.values()].find(({ kind }) => kind === "bot");
  return workspace.users.get(token?.user ?? "");
}

/**
 * Returns whether the caller is the author of a message. A bot is the author if the message has its bot id, and either
 * its user id or no user. A user is the author if the message has the user's id.
 */
export function isAuthor(call: Call, message: Message): boolean {
  if (call.token.kind === "bot") {
    return message["bot_id"] === call.actor.bot_id && (message.user ?? call.actor.id) === call.actor.id;
  }
  return message.user === call.actor.id;
}
