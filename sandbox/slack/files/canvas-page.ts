import type { Section } from "../types.ts";

/**
 * Returns the HTML that Slack serves for a canvas. Slack does not document this HTML:
 * - The element of a section has the section's id, except for `<hr>`.
 * - Each list is in a `div`. The attribute `data-section-style` is the kind of the list.
 * - An inner `<ul>` comes after the `</li>` of its parent item, and not inside that `<li>`.
 * - Each cell of a table contains a paragraph.
 */
export function canvasPage(sections: readonly Section[]): string {
  const parts: string[] = [];
  for (let at = 0; at < sections.length;) {
    const { item, cell } = sections[at]!;
    let end = at + 1;
    if (item) while (sections[end]?.item?.list === item.list) end++;
    if (cell) while (sections[end]?.cell?.table === cell.table) end++;
    const group = sections.slice(at, end);
    parts.push(item ? listHtml(group) : cell ? tableHtml(group) : blockHtml(group[0]!));
    at = end;
  }
  return `<div class="quip-canvas-content">${parts.join("")}</div>`;
}

function blockHtml({ id, markdown }: Section): string {
  const [, signs, heading] = /^(#{1,6})\s+(.*)$/.exec(markdown) ?? [];
  if (signs) return `<h${signs.length} id="${id}">${inlineHtml(heading ?? "")}</h${signs.length}>`;
  if (/^(-{3,}|\*{3,})\s*$/.test(markdown)) return `<hr style='width:100%'>`;
  if (markdown.startsWith("```")) {
    const code = markdown.replace(/^```.*\n?/, "").replace(/\n?```$/, "");
    return `<pre id="${id}" class='prettyprint'>${escaped(code).replaceAll("\n", "<br>")}</pre>`;
  }
  const lines = markdown.split("\n");
  if (markdown.startsWith(">"))
    return `<blockquote id="${id}">${lines.map((line) => inlineHtml(line.replace(/^>\s?/, ""))).join("<br>")}</blockquote>`;
  return `<p id="${id}" class="line">${lines.map(inlineHtml).join("<br>")}</p>`;
}

function listHtml(items: readonly Section[]): string {
  const [first] = items;
  let html = "";
  let depth = -1;
  for (const [index, { id, markdown, item }] of items.entries()) {
    for (; depth < item!.depth; depth++) html += depth < 0 ? `<ul id='${item!.list}'>` : "<ul>";
    for (; depth > item!.depth; depth--) html += "</ul>";
    const inner = (items[index + 1]?.item?.depth ?? 0) > depth;
    const marks = item!.checked ? "checked" : inner ? "parent" : "";
    const value = index === 0 ? " value='1'" : "";
    html += `<li id='${id}' class='${marks}' style=''${value}><span id='${id}'>${inlineHtml(markdown)}</span>\n<br/></li>`;
  }
  html += "</ul>".repeat(depth + 1);
  return `<div data-section-style='${first!.item!.kind}' class="" style="">${html}</div>`;
}

function tableHtml(cells: readonly Section[]): string {
  const rows: Section[][] = [];
  for (const cell of cells) (rows[cell.cell!.row] ??= []).push(cell);
  const cellHtml = ({ id, markdown }: Section): string =>
    `<td><p id="${id}" class="line">${inlineHtml(markdown)}</p></td>`;
  return `<table>${rows.map((row) => `<tr>${row.map(cellHtml).join("")}</tr>`).join("")}</table>`;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const control = (html: string): string => `<control data-remapped="true">${html}</control>`;

/** The patterns of inline Markdown, such as bold text. At each position of a line, the first match counts. */
const INLINE: readonly [RegExp, (...groups: string[]) => string][] = [
  [/^`([^`]+)`/, (code = "") => `<code>${escaped(code)}</code>`],
  [/^!\[\]\(([@#][A-Z0-9]+)\)/, (id) => control(`<a>${id}</a>`)],
  [
    /^\[([^\]]+)\]\(([^)\s]+)\)/,
    (text = "", url = "") => `<a href="${escaped(url)}">${inlineHtml(text)}</a>`,
  ],
  [/^\*\*(.+?)\*\*/, (text = "") => `<b>${inlineHtml(text)}</b>`],
  [/^~~(.+?)~~/, (text = "") => `<del>${inlineHtml(text)}</del>`],
  [/^\*([^*\s][^*]*)\*/, (text = "") => `<i>${inlineHtml(text)}</i>`],
  [/^_([^_\s][^_]*)_(?!\w)/, (text = "") => `<i>${inlineHtml(text)}</i>`],
  [
    /^:([a-z][a-z0-9_+-]*):/,
    (name) =>
      control(
        `<img src="https://emoji.slack-edge.com/${name}.png" alt="${name}" data-is-slack style="width: 18px">:${name}:</img>`,
      ),
  ],
];

function inlineHtml(line: string): string {
  let html = "";
  for (let at = 0; at < line.length;) {
    const rest = line.slice(at);
    const found = INLINE.map(([pattern, toHtml]) => ({ match: pattern.exec(rest), toHtml })).find(
      ({ match }) => match,
    );
    if (found?.match) {
      const [all, ...groups] = found.match;
      html += found.toHtml(...groups);
      at += all.length;
    } else {
      // A `_` inside a word such as `snake_case` does not start italic text, so a whole word is plain text.
      const plain = /^(?:\w+|[^])/.exec(rest)![0];
      html += escaped(plain);
      at += plain.length;
    }
  }
  return html;
}
