import { type Call, canSee } from "../call/call.ts";
import { blocksProblems } from "../content/check-blocks.ts";
import type { Fields } from "../fields.ts";
import type { Method } from "../call/method.ts";
import { TIER_3 } from "../call/rate-limits.ts";
import { refusal } from "../call/refusal.ts";
import { anyToken } from "../call/scopes.ts";
import { type Room, findMessage } from "../workspace.ts";

const SOURCES: ReadonlySet<string> = new Set(["composer", "conversations_history"]);

export const unfurl: Record<string, Method> = {
  "chat.unfurl": {
    scopes: anyToken("links:write"),
    rate: TIER_3,
    run: (call) => {
      const { args } = call;
      const byId = args.text("unfurl_id") !== undefined || args.text("source") !== undefined;
      if (byId) {
        if (!args.text("unfurl_id")) throw refusal("missing_unfurl_id");
        if (!args.text("source")) throw refusal("missing_source");
        if (!SOURCES.has(args.text("source") ?? "")) throw refusal("invalid_source");
      } else {
        if (!args.text("channel")) throw refusal("missing_channel");
        if (!args.text("ts")) throw refusal("missing_ts");
      }
      const unfurls = readUnfurls(call);
      // The sandbox issues no unfurl ids, so check only the format.
      if (byId) {
        if (!/^[\w.-]+$/.test(args.text("unfurl_id") ?? "")) throw refusal("invalid_unfurl_id");
        return {};
      }
      const room = roomOf(call);
      const message = findMessage(room, args.text("ts") ?? "");
      if (!message) throw refusal("cannot_find_message");
      const links = Object.keys(unfurls);
      if (!links.every((url) => /^https?:/.test(url) && URL.canParse(url)))
        throw refusal("cannot_unfurl_url");
      const written = JSON.stringify([message.text, message.blocks]).replaceAll("&amp;", "&");
      if (links.some((url) => !written.includes(JSON.stringify(url).slice(1, -1))))
        throw refusal("cannot_unfurl_message");
      const kept = (message.attachments ?? []).filter(({ from_url }) => !links.includes(String(from_url)));
      const added = links.map((url, index) => ({
        id: kept.length + index + 1,
        from_url: url,
        app_unfurl_url: url,
        is_app_unfurl: true,
        fallback: "[no preview available]",
        ...(unfurls[url] as Fields),
      }));
      message.attachments = [...kept, ...added];
      return {};
    },
  },
};

function roomOf({ workspace, args, actor }: Call): Room {
  const room = workspace.rooms.get(args.text("channel") ?? "");
  if (!room || !canSee(room, actor)) throw refusal("cannot_find_channel");
  return room;
}

function readUnfurls({ args }: Call): Fields {
  if (!args.text("unfurls")) throw refusal("missing_unfurls");
  let unfurls: unknown;
  try {
    unfurls = args.json("unfurls");
  } catch {
    throw refusal("invalid_unfurls_format");
  }
  if (typeof unfurls !== "object" || unfurls === null || Array.isArray(unfurls))
    throw refusal("invalid_unfurls_format");
  for (const value of Object.values(unfurls)) {
    const { blocks } = (value ?? {}) as Fields;
    if (blocks !== undefined && blocksProblems(blocks, "/blocks").length > 0)
      throw refusal("cannot_parse_attachment");
  }
  return unfurls as Fields;
}
