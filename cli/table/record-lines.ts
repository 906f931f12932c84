import { fieldsOf, gridOf } from "../../src/core/display/grid.ts";
import { type Dict, isDict } from "../../src/core/ground/json.ts";
import { flattened } from "../../src/core/tool/output/table.ts";
import { type CellOptions, cellText } from "./cell-text.ts";
import { gridLines } from "./grid-lines.ts";
import type { Styles } from "./style.ts";
import { cutTo, padTo, widthOf, wrapTo } from "./text-width.ts";

const widestName = 36;
/** The most lines of one value. */
const mostLines = 40;

export interface RecordText {
  lines: string[];
  /** What is not shown, as `columns of rows: a, b`. */
  hidden: readonly string[];
}

/** Writes a record: a line for each field, and the tables in it below. */
export function recordLines(record: Dict, width: number, options: CellOptions, styles: Styles): RecordText {
  const fields = fieldsIn(record, "");
  const tables = fields.flatMap(({ name, value }) => {
    const grid = tableOf(value);
    return grid ? [{ name, grid }] : [];
  });
  const others = fields.filter(({ value }) => !tableOf(value));
  const column = Math.min(widestName, Math.max(0, ...others.map(({ name }) => widthOf(name))));
  const room = Math.max(20, width - column - 2);
  const hidden: string[] = [];
  const lines = others.flatMap(({ name, value }) => {
    const text = cellText(name, value, options);
    const wrapped = wrapTo(text, room);
    if (wrapped.length > mostLines) hidden.push(`${wrapped.length - mostLines} lines of ${name}`);
    return wrapped
      .slice(0, mostLines)
      .map((line, index) =>
        `${styles.strong(padTo(index === 0 ? cutTo(name, column) : "", column))}  ${line}`.trimEnd(),
      );
  });
  const below = tables.flatMap(({ name, grid }) => {
    const text = gridLines(grid, width, options, styles);
    if (text.hidden.length > 0) hidden.push(`${columnsText(text.hidden)} of ${name}`);
    return ["", styles.strong(`${name} (${grid.total})`), ...text.lines];
  });
  return { lines: [...lines, ...below], hidden };
}

export const columnsText = (names: readonly string[]): string =>
  `the column${names.length === 1 ? "" : "s"} ${names.join(", ")}`;

/** A list of records becomes a table. */
export const tableOf = (value: unknown) =>
  gridOf(Array.isArray(value) && value.every(isDict) ? flattened(value) : value, Infinity);

/** Returns the fields of a record. The fields of a record in it have dotted names. */
function fieldsIn(record: Dict, before: string): { name: string; value: unknown }[] {
  return fieldsOf(record).flatMap(([field, value]) => {
    const name = `${before}${field}`;
    const isMoney = isDict(value) && Object.hasOwn(value, "amount") && Object.keys(value).length === 2;
    return isDict(value) &&
      !gridOf(value) &&
      !isMoney &&
      Object.keys(value).length > 0 &&
      before.split(".").length < 4
      ? fieldsIn(value, `${name}.`)
      : [{ name, value }];
  });
}
