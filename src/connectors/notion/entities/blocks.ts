import { action, listAction } from "../../../core/contract/action.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { blocks, id, object, text } from "../params.ts";
import { Block } from "../records.ts";
import { sentWith } from "../sent-with.ts";
import { blockOf, richText } from "../text/rich-text.ts";
import { blockView } from "../text/views.ts";
import { trashChange } from "../trash.ts";

const block = "393abc1e-edcd-8153-b10c-e0990b793d16";

/** People write the address of a bookmark. */
const shown = { view: blockView, peopleFields: ["url"] };

export const list = listAction({
  description: "List the blocks in a page or block. Blocks with has_children contain more. pages.get_markdown is shorter.",
  params: (z) => ({ block_id: id(z).describe("id of the page or block") }),
  result: Block,
  calls: "blocks.children",
  ...shown,
  example: { block_id: block },
}); // prettier-ignore

export const get = action({
  description: "Get a block.",
  params: (z) => ({ block_id: id(z) }),
  result: Block,
  effect: "read",
  calls: "blocks.get",
  ...shown,
  example: { block_id: block },
});

export const append = action({
  description: "Add blocks at the end of a page or block, or after one of its blocks.",
  params: (z) => ({
    block_id: id(z).describe("id of the page or block"),
    children: blocks(z).min(1),
    after: id(z).optional().describe("id of the block before the new ones"),
  }),
  result: (z) => z.array(Block(z)),
  effect: "write",
  calls: "blocks.append",
  pick: "results",
  example: { block_id: block, children: ["Remember the milk."] },
  async run({ children, ...params }, { send }) {
    const { body } = await send("blocks.append", { ...params, children: children.map(blockOf) });
    return { data: (body as { results?: unknown }).results };
  },
  ...shown,
});

export const update = action({
  description: "Change a block: its text, with its type, or other fields with block.",
  params: (z) => ({
    block_id: id(z),
    type: z.string().regex(/^[a-z0-9_]+$/).optional().describe("type of the block, such as paragraph"),
    text: text(z).optional(),
    block: object(z).optional().describe("{ to_do: { checked: true } }"),
  }),
  oneOf: [["type", "text"], "block"],
  result: Block,
  effect: "write",
  calls: "blocks.update",
  example: { block_id: block, type: "paragraph", text: "Buy milk." },
  ...shown,
  run: sentWith("blocks.update", ({ block_id, type, text: given, block: raw }: { block_id: string; type?: string | undefined; text?: string | Dict[] | undefined; block?: Dict | undefined }) => ({
    block_id,
    block: raw ?? { [type!]: { rich_text: richText(given!) } },
  })),
}); // prettier-ignore

export { remove as delete };
const remove = action({
  description: "Move a block and everything in it into the trash. restore brings it back.",
  params: (z) => ({ block_id: id(z) }),
  result: Block,
  effect: "write",
  calls: "blocks.delete",
  example: { block_id: block },
  ...shown,
  ...trashChange("blocks", "restore", true),
});

export const restore = action({
  description: "Bring a block back from the trash.",
  params: (z) => ({ block_id: id(z) }),
  result: Block,
  effect: "write",
  calls: "blocks.restore",
  example: { block_id: block },
  ...shown,
  ...trashChange("blocks", "delete", false),
});
