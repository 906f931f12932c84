import { isDict, type Dict } from "../../core/json.ts";

/** Keys whose strings a reader of the message would see, in the order in which Slack shows them. */
const visible = [
  "pretext",
  "author_name",
  "author_subname",
  "provider_name",
  "title",
  "label",
  "text",
  "header",
  "description",
  "elements",
  "fields",
  "value",
  "accessory",
  "element",
  "placeholder",
  "options",
  "blocks",
  "message_blocks",
  "message",
  "rows",
  "alt_text",
  "hint",
  "footer",
];

/** Parts whose pieces are one run of text, with nothing between them. */
const runs: ReadonlySet<unknown> = new Set([
  "rich_text_section",
  "rich_text_quote",
  "rich_text_preformatted",
]);

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
  if (runs.has(node.type)) return [words(node.elements, depth + 1).join("")];
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
  // A button's or an option's value is for the app, not for a reader: that has its text.
  const keys = node.text === undefined ? visible : visible.filter((key) => key !== "value");
  const found = keys.flatMap((key) => words(node[key], depth + 1));
  return found.length > 0 ? found : words(node.fallback ?? node.name, depth + 1);
}
