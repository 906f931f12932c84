/** Slack's control syntax: a mention, a date or a link between `<` and `>`. */
const CONTROL = /<(?:[@#!][^<>]+|(?:https?|mailto|tel|ftp|slack):[^<>]+)>/g;
const BARE_LINK = /(?<![\w|/@.])https?:\/\/[^\s<>|]*[^\s<>|.,;:!?'")\]}*_~`]/g;

export interface TextOptions {
  /** Whether plain URLs become links. False only if the argument `parse` is `none`. */
  links: boolean;
}

/** The names that become mentions in a text, and their ids. */
export interface Names {
  groups: ReadonlyMap<string, string>;
  channels: ReadonlyMap<string, string>;
}

export const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * Escapes `&`, `<` and `>`, but keeps control syntax and HTML entities. Converts plain URLs to links, and the names
 * in `names` to mentions.
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

/** Converts a URL to a link. The URL ends before an escaped `<` or `>`. */
function linked(url: string): string {
  const [, address = url, rest = ""] = /^(.*?)((?:&[lg]t;.*)?)$/s.exec(url) ?? [];
  return `<${address}>${rest}`;
}

/** Converts Markdown to Slack's markup. Leaves code unchanged. */
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
