import type { Zod } from "../../core/contract/action.ts";

/** An id of Notion: 32 hexadecimal digits, with or without hyphens. Notion's addresses end with it. */
export const id = (z: Zod) =>
  z
    .string()
    .regex(/^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$/)
    .describe("id, as at the end of the address");

/** Something whose form Notion checks, such as a filter. */
export const object = (z: Zod) => z.record(z.string(), z.unknown());

export const text = (z: Zod) =>
  z.union([z.string().min(1), z.array(object(z)).max(100)]).describe("text, or Notion's rich text");

export const blocks = (z: Zod) =>
  z
    .array(z.union([z.string(), object(z)]))
    .max(100)
    .describe('blocks: { heading_1: { rich_text: [{ text: { content: "Plan" } }] } }. A text is a paragraph');

export const icon = (z: Zod) =>
  object(z).nullable().optional().describe('{ type: "emoji", emoji: "🚀" }; null removes it').meta({ rare: true }); // prettier-ignore

export const cover = (z: Zod) =>
  object(z)
    .nullable()
    .optional()
    .describe('{ type: "external", external: { url } }; null removes it')
    .meta({ rare: true });

export const values = (z: Zod) =>
  object(z).describe(
    'values by name: { Status: { status: { name: "Done" } }, Price: { number: 3 }, Due: { date: { start: "2026-01-31" } }, Tags: { multi_select: [{ name: "A" }] } }',
  );

export const schema = (z: Zod) =>
  object(z).describe(
    'properties by name: { Name: { title: {} }, Price: { number: {} }, Status: { select: { options: [{ name: "Done" }] } } }',
  );
