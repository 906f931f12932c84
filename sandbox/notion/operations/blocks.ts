import { canHaveChildren } from "../content/block-types.ts";
import { addBlocks, blocksIn, blockView } from "../content/blocks.ts";
import { readBlocks, readContent } from "../content/read-blocks.ts";
import { findBlock, mustBeLive } from "../find.ts";
import { list } from "../http/paging.ts";
import { readId, readList, readObject, readTrash } from "../http/read-fields.ts";
import { invalid, refused } from "../http/refusal.ts";
import type { Operations } from "../operation.ts";
import { contentOf, touch } from "../world.ts";

export const blocks: Operations = {
  "GET /v1/blocks/{id}": {
    needs: "read content",
    run: ({ world, ids }) => blockView(world, findBlock(world, ids[0], "path.block_id")),
  },
  "GET /v1/blocks/{id}/children": {
    needs: "read content",
    run: ({ world, ids, query }) => {
      const { id } = findBlock(world, ids[0], "path.block_id");
      const views = blocksIn(world, id).map((one) => blockView(world, one));
      return list(views, query, "query", "block");
    },
  },
  // https://developers.notion.com/reference/patch-block-children
  "PATCH /v1/blocks/{id}/children": {
    needs: "insert content",
    run: ({ world, ids, body }) => {
      const container = findBlock(world, ids[0], "path.block_id");
      mustBeLive(container);
      readObject(body, "body", ["children", "after"], ["position"]);
      if (container.kind === "database" || (container.kind === "block" && !canHaveChildren(container.type, container.content)))
        throw refused(`Block ${container.id} does not support children.`); // prettier-ignore
      if (readList(body.children, "body.children").length === 0)
        throw invalid("body.children.length", "should be ≥ 1, instead was 0.");
      const after = body.after === undefined ? undefined : readId(body.after, "body.after");
      if (after !== undefined && !contentOf(world, container.id).some(({ id }) => id === after))
        throw invalid("body.after", `should be the id of a block in ${container.id}.`);
      const added = addBlocks(world, container, readBlocks(world, body.children, "body.children"), after);
      touch(world, container);
      const views = added.map((one) => blockView(world, findBlock(world, one.id, "body")));
      return list(views, {}, "body", "block");
    },
  },
  // https://developers.notion.com/reference/update-a-block
  "PATCH /v1/blocks/{id}": {
    needs: "update content",
    run: ({ world, ids, body }) => {
      const block = findBlock(world, ids[0], "path.block_id");
      const trash = readTrash(body);
      if (trash !== false) mustBeLive(block);
      const { in_trash: _trash, archived: _archived, type: _type, object: _object, ...fields } = body;
      const [type, ...others] = Object.keys(fields);
      if (type !== undefined) {
        if (block.kind !== "block") throw refused("A page or database is changed through its own endpoint.");
        if (type !== block.type || others.length > 0)
          throw invalid(`body.${type}`, `should be ${block.type}: the type of a block cannot be changed.`);
        block.content = { ...block.content, ...readContent(world, type, readObject(fields[type], `body.${type}`), `body.${type}`) }; // prettier-ignore
      }
      if (trash !== undefined) block.in_trash = trash;
      touch(world, block);
      return blockView(world, block);
    },
  },
  "DELETE /v1/blocks/{id}": {
    needs: "update content",
    run: ({ world, ids }) => {
      const block = findBlock(world, ids[0], "path.block_id");
      mustBeLive(block);
      block.in_trash = true;
      touch(world, block);
      return blockView(world, block);
    },
  },
};
