import { html, raw } from "hono/html";
import type { Html } from "./page.ts";

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
  html`<td role="cell" data-column="${column}">${cell}</td>`;

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

export const choice = (
  name: string,
  label: string,
  options: readonly { value: string; text: string }[],
  chosen?: string,
): Html =>
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

/** Returns a link to the next page of a list, if there is one. `query`: the filters of the list. */
export function nextLink(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  cursor: string | null,
  text: string,
): Html | undefined {
  if (cursor === null) return undefined;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor }))
    if (value !== undefined) params.set(name, value);
  return html`<p><a href="${path}?${params.toString()}">${text}</a></p>`;
}
