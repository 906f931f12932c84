import { decodeEntities } from "../../../core/html/html-entities.ts";
import { htmlTokens } from "../../../core/html/html-tokens.ts";

/** Elements whose content is not part of the text. All of them must have an end tag. */
const hidden = new Set(["style", "script", "title", "template"]);
/** Elements that begin and end on a line of their own. */
const blocks = new Set(
  "address article aside blockquote div dl dt dd fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table tbody tr ul".split(
    " ",
  ),
);

/** Returns the text of an HTML message: a line for each block, and the addresses of links after their texts. */
export function htmlText(html: string): string {
  // Other people write the HTML. Each line is read once, because a message can be one line of many megabytes.
  const lines: string[] = [];
  let line = "";
  let hasText = false;
  let skipped: string | undefined;
  let link: { href: string; shown: string } | undefined;
  const add = (text: string) => {
    line += text;
    hasText ||= text.trim() !== "";
    if (link) link.shown += text;
  };
  const endLine = () => {
    lines.push(line);
    line = "";
    hasText = false;
    if (link) link.shown = "";
  };
  const newLine = (start = "") => {
    if (hasText) endLine();
    add(start);
  };
  for (const token of htmlTokens(html)) {
    if (skipped !== undefined) {
      if (token.kind === "close" && token.name === skipped) skipped = undefined;
      continue;
    }
    if (token.kind === "text") {
      add(decodeEntities(token.text.replace(/\s+/g, " ")));
      continue;
    }
    const { kind, name } = token;
    if (kind === "open" && hidden.has(name)) skipped = name;
    else if (name === "br" && kind === "open") endLine();
    else if (name === "li" && kind === "open") newLine("- ");
    else if ((name === "td" || name === "th") && kind === "close") add(" ");
    else if (name === "img" && kind === "open") add(token.attributes.get("alt") ?? "");
    else if (name === "a" && kind === "open") link = { href: token.attributes.get("href") ?? "", shown: "" };
    else if (name === "a" && link) {
      const { href, shown } = link;
      link = undefined;
      if (/^https?:/i.test(href) && shown.trim() !== href) add(` (${href})`);
    } else if (blocks.has(name)) {
      newLine();
      // A paragraph ends with an empty line.
      if (kind === "close" && name === "p") endLine();
    }
  }
  return joined([...lines, line]);
}

/** Joins lines, with at most one empty line between two others. */
const joined = (lines: readonly string[]): string =>
  lines
    .map((line) => line.replace(/[ \t\u00a0]+/g, " ").trim())
    .filter((line, index, all) => line !== "" || (index > 0 && all[index - 1] !== ""))
    .join("\n")
    .trim();
