import { createBlockWriter, type ListKind } from "./block-writer.ts";
import { htmlTokens } from "../../../core/html/html-tokens.ts";
import { createParagraph } from "./paragraph.ts";

/**
 * Distinguishes a canvas from Slack's sign-in page. If a token cannot read a canvas, Slack sends the sign-in page with
 * the status and the content type of a canvas.
 * @param start at least the first 500 characters of the page
 */
export const isCanvas = (start: string): boolean =>
  /^[\s\uFEFF]{0,100}<div[^<>]{0,100}\bclass\s{0,9}=\s{0,9}["']?[^<>"']{0,100}\bquip-canvas-content\b/i.test(
    start,
  );

/**
 * Converts the HTML of a canvas to Markdown in linear time. Writes every visible text exactly once. Writes mentions in
 * Slack's syntax for canvases, such as `![](@U012AB3CD)`.
 * @param sectionIds true to start each paragraph, list item and table cell with `<!-- id -->`, the id of its section
 */
export function canvasMarkdown(html: string, sectionIds = false): string {
  const blocks = createBlockWriter();
  const paragraph = createParagraph();
  const lists: ListKind[] = [];
  let kind: ListKind = "bullets";
  let heading = "";
  let sectionId = "";
  /** The open element whose content is hidden, such as `script`. */
  let hidden: string | undefined;

  const endParagraph = () => {
    const text = paragraph.take();
    const shown = heading === "" ? text : text.replaceAll("\n", " ");
    const id =
      sectionIds && sectionId !== "" ? `<!-- ${sectionId} -->${text.startsWith("```") ? "\n" : " "}` : "";
    if (text !== "") blocks.add((blocks.inCell() ? "" : heading) + id + shown);
    heading = "";
    sectionId = "";
  };

  const openBlock = (name: string, attributes: ReadonlyMap<string, string>) => {
    kind = listKinds.get(attributes.get("data-section-style") ?? "") ?? kind;
    const classes = (attributes.get("class") ?? "").split(/\s+/);
    const id = attributes.get("id") ?? "";
    if (/^[\w.:-]{1,100}$/.test(id)) sectionId = id;
    if (name === "pre" || classes.includes("prettyprint")) paragraph.startCode();
    switch (name) {
      case "ul":
      case "ol":
        sectionId = "";
        lists.push(name === "ol" ? "numbers" : (lists.at(-1) ?? kind));
        return blocks.openList(lists.at(-1)!);
      case "li": {
        const value = attributes.get("value") ?? "";
        const number = /^\d{1,9}$/.test(value) ? Number(value) : undefined;
        return blocks.openItem({ checked: classes.includes("checked"), number });
      }
      case "hr":
        sectionId = "";
        return blocks.add("---");
      case "blockquote":
        return blocks.openQuote();
      case "table":
        return blocks.openTable();
      case "tr":
        return blocks.openRow();
      case "td":
      case "th":
        return blocks.openCell();
    }
    if (/^h[1-6]$/.test(name)) heading = `${"#".repeat(Number(name[1]))} `;
  };

  const closeBlock = (name: string) => {
    if (name === "ul" || name === "ol") {
      lists.pop();
      if (lists.length === 0) kind = "bullets";
      blocks.closeList();
    } else if (name === "blockquote") blocks.closeQuote();
    else if (name === "table") blocks.closeTable();
  };

  for (const token of htmlTokens(html)) {
    if (hidden !== undefined) {
      if (token.kind === "close" && token.name === hidden) hidden = undefined;
    } else if (token.kind === "text") paragraph.text(token.text);
    else if (blockElements.has(token.name)) {
      endParagraph();
      if (token.kind === "open") openBlock(token.name, token.attributes);
      else closeBlock(token.name);
    } else if (token.kind === "close") paragraph.close(token.name);
    else if (hiddenElements.has(token.name)) hidden = token.name;
    else paragraph.open(token.name, token.attributes);
  }
  endParagraph();
  return blocks.end();
}

/** The kinds of lists, by the value of the attribute `data-section-style`. */
const listKinds: ReadonlyMap<string, ListKind> = new Map([
  ["5", "bullets"],
  ["6", "numbers"],
  ["7", "checks"],
]);

const names = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const hiddenElements = names("script style title template");

const blockElements = names(
  "address article aside blockquote body div dd dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody td tfoot th thead tr ul",
);
