import type { Dict } from "../../../src/core/ground/json.ts";

// https://developers.notion.com/reference/block

export interface BlockType {
  /** The fields of the content with their defaults, in the order of Notion's answers. `undefined`: the field is required. */
  fields: Readonly<Record<string, unknown>>;
  /** Whether the block can contain other blocks. A heading can if `is_toggleable` is true. */
  children?: "always" | "toggleable";
  /** Whether the content is a file. */
  file?: true;
}

const text = { rich_text: undefined, color: "default" };
const heading: BlockType = {
  fields: { rich_text: undefined, is_toggleable: false, color: "default" },
  children: "toggleable",
};
const nested: BlockType = { fields: text, children: "always" };
const file: BlockType = { fields: { caption: [] }, file: true };

export const blockTypes: Readonly<Record<string, BlockType>> = {
  paragraph: { fields: { rich_text: undefined, icon: null, color: "default" }, children: "always" },
  heading_1: heading,
  heading_2: heading,
  heading_3: heading,
  heading_4: heading,
  bulleted_list_item: nested,
  numbered_list_item: nested,
  to_do: { fields: { rich_text: undefined, checked: false, color: "default" }, children: "always" },
  toggle: nested,
  quote: nested,
  callout: { fields: { rich_text: undefined, icon: null, color: "default" }, children: "always" },
  code: { fields: { caption: [], rich_text: undefined, language: undefined } },
  equation: { fields: { expression: undefined } },
  divider: { fields: {} },
  table_of_contents: { fields: { color: "default" } },
  bookmark: { fields: { caption: [], url: undefined } },
  embed: { fields: { caption: [], url: undefined } },
  image: file,
  video: file,
  audio: file,
  pdf: file,
  file: { fields: { caption: [], name: "" }, file: true },
  table: {
    fields: { table_width: undefined, has_column_header: false, has_row_header: false },
    children: "always",
  },
  table_row: { fields: { cells: undefined } },
};

/** The types that Notion has and the sandbox does not imitate. */
export const otherTypes: ReadonlySet<string> = new Set([
  "breadcrumb",
  "child_database",
  "child_page",
  "column",
  "column_list",
  "link_preview",
  "link_to_page",
  "meeting_notes",
  "synced_block",
  "tab",
  "template",
]);

export const canHaveChildren = (type: string, content: Dict): boolean => {
  const { children } = blockTypes[type]!;
  return children === "always" || (children === "toggleable" && content.is_toggleable === true);
};
