import { html, raw } from "hono/html";
import type { Html } from "./page.ts";

/** Returns a table, or a sentence if it has no rows. */
export const tableOr = (
  none: string,
  label: string,
  columns: readonly string[],
  rows: readonly (readonly Html[])[],
): Html => (rows.length > 0 ? table(label, columns, rows) : html`<p>${none}</p>`);

/**
 * Returns a table. In a narrow window, each row becomes a block, and each cell names its column. Table elements that
 * are shown as blocks lose their ARIA roles, so the roles are explicit.
 */
export const table = (label: string, columns: readonly string[], rows: readonly (readonly Html[])[]): Html =>
  // The element with the scroll bar must be reachable with the keyboard.
  html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
    <table role="table">
      <thead role="rowgroup">
        <tr role="row">
          ${columns.map((column) => html`<th scope="col" role="columnheader">${column}</th>`)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map(
          (cells) =>
            html`<tr role="row">
              ${cells.map((cell, index) => cellOf(cell, columns[index]!))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;

const cellOf = (cell: Html, column: string): Html =>
  html`<td role="cell" data-column="${column}"><div>${cell}</div></td>`;

/** Shows a text of other people in a cell of a table. If the table has too little room, the text breaks within words. */
export const long = (content: Html | string): Html => html`<div class="long">${content}</div>`;

/** Shows a time in UTC. */
export const time = (iso: string | null): Html =>
  iso === null ? html`never` : html`<time datetime="${iso}">${iso.slice(0, 16).replace("T", " ")} UTC</time>`;

export interface Field {
  name: string;
  /** Default: the name. Two fields of a page must not have the same id. */
  id?: string;
  label: string;
  value?: string | undefined;
  type?: "text" | "password" | "date" | "url";
  required?: boolean;
  max?: number;
}

export function field({
  name,
  id = name,
  label,
  value,
  type = "text",
  required = false,
  max = 250,
}: Field): Html {
  const more = raw(`${required ? " required" : ""}${type === "date" ? "" : ` maxlength="${max}"`}`);
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="off"
      spellcheck="false"
      ${more}
    />
  </div>`;
}

/** Returns a field for a text with several lines. Browsers ignore the first line break in it. */
export const area = ({
  name,
  label,
  value,
  rows,
  max = 20_000,
}: Pick<Field, "name" | "label" | "value" | "max"> & { rows: number }): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <textarea id="${name}" name="${name}" rows="${rows}" maxlength="${max}" spellcheck="false">
${value}</textarea>
  </div>`;

export interface Option {
  value: string;
  text: string;
}

export const choice = (name: string, label: string, options: readonly Option[], chosen?: string): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map(({ value, text }) =>
        value === chosen
          ? html`<option value="${value}" selected>${text}</option>`
          : html`<option value="${value}">${text}</option>`,
      )}
    </select>
  </div>`;

/** The filters of a list, as the texts of its form. */
export type Filters = Readonly<Record<string, string | undefined>>;

/** Returns the address of a list with its filters. */
export function listAddress(path: string, filters: Filters): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value) params.set(name, value);
  return params.size === 0 ? path : `${path}?${params.toString()}`;
}

/** Returns the form with the filters of a list. */
export const filterForm = (path: string, fields: readonly Html[]): Html =>
  html`<form action="${path}" role="search">
    <div class="fields">
      ${fields}
      <div><button class="plain">Show</button></div>
    </div>
  </form>`;

/** Returns a link to the next page of a list, if there is one. */
export const nextLink = (
  path: string,
  filters: Filters,
  cursor: string | null,
  text: string,
): Html | undefined =>
  cursor === null
    ? undefined
    : html`<p><a href="${listAddress(path, { ...filters, cursor })}">${text}</a></p>`;

/** Returns a hidden field, or nothing if there is no value. */
export const hidden = (name: string, value: string | undefined): Html | undefined =>
  value === undefined ? undefined : html`<input type="hidden" name="${name}" value="${value}" />`;

/** Returns names and values as a list. Values that are undefined are left out. */
export const facts = (pairs: readonly (readonly [string, Html | string | undefined])[]): Html =>
  html`<dl>
    ${pairs.map(([name, value]) =>
      value === undefined
        ? undefined
        : html`<dt>${name}</dt>
            <dd>${value}</dd>`,
    )}
  </dl>`;
