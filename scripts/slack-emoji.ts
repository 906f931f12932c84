import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Writes the table of emoji of the Slack connector, from the file `emoji.json` of the npm package `emoji-datasource`:
// node scripts/slack-emoji.ts path/to/emoji.json

interface Emoji {
  /** Hexadecimal digits, such as `1F1E9-1F1EA`. */
  unified: string;
  short_name: string;
}

const [, , from] = process.argv;
const to = fileURLToPath(new URL("../src/connectors/slack/names/emoji-table.ts", import.meta.url));
const lineLength = 200;

/** Returns the code points without variation selectors, which many programs leave out. */
const pointsOf = ({ unified }: Emoji): number[] =>
  unified
    .split("-")
    .filter((point) => point !== "FE0F")
    .map((point) => parseInt(point, 16));

/** The connector itself computes the names of most flags, such as `flag-de`. */
function isRegularFlag(one: Emoji): boolean {
  const letters = pointsOf(one).map((point) => point - 0x1f1e6);
  if (letters.some((letter) => letter < 0 || letter > 25)) return false;
  const code = letters.map((letter) => String.fromCharCode(97 + letter)).join("");
  return [code, `flag-${code}`].includes(one.short_name);
}

const all = (JSON.parse(readFileSync(from!, "utf8")) as Emoji[]).filter((one) => !isRegularFlag(one));
const inOrder = all
  .map((one) => ({ points: pointsOf(one), name: one.short_name }))
  .toSorted((a, b) => a.points.length - b.points.length || a.points[0]! - b.points[0]!);
const words: string[] = [];
let next: number | undefined;
for (const { points, name } of inOrder) {
  const [first] = points;
  const single = points.length === 1;
  if (!single || first !== next) words.push(String.fromCodePoint(...points));
  words.push(name);
  next = single ? first! + 1 : undefined;
}
const lines = [""];
for (const word of words) {
  if (lines.at(-1)!.length + word.length > lineLength) lines.push("");
  lines.push(`${lines.pop()!} ${word}`.trim());
}
writeFileSync(
  to,
  `/*! The names are from emoji-datasource, https://github.com/iamcal/emoji-data, MIT, Copyright (c) 2013 Cal Henderson. */

/**
 * The emoji of Unicode with Slack's names, without the flags of countries. Each emoji is followed by its name. Each
 * further name belongs to the next code point. Variation selectors are left out. scripts/slack-emoji.ts writes this
 * file.
 */
export const emojiTable = \`
${lines.join("\n")}
\`;
`,
);
