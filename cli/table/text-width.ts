import { lazy } from "../../src/core/ground/lazy.ts";

// The columns of a table fit only if the width of each text is known as a terminal shows it.

// Only texts that are not ASCII need these. Node reads its tables of Unicode when they are made.
const segments = lazy(() => new Intl.Segmenter(undefined, { granularity: "grapheme" }));
const wide = lazy(
  () =>
    new RegExp(
      String.raw`^(?:\p{RGI_Emoji}|\p{Emoji_Presentation}|(?![\uff61-\uffdc])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\u3041-\u33ff\uff01-\uff60\uffe0-\uffe6])`,
      "v",
    ),
);
const nothing = lazy(() => new RegExp(String.raw`^[\p{M}\u200c\u200d]+$`, "u"));
/** What `styleText` adds, which needs no column. */
const styleCode = lazy(() => new RegExp(String.raw`\u001b\[[\d;]*m`, "g"));
const ascii = /^[\x20-\x7e]*$/;

const widthOfOne = (segment: string): number =>
  ascii.test(segment) ? 1 : nothing().test(segment) ? 0 : wide().test(segment) ? 2 : 1;

/** Returns how many columns of a terminal a line needs. */
export function widthOf(text: string): number {
  if (ascii.test(text)) return text.length;
  if (text.includes("\u001b")) return widthOf(text.replaceAll(styleCode(), ""));
  let width = 0;
  for (const { segment } of segments().segment(text)) width += widthOfOne(segment);
  return width;
}

/** Cuts a line to a width. The last column then shows that something is missing. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = "";
  let used = 0;
  for (const { segment } of segments().segment(text)) {
    used += widthOfOne(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

export const padTo = (text: string, width: number, right = false): string => {
  const space = " ".repeat(Math.max(0, width - widthOf(text)));
  return right ? space + text : text + space;
};

/**
 * Breaks a text into lines at spaces. Keeps the line breaks of the text. A longer word, such as a link, stays whole, so that it can be
 * copied.
 */
export function wrapTo(text: string, width: number): string[] {
  return text.split("\n").flatMap((paragraph) => {
    const lines: string[] = [];
    let line = "";
    for (const word of paragraph.split(" ")) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (widthOf(longer) <= width) {
        line = longer;
        continue;
      }
      if (line !== "") lines.push(line);
      line = word;
    }
    return [...lines, line];
  });
}

/** In a terminal, breaks a line at spaces, and keeps its indent. Elsewhere, a line stays as it is. */
export function hang(
  line: string,
  { isTTY, columns }: Pick<NodeJS.WriteStream, "isTTY" | "columns">,
): string {
  if (!isTTY) return line;
  const indent = /^ */.exec(line)![0];
  const [first, ...others] = wrapTo(
    line.slice(indent.length),
    Math.max(20, (columns || 80) - indent.length - 2),
  );
  return [`${indent}${first!}`, ...others.map((one) => `${indent}  ${one}`)].join("\n");
}
