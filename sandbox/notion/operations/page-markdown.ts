import type { Dict } from "../../../src/core/ground/json.ts";
import { addBlocks } from "../content/blocks.ts";
import { replaceMarkdown } from "../content/edit-markdown.ts";
import { readMarkdown } from "../content/read-markdown.ts";
import { pageText, unknownBlocks } from "../content/write-markdown.ts";
import { findPage, mustBeLive } from "../find.ts";
import { readBoolean, readList, readObject, readOneOf, readText } from "../http/read-fields.ts";
import { invalid, notImitated, refused } from "../http/refusal.ts";
import type { Operations } from "../operation.ts";
import { touch } from "../world.ts";
import type { Page, World } from "../world-types.ts";

// https://developers.notion.com/reference/update-page-markdown

const view = (world: World, { id }: Page): Dict => ({
  object: "page_markdown",
  id,
  markdown: pageText(world, id),
  truncated: false,
  unknown_block_ids: unknownBlocks(world, id),
});

export const pageMarkdown: Operations = {
  "GET /v1/pages/{id}/markdown": {
    needs: "read content",
    run: ({ world, ids }) => view(world, findPage(world, ids[0], "path.page_id")),
  },
  "PATCH /v1/pages/{id}/markdown": {
    needs: "update content",
    run: ({ world, ids, body }) => {
      const page = findPage(world, ids[0], "path.page_id");
      mustBeLive(page);
      const type = readOneOf(body.type, "body.type", ["insert_content", "replace_content", "update_content", "replace_content_range"]); // prettier-ignore
      if (type === "replace_content_range") throw notImitated(type);
      readObject(body, "body", ["type", type], ["allow_async", "markdown_version"]);
      const command = readObject(body[type], `body.${type}`);
      if (type === "insert_content") insert(world, page, command);
      else if (type === "replace_content") replace(world, page, command);
      else edit(world, page, command);
      return view(world, page);
    },
  },
};

function insert(world: World, page: Page, command: Dict): void {
  const path = "body.insert_content";
  readObject(command, path, ["content", "position"], ["after"]);
  const content = readText(command.content, `${path}.content`);
  const position = command.position === undefined ? {} : readObject(command.position, `${path}.position`, ["type"]); // prettier-ignore
  const where = position.type === undefined ? "end" : readOneOf(position.type, `${path}.position.type`, ["start", "end"]); // prettier-ignore
  addBlocks(world, page, readMarkdown(world, content, page.id), where === "start" ? null : undefined);
  touch(world, page);
}

const mayDelete = ({ allow_deleting_content: given }: Dict, path: string): boolean =>
  given !== undefined && readBoolean(given, `${path}.allow_deleting_content`);

function replace(world: World, page: Page, command: Dict): void {
  const path = "body.replace_content";
  readObject(command, path, ["new_str", "allow_deleting_content"]);
  replaceMarkdown(world, page, readText(command.new_str, `${path}.new_str`), mayDelete(command, path));
}

/** Applies all edits or none. Each replaces the first match, or all. */
function edit(world: World, page: Page, command: Dict): void {
  const path = "body.update_content";
  readObject(command, path, ["content_updates", "allow_deleting_content"]);
  let text = pageText(world, page.id);
  for (const [index, one] of readList(command.content_updates, `${path}.content_updates`).entries()) {
    const where = `${path}.content_updates[${index}]`;
    const given = readObject(one, where, ["old_str", "new_str", "replace_all_matches"]);
    const from = readText(given.old_str, `${where}.old_str`);
    const to = readText(given.new_str, `${where}.new_str`);
    const all = given.replace_all_matches !== undefined && readBoolean(given.replace_all_matches, `${where}.replace_all_matches`); // prettier-ignore
    if (from === "") throw invalid(`${where}.old_str`, "should not be empty.");
    if (!text.includes(from))
      throw refused(`${where}.old_str is not in the Markdown of the page: ${JSON.stringify(from)}. Nothing was changed.`); // prettier-ignore
    text = all ? text.replaceAll(from, () => to) : text.replace(from, () => to);
  }
  replaceMarkdown(world, page, text, mayDelete(command, path));
}
