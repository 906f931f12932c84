import { findRoom, isMember, type Call } from "../call/call.ts";
import { refusal } from "../call/refusal.ts";
import type { Bookmark } from "../types.ts";
import type { Room } from "../workspace.ts";
import type { Method } from "../call/method.ts";
import { TIER_2, TIER_3 } from "../call/rate-limits.ts";
import { anyToken } from "../call/scopes.ts";

const MAX_BOOKMARKS = 100;

/** Methods for the links at the top of a channel. */
export const bookmarks: Record<string, Method> = {
  "bookmarks.add": {
    scopes: anyToken("bookmarks:write"),
    rate: TIER_2,
    required: ["channel_id", "title", "type"],
    run: (call) => {
      const { workspace, args, actor } = call;
      const room = findWritableRoom(call);
      if (args.text("type") !== "link") throw refusal("invalid_bookmark_type");
      const link = readLink(args.text("link"));
      const emoji = readEmoji(args.text("emoji") ?? "");
      if (room.bookmarks.length >= MAX_BOOKMARKS) throw refusal("too_many_bookmarks");
      const bookmark: Bookmark = {
        id: workspace.newId("Bk0"),
        channel_id: room.channel.id,
        title: args.text("title") ?? "",
        link: link.href,
        emoji,
        icon_url: `${link.origin}/favicon.ico`,
        type: "link",
        entity_id: null,
        date_created: workspace.seconds(),
        date_updated: 0,
        rank: rankAfter(room.bookmarks.at(-1)?.rank),
        last_updated_by_user_id: actor.id,
        last_updated_by_team_id: workspace.team.id,
        shortcut_id: null,
        app_id: actor.app_id ?? null,
      };
      room.bookmarks.push(bookmark);
      return { bookmark };
    },
  },

  "bookmarks.edit": {
    scopes: anyToken("bookmarks:write"),
    rate: TIER_2,
    required: ["bookmark_id", "channel_id"],
    run: (call) => {
      const { workspace, args, actor } = call;
      const room = findWritableRoom(call);
      const bookmark = room.bookmarks.find(({ id }) => id === args.text("bookmark_id"));
      if (!bookmark) throw refusal("not_found");
      const [title, link, emoji] = ["title", "link", "emoji"].map((name) => args.text(name));
      if (emoji !== undefined) bookmark.emoji = readEmoji(emoji);
      if (link !== undefined) bookmark.link = readLink(link).href;
      if (title !== undefined) bookmark.title = title;
      bookmark.date_updated = workspace.seconds();
      bookmark.last_updated_by_user_id = actor.id;
      return { bookmark };
    },
  },

  "bookmarks.list": {
    scopes: anyToken("bookmarks:read"),
    rate: TIER_3,
    required: ["channel_id"],
    run: (call) => ({ bookmarks: findRoom(call, "channel_id").bookmarks }),
  },

  "bookmarks.remove": {
    scopes: anyToken("bookmarks:write"),
    rate: TIER_2,
    required: ["channel_id", "bookmark_id"],
    run: (call) => {
      const room = findWritableRoom(call);
      const id = call.args.text("bookmark_id");
      if (!room.bookmarks.some((bookmark) => bookmark.id === id)) throw refusal("not_found");
      room.bookmarks = room.bookmarks.filter((bookmark) => bookmark.id !== id);
      return {};
    },
  },
};

function findWritableRoom(call: Call): Room {
  const room = findRoom(call, "channel_id");
  if (!isMember(room, call.actor) || room.channel.is_archived) throw refusal("permission_denied");
  return room;
}

function readLink(link: string | undefined): URL {
  const url = URL.canParse(link ?? "") ? new URL(link ?? "") : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol)) throw refusal("invalid_link");
  return url;
}

function readEmoji(emoji: string): string {
  if (emoji !== "" && !/^:[^:\s]+(::skin-tone-[2-6])?:$/.test(emoji)) throw refusal("invalid_emoji");
  return emoji;
}

/** Returns the rank after `last`, such as `g`, `n`, `u` or `ug`. Slack sorts bookmarks by rank, as texts. */
function rankAfter(last = ""): string {
  if (last === "") return "g";
  const end = last.charCodeAt(last.length - 1) + 7;
  return end > 122 ? `${last}g` : last.slice(0, -1) + String.fromCharCode(end);
}
