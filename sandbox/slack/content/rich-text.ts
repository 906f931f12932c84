import type { Fields } from "../fields.ts";

const TOKEN = /<([^<>]+)>|:([a-z0-9_+'-]+):|\*([^*\n]+)\*|_([^_\n]+)_(?!\w)|`([^`\n]+)`/g;

/** Converts Slack's markup to a block of rich text. Supports mentions, links, emoji and simple styles. */
export function richTextBlock(text: string, block_id: string): Fields {
  return { type: "rich_text", block_id, elements: text.split(/(```[\s\S]*?```)/).flatMap(part) };
}

function part(text: string, index: number): Fields[] {
  if (index % 2 === 1) {
    const code = decode(text.slice(3, -3)).replace(/^\n|\n$/g, "");
    return [{ type: "rich_text_preformatted", border: 0, elements: [{ type: "text", text: code }] }];
  }
  return text === "" ? [] : [{ type: "rich_text_section", elements: inline(text) }];
}

function inline(text: string): Fields[] {
  const elements: Fields[] = [];
  let end = 0;
  const plain = (to: number): void => {
    if (to > end) elements.push({ type: "text", text: decode(text.slice(end, to)) });
  };
  for (const token of text.matchAll(TOKEN)) {
    const element = tokenElement(token);
    plain(token.index);
    elements.push(element);
    end = token.index + token[0].length;
  }
  plain(text.length);
  return elements;
}

function tokenElement([, control, emoji, bold, italic, code]: RegExpMatchArray): Fields {
  if (emoji !== undefined) return { type: "emoji", name: emoji };
  if (bold !== undefined) return { type: "text", text: decode(bold), style: { bold: true } };
  if (italic !== undefined) return { type: "text", text: decode(italic), style: { italic: true } };
  if (code !== undefined) return { type: "text", text: decode(code), style: { code: true } };
  const [target = "", label] = (control ?? "").split("|");
  if (target.startsWith("@")) return { type: "user", user_id: target.slice(1) };
  if (target.startsWith("#")) return { type: "channel", channel_id: target.slice(1) };
  if (target.startsWith("!subteam^"))
    return { type: "usergroup", usergroup_id: target.slice("!subteam^".length) };
  if (target.startsWith("!date^")) {
    const [, timestamp, format, url] = target.split("^");
    return {
      type: "date",
      timestamp: Number(timestamp),
      format,
      fallback: label ?? "",
      ...(url ? { url } : {}),
    };
  }
  if (target.startsWith("!")) return { type: "broadcast", range: target.slice(1) };
  return { type: "link", url: decode(target), ...(label === undefined ? {} : { text: decode(label) }) };
}

/** Decodes entities, because texts in blocks are not escaped. */
function decode(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
