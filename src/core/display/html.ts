import { escapeHtml } from "../ground/escape-html.ts";
import { cut, type Dict, isDict } from "../ground/json.ts";
import { countOf, fieldsOf, type Grid, gridOf, inline } from "./grid.ts";
import type { Shown } from "./shown.ts";

// The HTML has no colors and no classes, because each notebook has its own styles for light and dark pages. Every text
// goes through `escapeHtml`, so a text from a platform never becomes markup.

const mostColumns = 25;
/** The maximum number of cells in all tables of one output. */
const mostCells = 4000;
const deepest = 6;
/** The maximum length of a name, and of a record that is shown on one line. */
const longestLine = 120;
/** The maximum length of the list of columns that are left out. */
const longestHidden = 2000;

/** The place of a value in the output. All values of an output share its `budget`. */
interface Place {
  budget: { cells: number };
  depth: number;
}

export function htmlOf({ title, value, notes }: Shown): string {
  const place = { budget: { cells: mostCells }, depth: 0 };
  return [
    ...named(title, value, place),
    ...notes.map(({ text, code }) => `<p>${withCode(text, code)}</p>`),
  ].join("\n");
}

/** Writes a value below its heading. The tables in a record come last, because they need the whole width. */
function named(title: string, value: unknown, place: Place): string[] {
  const heading = `<strong>${escapeHtml(title)}</strong>`;
  const grid = gridOf(value);
  if (grid) return [`<p>${heading}: ${countOf(grid.total, "row")}</p>`, table(grid, place)];
  if (Array.isArray(value) && value.length === 0) return [`<p>${heading}: no rows</p>`];
  if (!isDict(value)) return [`<p>${heading}: ${wholeText("", value)}</p>`];
  const fields = fieldsOf(value).map(([name, one]) => ({ name, one, grid: gridOf(one) }));
  const tables = fields.flatMap(({ name, grid }) => (grid ? [{ name, grid }] : []));
  const others = fields.filter(({ grid }) => !grid).map(({ name, one }) => [name, one] as const);
  return [
    `<p>${heading}</p>`,
    ...(others.length > 0 ? [record(others, place)] : []),
    ...tables.map(({ name, grid }) =>
      folded(
        `<strong>${escapeHtml(cut(name, longestLine))}</strong>: ${countOf(grid.total, "row")}`,
        table(grid, place),
        tables.length === 1,
      ),
    ),
  ];
}

const folded = (summary: string, html: string, open = false): string =>
  `<details${open ? " open" : ""}><summary>${summary}</summary>\n${html}\n</details>`;

function table({ columns, rows, total }: Grid, place: Place): string {
  const shown = columns.slice(0, mostColumns);
  const hidden = columns.slice(mostColumns);
  const some = rows.slice(0, Math.ceil(place.budget.cells / shown.length));
  place.budget.cells -= some.length * shown.length;
  const body = some.map(
    (row) => `<tr>${shown.map((name, index) => cell(name, row[index], place)).join("")}</tr>`,
  );
  const more = [
    ...(total > some.length ? [`${countOf(total - some.length, "more row")} in the result`] : []),
    ...(hidden.length > 0
      ? [`${countOf(hidden.length, "more column")}: ${escapeHtml(cut(hidden.join(", "), longestHidden))}`]
      : []),
  ];
  return [
    `<div style="overflow:auto;max-height:32em;margin-bottom:0.5em"><table><thead><tr>${shown.map(head).join("")}</tr></thead><tbody>`,
    ...body,
    "</tbody></table></div>",
    ...more.map((text) => `<p>${text}</p>`),
  ].join("\n");
}

/** Writes a record as a table with one row per field. */
function record(fields: readonly (readonly [name: string, value: unknown])[], place: Place): string {
  const some = fields.slice(0, Math.max(0, place.budget.cells));
  place.budget.cells -= some.length;
  const rows = some.map(([name, value]) => `<tr>${head(name)}${cell(name, value, place, "left")}</tr>`);
  const left = fields.length - some.length;
  const more = left > 0 ? `\n<p>${countOf(left, "more field")} in the result</p>` : "";
  return `<div style="overflow:auto;max-height:32em;margin-bottom:0.5em"><table><tbody>\n${rows.join("\n")}\n</tbody></table></div>${more}`;
}

const head = (name: string): string =>
  `<th style="text-align:left;vertical-align:top">${escapeHtml(cut(name, longestLine))}</th>`;

function cell(
  name: string,
  value: unknown,
  place: Place,
  align = typeof value === "number" ? "right" : "left",
): string {
  const wrap = typeof value === "string" && value.length <= 24 ? ";white-space:nowrap" : "";
  return `<td style="text-align:${align};vertical-align:top${wrap}">${content(name, value, place)}</td>`;
}

function content(name: string, value: unknown, { budget, depth }: Place): string {
  const inner = { budget, depth: depth + 1 };
  const tooDeep = depth >= deepest || budget.cells <= 0;
  const grid = gridOf(value);
  if (grid && !tooDeep) return folded(countOf(grid.total, "row"), table(grid, inner));
  if (!isDict(value)) return grid ? escapeHtml(cut(inline(value), longestLine)) : wholeText(name, value);
  if (isShort(value)) return pairs(value);
  if (tooDeep) return escapeHtml(cut(inline(value), longestLine));
  const fields = fieldsOf(value);
  return folded(countOf(fields.length, "field"), record(fields, inner));
}

const isShort = (value: Dict): boolean =>
  !Object.values(value).some((one) => typeof one === "object" && one !== null) &&
  inline(value).length <= longestLine;

const pairs = (value: Dict): string =>
  Object.entries(value)
    .map(([name, one]) => `${escapeHtml(name)}: ${wholeText(name, one)}`)
    .join(", ");

/** A text with more characters is folded: only its beginning is shown until a person opens the text. */
const unfolded = 160;
const longestText = 10_000;
const mostItems = 20;

const wrapped = `style="white-space:pre-wrap;overflow-wrap:anywhere;max-width:40em"`;

/** Writes a sentence as HTML, followed by `code`. */
const withCode = (text: string, code: string | undefined): string =>
  code === undefined ? escapeHtml(text) : `${escapeHtml(text)} <code>${escapeHtml(code)}</code>`;

/** Writes the value of a field as HTML: links can be followed, ids look like code, and long texts are folded. */
function wholeText(name: string, value: unknown): string {
  if (Array.isArray(value) && value.length <= mostItems && value.every((one) => typeof one === "string"))
    return value.map((one) => wholeText(name, one)).join(", ");
  const text = inline(value);
  const link = typeof value === "string" ? addressOf(value) : undefined;
  if (link !== undefined)
    return `<a href="${escapeHtml(link)}" target="_blank" rel="noopener noreferrer">${escapeHtml(text)}</a>`;
  if (isId(name, value)) return `<code>${escapeHtml(text)}</code>`;
  if (text.length > unfolded) return foldedText(text);
  return text.includes("\n") ? `<div ${wrapped}>${escapeHtml(text)}</div>` : escapeHtml(text);
}

function foldedText(text: string): string {
  const beginning = escapeHtml(cut(text, unfolded).replaceAll(/\s+/g, " "));
  const rest = text.length > longestText ? `<p>${text.length - longestText} more characters</p>` : "";
  return `<details><summary>${beginning}</summary><div ${wrapped}>${escapeHtml(cut(text, longestText))}</div>${rest}</details>`;
}

/** Returns the address if the whole text is a link that a browser can open without risk. */
function addressOf(text: string): string | undefined {
  if (!/^(https?:\/\/|mailto:)[!-~]{1,2000}$/.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).href;
}

/** Returns whether a value looks like an id, by the name of its field (`orderId`) or by its text (`ORD7A1QW2ER3`). */
const isId = (name: string, value: unknown): boolean =>
  typeof value === "string" &&
  /^[\w.:-]{1,100}$/.test(value) &&
  (/(^|_)ids?$|[a-z]Ids?$|(^|_)ts$/.test(name) || /^(?=.*\d)[A-Z\d]{8,}$|^\d{10}\.\d{6}$/.test(value));
