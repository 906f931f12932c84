/** All pieces of text in one link have the same `Link` object. */
export interface Link {
  href: string;
}

/** A piece of text with one style and at most one link. */
export interface Run {
  text: string;
  bold: boolean;
  italic: boolean;
  strike: boolean;
  code: boolean;
  link: Link | undefined;
}

/** Writes runs as Markdown. Joins several spaces into one, and removes the spaces around each line. */
export function runsToMarkdown(runs: readonly Run[]): string {
  const parts: string[] = [];
  for (let start = 0, end; start < runs.length; start = end) {
    const { link } = runs[start]!;
    end = start + 1;
    while (end < runs.length && runs[end]!.link === link) end++;
    const text = styledRuns(runs.slice(start, end));
    parts.push(link === undefined ? text : linkText(text, link.href));
  }
  return parts
    .join("")
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .trim();
}

/** Joins adjacent runs with the same style, and adds the marks of the styles. */
function styledRuns(runs: readonly Run[]): string {
  const joined: { style: Run; texts: string[] }[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last && sameStyle(last.style, run)) last.texts.push(run.text);
    else joined.push({ style: run, texts: [run.text] });
  }
  return joined.map(({ style, texts }) => styled(texts.join(""), style)).join("");
}

const sameStyle = (one: Run, other: Run): boolean =>
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.strike === other.strike &&
  one.code === other.code;

/** Adds marks such as `**`, but not around white space at the ends, because Markdown ignores such marks. */
function styled(text: string, { bold, italic, strike, code }: Run): string {
  const inner = text.trim();
  if (inner === "" || !(bold || italic || strike || code)) return text;
  const start = text.slice(0, text.length - text.trimStart().length);
  const end = text.slice(text.trimEnd().length);
  // Each line gets its own marks, because some Markdown readers end the marks at a line break.
  const lines = inner.split("\n").map((line) => {
    const words = line.trim();
    if (words === "") return "";
    let marked = code ? inlineCode(words) : words;
    if (italic) marked = `_${marked}_`;
    if (bold) marked = `**${marked}**`;
    return strike ? `~~${marked}~~` : marked;
  });
  return start + lines.join("\n") + end;
}

/** Encloses inline code in one backtick more than the longest row of backticks in the code. */
function inlineCode(text: string): string {
  const fence = "`".repeat(longestBacktickRow(text) + 1);
  return fence.length === 1 ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}

/** Encloses code in a fence that is longer than any row of backticks in the code. */
export function codeBlock(text: string): string {
  const fence = "`".repeat(Math.max(3, longestBacktickRow(text) + 1));
  return `${fence}\n${text}\n${fence}`;
}

const longestBacktickRow = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((most, row) => Math.max(most, row.length), 0);

/** Writes a link. Moves white space at the ends of its text out of the link. */
function linkText(text: string, href: string): string {
  const inner = text.trim();
  if (inner === "") return text;
  const start = text.slice(0, text.length - text.trimStart().length);
  const end = text.slice(text.trimEnd().length);
  const target = /[\s()<>]/.test(href) ? `<${href.replace(/[\s<>]/g, encodeURIComponent)}>` : href;
  return (
    start + (inner === href || href === "" ? inner : `[${inner.replaceAll("\n", " ")}](${target})`) + end
  );
}
