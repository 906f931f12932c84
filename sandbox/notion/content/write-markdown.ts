import type { Dict } from "../../../src/core/ground/json.ts";
import { notImitated } from "../http/refusal.ts";
import { addressOf } from "../records/address.ts";
import type { DataSource, RichText, Thing, World } from "../world-types.ts";
import { blocksIn } from "./blocks.ts";
import { inlineMarkdown } from "./inline-markdown.ts";
import { plainText } from "./rich-text.ts";

// https://developers.notion.com/guides/data-apis/enhanced-markdown

/** Notion has no Markdown for these blocks, and names them in `unknown_block_ids`. */
const unknown: ReadonlySet<string> = new Set(["bookmark", "embed"]);

/** Returns each block of a page as Markdown. A block can have several lines. */
export function blockTexts(world: World, id: string): { id: string; text: string }[] {
  let number = 0;
  return blocksIn(world, id).map((block) => {
    number = block.kind === "block" && block.type === "numbered_list_item" ? number + 1 : 0;
    return { id: block.id, text: blockText(world, block, number) };
  });
}

export const pageText = (world: World, id: string): string =>
  blockTexts(world, id)
    .map(({ text }) => text)
    .join("\n");

export const unknownBlocks = (world: World, id: string): string[] =>
  blocksIn(world, id).flatMap((block) =>
    block.kind !== "block" ? [] : unknown.has(block.type) ? [block.id] : unknownBlocks(world, block.id),
  );

function blockText(world: World, block: Exclude<Thing, DataSource>, number: number): string {
  const address = addressOf(block);
  if (block.kind === "page") return `<page url="${address}">${plainText(block.title)}</page>`;
  if (block.kind === "database")
    return `<database url="${address}" inline="${block.is_inline}">${plainText(block.title)}</database>`;
  const { type, content } = block;
  const nested = pageText(world, block.id);
  const inside = nested === "" ? "" : `\n${nested.replaceAll(/^(?=.)/gm, "\t")}`;
  const color = content.color === undefined || content.color === "default" ? "" : ` {color="${String(content.color)}"}`; // prettier-ignore
  const text = content.rich_text ? inlineMarkdown(content.rich_text as RichText[]) : "";
  const line = (before: string) => `${before}${text}${color}${inside}`;
  if (unknown.has(type)) return `<unknown url="${address}" alt="${type}"/>`;
  switch (type) {
    case "paragraph":
      return text === "" && inside === "" ? "<empty-block/>" : line("");
    case "heading_1":
    case "heading_2":
    case "heading_3":
    case "heading_4":
      if (content.is_toggleable === true) throw notImitated("the Markdown of toggleable headings");
      return line(`${"#".repeat(Number(type.at(-1)))} `);
    case "bulleted_list_item":
      return line("- ");
    case "numbered_list_item":
      return line(`${number}. `);
    case "to_do":
      return line(content.checked === true ? "- [x] " : "- [ ] ");
    case "quote":
      return line("> ");
    case "divider":
      return "---";
    case "code":
      return `\`\`\`${String(content.language)}\n${plainText(content.rich_text as RichText[])}\n\`\`\``;
    case "toggle":
      return `<details>\n<summary>${text}</summary>${inside}\n</details>`;
    case "callout":
      return `<callout${iconOf(content.icon as Dict | null)}>\n\t${text}${inside}\n</callout>`;
    case "image":
      return `![${inlineMarkdown(content.caption as RichText[])}](${urlOf(content)})`;
    default:
      throw notImitated(`the Markdown of blocks of the type ${type}`);
  }
}

const iconOf = (icon: Dict | null): string =>
  typeof icon?.emoji === "string" ? ` icon="${icon.emoji}"` : "";

const urlOf = ({ external, file }: Dict): string => String(((external ?? file) as Dict).url);
