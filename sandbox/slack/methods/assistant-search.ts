import { type Call, findRoom, isMember } from "../call/call.ts";
import type { Fields } from "../fields.ts";
import { clampLimit, page } from "../call/paging.ts";
import { invalidArguments, refusal } from "../call/refusal.ts";
import { type FoundMessage, type Order, findFiles, findMessages } from "../search/find.ts";
import { scoreOf } from "../search/match.ts";
import { type Query, readQuery } from "../search/query.ts";
import { channelResult, fileResult, messageResult, userResult } from "../search/results.ts";
import type { ChannelKind, Message, User } from "../types.ts";
import type { Room } from "../workspace.ts";
import type { Method } from "../call/method.ts";
import { SEARCH, TIER_2 } from "../call/rate-limits.ts";
import { anyToken } from "../call/scopes.ts";

const MAX_LIMIT = 20;

const MAX_QUERY = 1000;

/** The scope that a search needs, for each kind of channel or content. */
const SCOPES: Readonly<Record<string, string>> = {
  public_channel: "search:read.public",
  private_channel: "search:read.private",
  mpim: "search:read.mpim",
  im: "search:read.im",
  files: "search:read.files",
  users: "search:read.users",
};

const CONTENT = ["messages", "files", "channels", "users"];

/** The words that the search ignores. */
const NOISE =
  /^(what|who|when|where|why|how|is|are|was|were|the|a|an|of|in|on|for|to|do|does|did|we|i|about)$/;

/** The action token that Slack sends to a bot with each event. */
export const ACTION_TOKEN = "4711.1773333000.5a7d9e210c0b";

export const assistantSearch: Record<string, Method> = {
  "assistant.search.info": {
    scopes: anyToken("search:read.public"),
    rate: TIER_2,
    run: () => ({ is_ai_search_enabled: true }),
  },

  "assistant.search.context": {
    scopes: {
      bot: ["search:read.public", "search:read.files", "search:read.users"],
      user: [
        "search:read.public",
        "search:read.private",
        "search:read.im",
        "search:read.mpim",
        "search:read.files",
        "search:read.users",
      ],
    },
    rate: SEARCH,
    run: (call) => {
      const { args, token } = call;
      const text = args.text("query")?.trim() ?? "";
      if (text === "") throw refusal("missing_query");
      if (text.length > MAX_QUERY) throw refusal("query_too_long");
      const action = args.text("action_token");
      if (token.kind === "bot" ? action !== ACTION_TOKEN : action && action !== ACTION_TOKEN)
        throw refusal("invalid_action_token");
      const kinds = readList(call, "channel_types", ["public_channel"], Object.keys(SCOPES).slice(0, 4));
      const content = readList(call, "content_types", ["messages"], CONTENT);
      requireScopes(call, [
        ...(content.includes("messages") || content.includes("channels") ? kinds : []),
        ...content.filter((each) => each === "files" || each === "users"),
      ]);
      const context = args.text("context_channel_id") && contextRoom(call);
      const query = readWords(call, text);
      const order: Order = {
        by: args.text("sort") === "timestamp" ? "timestamp" : "score",
        ascending: args.text("sort_dir") === "asc",
      };
      const messages = findMessages(call, query, order, (room, message) =>
        isWanted(call, kinds, room, message),
      );
      const found = [
        ...(content.includes("messages")
          ? first(messages, context).map((each) => ({
              kind: "messages",
              key: `m${each.message.ts}`,
              show: () => messageResult(call, query, each),
            }))
          : []),
        ...(content.includes("files")
          ? findFiles(call, query, order).map((each) => ({
              kind: "files",
              key: each.file.id,
              show: () => fileResult(call, each),
            }))
          : []),
        ...(content.includes("channels")
          ? roomsFor(call, kinds, query).map((room) => ({
              kind: "channels",
              key: room.channel.id,
              show: () => channelResult(call, room),
            }))
          : []),
        ...(content.includes("users")
          ? peopleFor(call, query).map((user) => ({
              kind: "users",
              key: user.id,
              show: () => userResult(call, user),
            }))
          : []),
      ];
      const { items, next_cursor } = page(found, ({ key }) => key, {
        method: call.method,
        cursor: args.text("cursor"),
        limit: Math.min(clampLimit(args.integer("limit"), MAX_LIMIT), MAX_LIMIT),
      });
      const results: Record<string, Fields[]> = Object.fromEntries(content.map((kind) => [kind, []]));
      for (const { kind, show } of items) results[kind]?.push(show());
      return { results, response_metadata: { next_cursor } };
    },
  },
};

function readList({ args }: Call, name: string, fallback: string[], allowed: string[]): string[] {
  const asked = args.list(name);
  const wrong = asked.find((each) => !allowed.includes(each));
  if (wrong !== undefined)
    throw invalidArguments(`must be one of ${allowed.join(", ")} [json-pointer:/${name}]`);
  return asked.length > 0 ? asked : fallback;
}

function requireScopes({ token }: Call, wanted: string[]): void {
  const needed = wanted.map((each) => SCOPES[each] ?? "").filter((scope) => !token.scopes.includes(scope));
  if (needed.length > 0)
    throw refusal("missing_scope", { needed: needed.join(","), provided: token.scopes.join(",") });
}

function contextRoom(call: Call): Room {
  try {
    return findRoom(call, "context_channel_id");
  } catch {
    throw refusal("context_channel_not_found");
  }
}

/** Reads a query without words such as `what` and `the`. */
function readWords({ args, workspace }: Call, text: string): Query {
  const query = readQuery(`${text} ${args.text("modifiers") ?? ""}`, workspace.seconds());
  const words = query.words.map((word) => word.replace(/[?.!,]+$/, "")).filter((word) => !NOISE.test(word));
  return {
    ...query,
    words: words.length > 0 ? words : query.words,
    since: Math.max(query.since, args.integer("after") ?? -Infinity),
    until: Math.min(query.until, args.integer("before") ?? Infinity),
  };
}

function isWanted({ args, workspace, actor }: Call, kinds: string[], room: Room, message: Message): boolean {
  const { kind, is_archived } = room.channel;
  if (!kinds.includes(kind) || (kind !== "public_channel" && !isMember(room, actor))) return false;
  if (is_archived && !args.flag("include_archived_channels")) return false;
  const byBot = message["bot_id"] !== undefined || workspace.users.get(message.user ?? "")?.is_bot === true;
  return !byBot || args.flag("include_bots");
}

/** Moves messages from the channel `context` to the start. */
const first = (found: FoundMessage[], context: Room | "" | undefined): FoundMessage[] =>
  context
    ? found.toSorted((one, other) => Number(other.room === context) - Number(one.room === context))
    : found;

function roomsFor({ workspace, actor, args }: Call, kinds: string[], query: Query): Room[] {
  return [...workspace.rooms.values()].filter(({ channel }) => {
    if (channel.kind === "im" || !kinds.includes(channel.kind satisfies ChannelKind)) return false;
    if (channel.kind !== "public_channel" && !channel.members.includes(actor.id)) return false;
    if (channel.is_archived && !args.flag("include_archived_channels")) return false;
    return scoreOf(query, [channel.name, channel.topic.value, channel.purpose.value].join("\n")) > 0;
  });
}

const peopleFor = ({ workspace, args }: Call, query: Query): User[] =>
  [...workspace.users.values()].filter(
    (user) =>
      (!user.deleted || args.flag("include_deleted_users")) &&
      (!user.is_bot || args.flag("include_bots")) &&
      scoreOf(query, [user.name, user.real_name, user.display_name, user.title, user.email].join("\n")) > 0,
  );
