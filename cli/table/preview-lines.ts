import type { Styles } from "./style.ts";
import { wrapTo } from "./text-width.ts";

const widestWord = 24;

/**
 * Colors the text that approvals show about a call, and writes it in two columns. Each line of it begins with a fixed word.
 * @param columns the width of the terminal. Undefined if the output is no terminal: then no line is broken
 */
export function previewLines(reason: string, { faint, warn }: Styles, columns: number | undefined): string[] {
  const lines = reason.split("\n").map((line) => {
    const [, word = "", rest = ""] = /^(\w+(?: \w+)*:)(.*)$/.exec(line) ?? [];
    return { line, word, rest: rest.trimStart() };
  });
  const column = 1 + Math.min(widestWord, Math.max(0, ...lines.map(({ word }) => word.length)));
  const room = columns === undefined ? Infinity : Math.max(20, columns - column);
  return lines.flatMap(({ line, word, rest }) =>
    word === "Warning:"
      ? wrapTo(line, columns ?? Infinity).map(warn)
      : wrapTo(rest, room).map((part, index) =>
          `${index === 0 ? faint(word.padEnd(column)) : " ".repeat(column)}${part}`.trimEnd(),
        ),
  );
}
