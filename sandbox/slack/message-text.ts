/** User, channel, group or special mention, date, or link: what may stand between "<" and ">". */
const CONTROL = /<(?:[@#!][^<>]+|(?:https?|mailto|tel|ftp|slack):[^<>]+)>/g;
const BARE_LINK = /(?<![\w|/@.])https?:\/\/[^\s<>|]*[^\s<>|.,;:!?'")\]}*_~`]/g;

export interface TextOptions {
  /** Whether bare URLs become links, as they do unless `parse` is none. */
  links: boolean;
}

/** Bare names that become mentions, by the id they stand for. */
export interface Names {
  groups: ReadonlyMap<string, string>;
  channels: ReadonlyMap<string, string>;
}

/** Text whose control syntax is text like any other. */
export const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * Text as Slack stores it: a stray &, < or > is escaped, control syntax and entities stay, bare URLs become links,
 * and bare names mentions where `names` has them.
 */
export function storedText(text: string, { links }: TextOptions, names?: Names): string {
  let stored = "";
  let end = 0;
  for (const control of text.matchAll(CONTROL)) {
    stored += plain(text.slice(end, control.index), links, names) + control[0];
    end = control.index + control[0].length;
  }
  return stored + plain(text.slice(end), links, names);
}

function plain(text: string, links: boolean, names: Names | undefined): string {
  const escaped = text
    .replace(/&(?!(?:amp|lt|gt);)/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
  const named = names ? mentioned(escaped, names) : escaped;
  return links ? named.replace(BARE_LINK, (url) => linked(url)) : named;
}

function mentioned(text: string, { groups, channels }: Names): string {
  return text.replace(
    /(?<![\p{L}\p{N}_])([@#])([\p{L}\p{N}._-]*[\p{L}\p{N}])/gu,
    (all, sign: string, name: string) => {
      if (sign === "@" && ["here", "channel", "everyone"].includes(name)) return `<!${name}>`;
      const id = (sign === "@" ? groups : channels).get(name);
      if (id === undefined) return all;
      return sign === "@" ? `<!subteam^${id}|@${name}>` : `<#${id}|${name}>`;
    },
  );
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
