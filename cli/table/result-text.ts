import { approvalReason } from "../../src/core/approval/approval-reason.ts";
import type { Meta, Result } from "../../src/core/contract/result.ts";
import { countOf } from "../../src/core/display/grid.ts";
import { escapeInvisible } from "../../src/core/ground/control-characters.ts";
import { at, type Dict, isDict } from "../../src/core/ground/json.ts";
import type { FoundAction } from "../call/find-action.ts";
import { type CellOptions, cellText, isTime, timeZone } from "./cell-text.ts";
import { commandText } from "./command-text.ts";
import { gridLines } from "./grid-lines.ts";
import { previewLines } from "./preview-lines.ts";
import { columnsText, recordLines, tableOf } from "./record-lines.ts";
import { shownData } from "./shown-data.ts";
import { type Styles, styles } from "./style.ts";
import { wrapTo } from "./text-width.ts";

export interface ShownCall {
  /** The connector, as the person has written it. */
  name: string;
  /** The name of the platform. */
  title: string;
  found: FoundAction;
  params: Dict;
  /** The options that choose the account, which a command that follows needs too. Undefined if no command can follow. */
  account: readonly string[] | undefined;
}

/** Writes a result for a person, as wide as the terminal: a list as a table, a record as lines, and notes below. */
export function resultText(
  pages: readonly Result[],
  call: ShownCall,
  output: Pick<NodeJS.WriteStream, "isTTY" | "columns"> = process.stdout,
): string {
  const style = styles(output);
  const width = Math.max(40, output.columns || 80);
  const { meta } = pages.at(-1)!;
  const { lines, hidden, rows } = dataLines(pages, call, { width, isTTY: output.isTTY }, style);
  const notes = [
    ...(rows === undefined ? [] : [rowsNote(rows, meta)]),
    ...hidden.map((what) => `Not shown: ${what}. To choose fields, add --fields; --json shows all.`),
    ...(hasTimes(pages) ? [`Times are in ${timeZone()}.`] : []),
    ...notesOf(meta),
  ];
  const warnings = pages
    .flatMap((page) => page.meta.warnings ?? [])
    .map((text) => `Warning: ${escapeInvisible(text)}`);
  return [
    ...lines,
    ...warnings.flatMap((text) => wrapTo(text, width).map(style.warn)),
    ...notes.flatMap((text) => wrapTo(text, width).map(style.faint)),
    ...callsAfter(meta, call).map(style.faint),
    "",
  ].join("\n");
}

interface DataText {
  lines: readonly string[];
  hidden: readonly string[];
  /** The number of rows, if the data is a list. */
  rows?: number;
}

function dataLines(
  pages: readonly Result[],
  call: ShownCall,
  { width, isTTY }: { width: number; isTTY: boolean },
  style: Styles,
): DataText {
  const { meta } = pages[0]!;
  const options: CellOptions = typeof meta.currency === "string" ? { currency: meta.currency } : {};
  if (meta.dry_run)
    return { lines: dryRunLines(pages[0]!, call, style, isTTY ? width : undefined), hidden: [] };
  const data = shownData(pages);
  const grid = tableOf(data);
  if (grid) {
    const { lines, hidden } = gridLines(grid, width, options, style);
    return { lines, hidden: hidden.length > 0 ? [columnsText(hidden)] : [], rows: grid.total };
  }
  if (Array.isArray(data))
    return { lines: data.map((one) => cellText("", one, options)), hidden: [], rows: data.length };
  if (!isDict(data)) return { lines: [cellText("", data, options)], hidden: [] };
  if (Object.keys(data).length === 0) return { lines: [style.good("Done.")], hidden: [] };
  return recordLines(data, width, options, style);
}

function dryRunLines(
  result: Result,
  { title, found, params }: ShownCall,
  style: Styles,
  columns: number | undefined,
): string[] {
  const { entity, action, effect, description } = found;
  const reason = approvalReason({ title, description, result }, { entity, action, effect, params });
  const refused = at(result.data, "refused.message");
  return [
    ...previewLines(reason, style, columns),
    ...(typeof refused === "string" ? [style.bad(`Not allowed: ${escapeInvisible(refused)}`)] : []),
    style.good("This is a dry run: nothing was sent."),
  ];
}

const rowsNote = (rows: number, { next_cursor }: Meta): string =>
  next_cursor === undefined
    ? `${countOf(rows, "row")}.`
    : `${countOf(rows, "row")}, and there are more. For all of them, add --all; for the next page, cursor=${next_cursor}`;

const notesOf = ({ already, recovered, repeated, normalized = [] }: Meta): string[] => [
  ...(already === undefined ? [] : [`Nothing was changed: ${already.replaceAll("_", " ")}.`]),
  ...(recovered === undefined
    ? []
    : [`It was done, although the first response was the error ${recovered}.`]),
  ...(repeated === undefined ? [] : [`It was sent again after the error ${repeated}.`]),
  ...normalized.map((text) => `Corrected: ${escapeInvisible(text)}`),
];

/** The commands that can follow. Each is on one line, so that a person can copy it. */
const callsAfter = ({ undo, reread }: Meta, { name, account }: ShownCall): string[] => [
  ...(undo && account ? [`To undo this: ${commandText(name, undo, account)}`] : []),
  ...(reread && account ? [`To read this again: ${commandText(name, reread, account)}`] : []),
];

const hasTimes = (pages: readonly Result[]): boolean =>
  !pages[0]!.meta.dry_run && containsTime(shownData(pages));

const containsTime = (value: unknown): boolean =>
  isTime(value) || (typeof value === "object" && value !== null && Object.values(value).some(containsTime));
