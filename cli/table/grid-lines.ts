import type { Grid } from "../../src/core/display/grid.ts";
import { type CellOptions, cellText } from "./cell-text.ts";
import type { Styles } from "./style.ts";
import { cutTo, padTo, widthOf } from "./text-width.ts";

const gap = 2;
/** A column with long texts becomes at most so narrow, before other columns are left out. */
const narrowText = 16;
const widestText = 60;

interface Column {
  name: string;
  cells: readonly string[];
  /** The width of each cell. */
  cellWidths: readonly number[];
  isNumber: boolean;
  /** Whether it is false in every row, so that every other column says more. */
  isNo: boolean;
  /** The width of the longest cell. */
  wanted: number;
  /** The width below which the column makes no sense. */
  least: number;
}

export interface GridText {
  lines: string[];
  /** The names of the columns for which there is no room. */
  hidden: readonly string[];
}

/** Writes a table that fits into a width. Texts are cut, and the last columns are left out. */
export function gridLines(
  grid: Grid,
  width: number,
  options: CellOptions,
  { strong, faint }: Styles,
): GridText {
  const all = columnsOf(grid, options);
  const shown = fitting(all, width);
  const widths = widthsOf(shown, width);
  const write = (texts: readonly string[]) =>
    texts
      .map((text, index) => padTo(cutTo(text, widths[index]!), widths[index]!, shown[index]!.isNumber))
      .join(" ".repeat(gap))
      .trimEnd();
  const rows = grid.rows.map((_row, index) => write(shown.map(({ cells }) => cells[index]!)));
  const rule = widths.map((one) => "─".repeat(one)).join(" ".repeat(gap));
  return {
    lines: [strong(write(shown.map(({ name }) => name))), faint(rule), ...rows],
    hidden: all.slice(shown.length).map(({ name }) => name),
  };
}

/** A column without a value in any row says nothing. One that is false in every row says little, and comes last. */
function columnsOf({ columns, rows }: Grid, options: CellOptions): Column[] {
  const all = columns.flatMap((name, index): Column[] => {
    const values = rows.map((row) => row[index]);
    const cells = values.map((value) => cellText(name, value, options).replaceAll(/\s+/g, " ").trim());
    if (cells.every((cell) => cell === "") && columns.length > 1) return [];
    const isNumber = values.every(
      (value) => typeof value === "number" || value === undefined || value === null,
    );
    const cellWidths = cells.map(widthOf);
    const wanted = Math.min(widestText, Math.max(widthOf(name), ...cellWidths));
    // Ids and numbers have no spaces. A part of them is useless.
    const isText = !isNumber && cells.some((cell) => cell.includes(" "));
    const least = isText ? Math.min(wanted, Math.max(narrowText, widthOf(name))) : wanted;
    const isNo = rows.length > 1 && values.every((value) => value === false);
    return [{ name, cells, cellWidths, isNumber, isNo, wanted, least }];
  });
  return [...all.filter(({ isNo }) => !isNo), ...all.filter(({ isNo }) => isNo)];
}

/**
 * Returns the first columns for which there is room, and at least one. Columns that say little come only if no text must be cut for them.
 */
function fitting(columns: readonly Column[], width: number): readonly Column[] {
  let used = -gap;
  let wantedSoFar = -gap;
  const first = columns.findIndex(({ least, wanted, isNo }) => {
    used += least + gap;
    wantedSoFar += wanted + gap;
    return (isNo ? wantedSoFar : used) > width;
  });
  return first < 0 ? columns : columns.slice(0, Math.max(1, first));
}

/** Gives the room that is left to the columns in which most cells are cut. */
function widthsOf(columns: readonly Column[], width: number): number[] {
  const widths = columns.map(({ least }) => Math.min(least, width));
  let left = width - widths.reduce((sum, one) => sum + one + gap, -gap);
  const cutIn = ({ cellWidths, wanted }: Column, index: number) =>
    widths[index]! < wanted ? 1 + cellWidths.filter((one) => one > widths[index]!).length : 0;
  while (left > 0) {
    const cuts = columns.map(cutIn);
    const most = Math.max(...cuts);
    if (most === 0) break;
    widths[cuts.indexOf(most)]!++;
    left--;
  }
  return widths;
}
