import { escapeInvisible } from "../ground/control-characters.ts";
import { cut, isDict } from "../ground/json.ts";
import { countOf, fieldsOf, type Grid, gridOf, inline } from "./grid.ts";
import type { Shown } from "./shown.ts";

/** The maximum width of a table, in characters. */
const widest = 120;
const widestCell = 40;
const longestNote = 1000;
const mostLines = 200;

/** Writes a short text for `console.log` and for notebooks without HTML. */
export function textOf({ title, value, notes }: Shown): string {
  const lines = named(title, value);
  const left = lines.length - mostLines;
  return [
    ...lines.slice(0, mostLines),
    ...(left > 0 ? [`(${countOf(left, "more line")} about the result)`] : []),
    ...notes.map(({ text, code }) => line(code === undefined ? text : `${text} ${code}`, longestNote)),
  ].join("\n");
}

function named(name: string, value: unknown): string[] {
  const grid = gridOf(value);
  if (grid) return [`${line(name)}: ${countOf(grid.total, "row")}`, ...tableLines(grid)];
  if (!isDict(value)) {
    const empty = Array.isArray(value) && value.length === 0;
    return [`${line(name)}: ${empty ? "no rows" : line(value)}`];
  }
  return [
    line(name),
    ...fieldsOf(value).flatMap(([field, one]) =>
      (gridOf(one) ? named(field, one) : [`${line(field)}: ${line(one)}`]).map((text) => `  ${text}`),
    ),
  ];
}

function tableLines({ columns, rows, total }: Grid): string[] {
  const cells = rows.map((row) => row.map((value) => line(value, widestCell)));
  const widths = columns.map((name, index) =>
    Math.max(line(name, widestCell).length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  let used = 0;
  const fitting = widths.findIndex((width) => (used += width + 2) > widest);
  const shown = fitting < 0 ? columns.length : Math.max(1, fitting);
  const write = (row: readonly string[]) =>
    widths
      .slice(0, shown)
      .map((width, index) => (row[index] ?? "").padEnd(width))
      .join("  ")
      .trimEnd();
  const hidden = columns.slice(shown);
  return [
    write(columns.map((name) => line(name, widestCell))),
    ...cells.map(write),
    ...(total > rows.length ? [`(${countOf(total - rows.length, "more row")} in the result)`] : []),
    ...(hidden.length > 0 ? [line(`(${countOf(hidden.length, "more column")}: ${hidden.join(", ")})`)] : []),
  ];
}

/** Returns a value on one line, with at most `max` characters. */
const line = (value: unknown, max = 100): string =>
  escapeInvisible(cut(inline(value), max).replaceAll(/\s+/g, " "));
