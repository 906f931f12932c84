import type { Dict } from "../../../src/core/ground/json.ts";
import { notImitated } from "../http/refusal.ts";
import type { RichText } from "../world-types.ts";
import { plainText, textPiece } from "./rich-text.ts";

// https://developers.notion.com/guides/data-apis/enhanced-markdown

/** Escapes what would be read as Markdown. */
const escape = (text: string): string =>
  text.replaceAll(/[\\`*~]|\$(?=`)|<(?=[a-z/])|\[(?=[^\]]*\]\()/gi, String.raw`\$&`).replaceAll("\n", "<br>");

/** Escapes the start of a text that would be read as another kind of block. */
const escapeStart = (text: string): string =>
  text.replace(/^(#{1,6} |> |[-+] |---|!\[|\t)/, String.raw`\$&`).replace(/^(\d+)\. /, String.raw`$1\. `);

export const inlineMarkdown = (pieces: readonly RichText[]): string =>
  escapeStart(pieces.map(pieceMarkdown).join(""));

function pieceMarkdown({ type, annotations, href, plain_text, mention }: RichText): string {
  if (type === "equation") return `$\`${plain_text}\`$`;
  if (type === "mention") return mentionMarkdown(mention as Dict, plain_text);
  const { bold, italic, strikethrough, underline, code, color } = annotations as Dict;
  let text = code === true ? `\`${plain_text}\`` : escape(plain_text);
  if (strikethrough === true) text = `~~${text}~~`;
  if (italic === true) text = `*${text}*`;
  if (bold === true) text = `**${text}**`;
  if (underline === true) text = `<span underline="true">${text}</span>`;
  if (color !== "default") text = `<span color="${String(color)}">${text}</span>`;
  return typeof href === "string" ? `[${text}](${href})` : text;
}

function mentionMarkdown(mention: Dict, text: string): string {
  const { type, date, user, page } = mention as Dict & { date?: Dict; user?: Dict; page?: Dict };
  if (type === "date")
    return `<mention-date start="${String(date!.start)}"${date!.end === null ? "" : ` end="${String(date!.end)}"`}/>`;
  const id = (type === "user" ? user : page)!.id;
  return type === "user"
    ? `<mention-user url="user://${String(id)}">${text.slice(1)}</mention-user>`
    : `<mention-page url="https://app.notion.com/p/${String(id).replaceAll("-", "")}">${text}</mention-page>`;
}

// An escaped character becomes a letter of a private area, so that no pattern finds it.
const hide = (text: string): string =>
  text.replaceAll(/\\([^A-Za-z0-9\s])/g, (_all, sign: string) =>
    String.fromCharCode(0xe000 + sign.charCodeAt(0)),
  );
const show = (text: string): string =>
  text.replaceAll(/[\ue000-\ue07f]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xe000));

const pattern =
  /`(?<code>[^`]+)`|\*\*(?<bold>.+?)\*\*(?!\*)|\*(?<italic>[^\s*](?:.*?[^\s*])?)\*|~~(?<strike>.+?)~~|\[(?<label>[^\]]*)\]\((?<url>[^()\s]+)\)|(?<tag><\/?[a-z][^>]*>)/;

/** Reads the text of one block. A tag for which the sandbox has no rule is refused. */
export const readInline = (text: string): RichText[] =>
  merged(pieces(hide(text.replaceAll("<br>", "\n")), {}, null));

function pieces(text: string, style: Dict, url: string | null): RichText[] {
  if (text === "") return [];
  const found = pattern.exec(text);
  if (!found) return [textPiece(show(text), style, url)];
  const { code, bold, italic, strike, label, url: link, tag } = found.groups!;
  if (tag !== undefined) throw notImitated(`${show(tag)} in Markdown`);
  const rest = text.slice(found.index + found[0].length);
  if (text[found.index - 1] === "$" && code !== undefined && rest.startsWith("$"))
    throw notImitated("equations in Markdown");
  const inner =
    code !== undefined
      ? [textPiece(show(code), { ...style, code: true }, url)]
      : label !== undefined
        ? pieces(label, style, show(link!))
        : pieces((bold ?? italic ?? strike)!, { ...style, [bold === undefined ? (italic === undefined ? "strikethrough" : "italic") : "bold"]: true }, url);
  return [...pieces(text.slice(0, found.index), style, url), ...inner, ...pieces(rest, style, url)];
} // prettier-ignore

/** Joins neighbours with the same style, and cuts a text after 2,000 characters. */
function merged(all: readonly RichText[]): RichText[] {
  const result: RichText[] = [];
  const styleOf = ({ annotations, href }: RichText) => JSON.stringify([annotations, href]);
  for (const piece of all) {
    const last = result.at(-1);
    const both = last && styleOf(last) === styleOf(piece) ? plainText([last, piece]) : undefined;
    if (both === undefined || both.length > 2000) result.push(piece);
    else result[result.length - 1] = textPiece(both, piece.annotations as Dict, piece.href as string | null);
  }
  return result.flatMap((piece) =>
    (plainText([piece]).match(/[\s\S]{1,2000}/g) ?? []).map((part) =>
      textPiece(part, piece.annotations as Dict, piece.href as string | null),
    ),
  );
}
