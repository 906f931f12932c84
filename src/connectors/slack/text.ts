import { isDict, type Dict } from "../../core/json.ts";

/** Keys whose strings a reader of the message would see, in the order in which Slack shows them. */
const visible = [
  "pretext",
  "author_name",
  "title",
  "text",
  "header",
  "elements",
  "fields",
  "value",
  "blocks",
  "message_blocks",
  "rows",
  "label",
  "alt_text",
  "footer",
];

/**
 * A message with its text filled in from blocks, attachments and files where Slack leaves it empty, as it does for most
 * of what alerting and deployment apps post.
 */
export function withText(message: Dict): Dict {
  if (typeof message.text === "string" && message.text.trim() !== "") return message;
  const lines = [...linesOf(message.blocks), ...linesOf(message.attachments), ...linesOf(message.files)];
  return { ...message, text: lines.join("\n") };
}

/** Text for text: one line per block or attachment, with what stands inside it run together. */
function linesOf(part: unknown): string[] {
  if (!Array.isArray(part)) return [];
  return part.map((item) => words(item).join(" ").trim()).filter((line) => line !== "");
}

function words(node: unknown, depth = 0): string[] {
  if (depth > 50) return [];
  if (typeof node === "string") return node === "" ? [] : [node];
  if (Array.isArray(node)) return node.flatMap((item) => words(item, depth + 1));
  if (!isDict(node)) return [];
  switch (node.type) {
    case "user":
      return [`<@${String(node.user_id)}>`];
    case "channel":
      return [`<#${String(node.channel_id)}>`];
    case "usergroup":
      return [`<!subteam^${String(node.usergroup_id)}>`];
    case "broadcast":
      return [`<!${String(node.range)}>`];
    case "emoji":
      return [`:${String(node.name)}:`];
    case "link":
      return [
        typeof node.text === "string" && node.text ? `${node.text} (${String(node.url)})` : String(node.url),
      ];
  }
  const found = visible.flatMap((key) => words(node[key], depth + 1));
  if (found.length > 0) return found;
  return words(node.fallback ?? node.name, depth + 1);
}
