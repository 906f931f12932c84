/** User, channel, group or special mention, date, or link: what may stand between "<" and ">". */
const CONTROL = /<(?:[@#!][^<>]+|(?:https?|mailto|tel|ftp|slack):[^<>]+)>/g;
const BARE_LINK = /(?<![\w|/@.])https?:\/\/[^\s<>|]*[^\s<>|.,;:!?'")\]}*_~`]/g;

export interface TextOptions {
  /** Whether bare URLs become links, as they do unless `parse` is none. */
  links: boolean;
}

/** Text as Slack stores it: a stray &, < or > is escaped, control syntax and entities stay, bare URLs become links. */
export function storedText(text: string, { links }: TextOptions): string {
  let stored = "";
  let end = 0;
  for (const control of text.matchAll(CONTROL)) {
    stored += plain(text.slice(end, control.index), links) + control[0];
    end = control.index + control[0].length;
  }
  return stored + plain(text.slice(end), links);
}

function plain(text: string, links: boolean): string {
  const escaped = text
    .replace(/&(?!(?:amp|lt|gt);)/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
  return links ? escaped.replace(BARE_LINK, (url) => linked(url)) : escaped;
}

// An escaped bracket after a URL is not part of it.
function linked(url: string): string {
  const [, address = url, rest = ""] = /^(.*?)((?:&[lg]t;.*)?)$/s.exec(url) ?? [];
  return `<${address}>${rest}`;
}

/** Standard Markdown as Slack's own markup; code is left alone. */
export function fromMarkdown(markdown: string): string {
  return markdown
    .split(/(```[\s\S]*?```|`[^`\n]*`)/)
    .map((part, index) => (index % 2 === 1 ? part.replace(/^```\w+\n/, "```\n") : proseFromMarkdown(part)))
    .join("");
}

function proseFromMarkdown(prose: string): string {
  return prose
    .replace(/!?\[([^\]\n]+)\]\((https?:[^)\s]+)\)/g, "<$2|$1>")
    .replace(/(?<![*\w])\*(?![*\s])([^*\n]+)\*(?!\*)/g, "_$1_")
    .replace(
      /\*\*([^*\n]+)\*\*|__([^_\n]+)__/g,
      (_all, stars?: string, bars?: string) => `*${stars ?? bars}*`,
    )
    .replace(/~~([^~\n]+)~~/g, "~$1~")
    .replace(/^#{1,6}\s+(.+)$/gm, "*$1*")
    .replace(/^(\s*)[-*+]\s+/gm, "$1• ");
}
