import { action, type Zod } from "../../../core/contract/action.ts";
import { readIfAllowed } from "../../../core/call/read-if-allowed.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { blocks, cover, icon, id, object, values } from "../params.ts";
import { Markdown, Page, PropertyItem } from "../records.ts";
import { sentWith } from "../sent-with.ts";
import { blockOf, richText } from "../text/rich-text.ts";
import { pageView, propertyView } from "../text/views.ts";
import { trashChange } from "../trash.ts";

const page = "393abc1e-edcd-80f3-813b-e205934558c6";

export const get = action({
  description: "Get a page with its properties. get_markdown reads its content.",
  params: (z) => ({
    page_id: id(z),
    filter_properties: z
      .array(z.string())
      .max(100)
      .optional()
      .describe("ids of properties")
      .meta({ rare: true }),
  }),
  result: Page,
  effect: "read",
  calls: "pages.get",
  view: pageView,
  example: { page_id: page },
});

interface Content {
  title?: string | undefined;
  properties?: Dict | undefined;
  children?: readonly (string | Dict)[] | undefined;
}

/** Every page has a title, which has the id `title` under any name. */
const withTitle = ({ title, properties, children, ...others }: Content & Dict): Dict => ({
  ...others,
  ...(title === undefined && properties === undefined
    ? {}
    : { properties: { ...(title === undefined ? {} : { title: richText(title) }), ...properties } }),
  ...(children ? { children: children.map(blockOf) } : {}),
});

const title = (z: Zod) => z.string().optional().describe("the title, under any name of this property");

export const create = action({
  description: "Create a page in a page, or an entry of a data source. A database with one data source can stand for it.",
  params: (z) => ({
    parent_page_id: id(z).optional(),
    data_source_id: id(z).optional(),
    database_id: id(z).optional(),
    title: title(z),
    properties: values(z).optional(),
    children: blocks(z).optional(),
    icon: icon(z),
    cover: cover(z),
    template: object(z).optional().describe('{ type: "default" } or { type: "template_id", template_id }').meta({ rare: true }),
  }),
  oneOf: ["parent_page_id", "data_source_id", "database_id"],
  result: Page,
  effect: "write",
  calls: "pages.create",
  example: { parent_page_id: page, title: "Plan", children: ["First, we ask."] },
  run: sentWith("pages.create", (params: Dict) => withTitle({ properties: {}, ...params })),
  view: pageView,
  undo: (_params, { id: page_id }) => ({ entity: "pages", action: "trash", params: { page_id } }),
}); // prettier-ignore

export const update = action({
  description: "Change the title, properties, icon or cover of a page.",
  params: (z) => ({
    page_id: id(z),
    title: title(z),
    properties: values(z).optional(),
    icon: icon(z),
    cover: cover(z),
    is_locked: z.boolean().optional().meta({ rare: true }),
  }),
  anyOf: ["title", "properties", "icon", "cover", "is_locked"],
  result: Page,
  effect: "write",
  calls: "pages.update",
  example: { page_id: page, properties: { Status: { status: { name: "Done" } } } },
  run: sentWith("pages.update", (params: Dict) => withTitle(params)),
  view: pageView,
});

export const trash = action({
  description: "Move a page into the trash. restore brings it back.",
  params: (z) => ({ page_id: id(z) }),
  result: (z) => z.object({ id: z.string(), in_trash: z.boolean() }),
  effect: "write",
  calls: "blocks.delete",
  example: { page_id: page },
  run: sentWith("blocks.delete", ({ page_id }: { page_id: string }) => ({ block_id: page_id })),
  ...trashChange("pages", "restore", true),
});

export const restore = action({
  description: "Bring a page back from the trash.",
  params: (z) => ({ page_id: id(z) }),
  result: Page,
  effect: "write",
  calls: "pages.restore",
  example: { page_id: page },
  view: pageView,
  ...trashChange("pages", "trash", false),
});

/** The kinds of parents to which a page can be moved, and their params. */
const parentParams: Readonly<Record<string, string>> = {
  page_id: "parent_page_id",
  data_source_id: "data_source_id",
};

export const move = action({
  description: "Move a page into another page or data source.",
  params: (z) => ({
    page_id: id(z),
    parent_page_id: id(z).optional(),
    data_source_id: id(z).optional(),
  }),
  oneOf: ["parent_page_id", "data_source_id"],
  result: Page,
  effect: "write",
  calls: "pages.move",
  example: { page_id: page, parent_page_id: "393abc1e-edcd-8165-8d21-cc32a3d05895" },
  view: pageView,
  reads: ["pages.get"],
  async preview({ page_id, ...parent }, read) {
    const record = await readIfAllowed(read, ["pages", "get", { page_id }]);
    const before = isDict(record) && isDict(record.parent) ? record.parent : undefined;
    return { ...(before ? { before: { parent: before } } : {}), after: { parent } };
  },
  undo({ page_id }, _data, before) {
    const parent = isDict(before) ? before.parent : undefined;
    const kind = isDict(parent) && typeof parent.type === "string" ? parent.type : "";
    const param = Object.hasOwn(parentParams, kind) ? parentParams[kind]! : undefined;
    if (!isDict(parent) || param === undefined) return undefined;
    return { entity: "pages", action: "move", params: { page_id, [param]: parent[kind] } };
  },
});

export const get_property = action({
  description: "Get one property of a page with all its items. get returns at most 25 items of a property.",
  params: (z) => ({
    page_id: id(z),
    property_id: z.string().min(1).max(200).describe("id of the property, as in get"),
    start_cursor: z.string().optional(),
    page_size: z.number().int().min(1).max(100).optional().meta({ rare: true }),
  }),
  result: PropertyItem,
  effect: "read",
  calls: "pages.property",
  view: propertyView,
  example: { page_id: page, property_id: "title" },
});

export const get_markdown = action({
  description: "Get the content of a page as Markdown.",
  params: (z) => ({
    page_id: id(z),
    include_transcript: z.boolean().optional().describe("with transcripts of meetings").meta({ rare: true }),
  }),
  result: Markdown,
  effect: "read",
  calls: "pages.get_markdown",
  example: { page_id: page },
});

const markdown = (z: Zod) => z.string().min(1).max(500_000);

export const append_markdown = action({
  description: "Add Markdown at the end of a page, or at its start.",
  params: (z) => ({
    page_id: id(z),
    markdown: markdown(z),
    position: z.enum(["start", "end"]).optional(),
  }),
  result: Markdown,
  effect: "write",
  calls: "pages.append_markdown",
  example: { page_id: page, markdown: "## Next steps\n\n- Ask Ana" },
  view: ({ id: page_id, truncated }) => ({ id: page_id, truncated }),
});

export const edit_markdown = action({
  description: "Replace texts in the content of a page. Each old text must be in the page's Markdown.",
  params: (z) => ({
    page_id: id(z),
    edits: z
      .array(
        z.strictObject({
          old_str: z.string().min(1),
          new_str: z.string(),
          replace_all_matches: z.boolean().optional(),
        }),
      )
      .min(1)
      .max(100),
    allow_deleting_content: z.boolean().optional().describe("child pages and databases too").meta({ rare: true }),
  }),
  result: Markdown,
  effect: "write",
  calls: "pages.edit_markdown",
  example: { page_id: page, edits: [{ old_str: "Ask Ana", new_str: "Ask Ben" }] },
  view: ({ id: page_id, truncated }) => ({ id: page_id, truncated }),
}); // prettier-ignore

export const replace_markdown = action({
  description: "Replace the whole content of a page by Markdown. The old content is lost.",
  params: (z) => ({
    page_id: id(z),
    markdown: markdown(z),
    allow_deleting_content: z.boolean().optional().describe("child pages and databases too").meta({ rare: true }),
  }),
  result: Markdown,
  effect: "destructive",
  calls: "pages.replace_markdown",
  example: { page_id: page, markdown: "# Plan" },
  view: ({ id: page_id, truncated }) => ({ id: page_id, truncated }),
  reads: ["pages.get_markdown"],
  async preview({ page_id, markdown: after }, read) {
    const record = await readIfAllowed(read, ["pages", "get_markdown", { page_id }]);
    return { ...(isDict(record) ? { before: { markdown: record.markdown } } : {}), after: { markdown: after } };
  },
}); // prettier-ignore
