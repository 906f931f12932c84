import type { Call } from "../call/call.ts";
import type { Message } from "../types.ts";
import type { Room } from "../workspace.ts";

const MEDIA = /\.(png|jpe?g|gif|webp|mp4|mov)$|^https?:\/\/(www\.)?(youtube\.com|youtu\.be|vimeo\.com)\//i;

/**
 * Records the links in a new message that Slack opens to create previews. By default, Slack opens only links to
 * images and videos. With the argument `unfurl_links`, Slack opens all other links too.
 */
export function recordUnfurls(call: Call, room: Room, message: Message): void {
  const { workspace, args } = call;
  const media = args.text("unfurl_media") === undefined || args.flag("unfurl_media");
  const links = args.flag("unfurl_links");
  const urls = linksIn([message.text, message.blocks]);
  for (const url of new Set(urls)) {
    if (MEDIA.test(url.split(/[?#]/)[0] ?? "") ? media : links)
      workspace.unfurls.push({ channel: room.channel.id, ts: message.ts, url });
  }
}

function linksIn(value: unknown, name = ""): string[] {
  if (typeof value === "string") {
    if (name === "url") return /^https?:/.test(value) ? [value] : [];
    return [...value.matchAll(/<(https?:[^|>]+)/g)].map(([, url]) => (url ?? "").replaceAll("&amp;", "&"));
  }
  if (Array.isArray(value)) return value.flatMap((item) => linksIn(item, name));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => linksIn(item, key));
}
