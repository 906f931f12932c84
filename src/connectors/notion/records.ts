import type { Zod } from "../../core/contract/action.ts";

const raw = (z: Zod) => z.record(z.string(), z.unknown());
const RichText = (z: Zod) =>
  z.array(
    z.object({
      type: z.string().describe("text, mention or equation"),
      plain_text: z.string(),
      href: z.string().nullish(),
      annotations: z
        .record(z.string(), z.union([z.boolean(), z.string()]))
        .describe("bold, italic, color, …"),
    }),
  );
const Parent = (z: Zod) =>
  z.object({
    type: z.string().describe("name of the field with the id"),
    page_id: z.string().optional(),
    block_id: z.string().optional(),
    database_id: z.string().optional(),
    data_source_id: z.string().optional(),
    workspace: z.boolean().optional(),
  });
const address = (z: Zod) => z.object({ url: z.string() }).optional();
const Icon = (z: Zod) =>
  z.object({ type: z.string(), emoji: z.string().optional(), external: address(z), file: address(z) });
const text = (z: Zod) => z.string();
const time = (z: Zod) => z.string().describe("ISO time");

const trash = (z: Zod) => ({ in_trash: z.boolean().optional() });
const times = (z: Zod) => ({ created_time: time(z), last_edited_time: time(z) });
const place = (z: Zod) => ({ parent: Parent(z), icon: Icon(z).nullish(), url: text(z) });

export const Page = (z: Zod) =>
  z.object({ object: text(z), id: text(z), properties: raw(z), ...place(z), ...trash(z), ...times(z) });

export const Database = (z: Zod) =>
  z.object({
    id: text(z),
    title: RichText(z),
    description: RichText(z),
    data_sources: z.array(z.object({ id: text(z), name: text(z) })),
    is_inline: z.boolean(),
    ...place(z),
    ...trash(z),
    ...times(z),
  });

export const DataSource = (z: Zod) =>
  z.object({
    object: text(z),
    id: text(z),
    title: RichText(z),
    description: RichText(z),
    properties: raw(z),
    database_parent: Parent(z).nullish(),
    ...place(z),
    ...trash(z),
    ...times(z),
  });

export const Found = (z: Zod) =>
  z.object({
    object: z.string().describe("page or data_source"),
    id: text(z),
    title: RichText(z).optional(),
    properties: raw(z),
    ...place(z),
    ...trash(z),
    ...times(z),
  });

export const Block = (z: Zod) =>
  z.looseObject({
    id: text(z),
    type: text(z),
    parent: Parent(z),
    has_children: z.boolean(),
    ...trash(z),
    ...times(z),
  });

export const PropertyItem = (z: Zod) =>
  z.looseObject({
    object: z.string().describe("property_item, or list"),
    type: text(z),
    results: z.array(raw(z)).optional(),
    has_more: z.boolean().optional(),
    next_cursor: z.string().nullish(),
  });

export const Markdown = (z: Zod) =>
  z.object({
    id: text(z),
    markdown: text(z),
    truncated: z.boolean(),
    unknown_block_ids: z.array(text(z)),
  });

export const User = (z: Zod) =>
  z.object({
    id: text(z),
    name: z.string().nullish(),
    type: z.string().describe("person or bot"),
    avatar_url: z.string().nullish(),
    person: z.object({ email: text(z).optional() }).optional(),
    bot: z.object({ workspace_id: text(z), workspace_name: z.string().nullish() }).optional(),
  });

export const Comment = (z: Zod) =>
  z.object({
    id: text(z),
    discussion_id: text(z),
    parent: Parent(z),
    rich_text: RichText(z),
    created_by: z.object({ id: text(z) }),
    display_name: z.object({ type: text(z), resolved_name: z.string().nullish() }).optional(),
    ...times(z),
  });

export const Template = (z: Zod) =>
  z.object({ id: text(z), name: text(z), is_default: z.boolean().optional() });

export const FileUpload = (z: Zod) =>
  z.object({
    id: text(z),
    status: z.string().describe("pending, uploaded, expired or failed"),
    filename: z.string().nullish(),
    content_type: z.string().nullish(),
    content_length: z.number().nullish(),
    expiry_time: z.string().nullish(),
    upload_url: z.string().optional(),
  });
