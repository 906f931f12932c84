import type { Dict } from "../../../src/core/ground/json.ts";
import { readRichText } from "../content/rich-text.ts";
import { findBlock, findPage, mustBeLive, notFound } from "../find.ts";
import { list } from "../http/paging.ts";
import { onlyKey, readId, readObject } from "../http/read-fields.ts";
import { invalid, Refusal } from "../http/refusal.ts";
import type { Operations } from "../operation.ts";
import { isoMinute } from "../records/files.ts";
import { isVisible } from "../world.ts";
import type { Comment, Parent, World } from "../world-types.ts";

// https://developers.notion.com/reference/comment-object

export function commentView({ bot, users }: World, comment: Comment): Dict {
  const { id, parent, discussion_id, created, edited, by, text } = comment;
  return {
    object: "comment",
    id,
    parent,
    discussion_id,
    created_time: isoMinute(created),
    last_edited_time: isoMinute(edited),
    created_by: { object: "user", id: by },
    rich_text: text,
    display_name:
      by === bot.id
        ? { type: "integration", resolved_name: bot.name }
        : { type: "user", resolved_name: users.get(by)?.name ?? null },
  };
}

/** Returns a comment that the connection sees. `own`: it must be a comment of the connection. */
function findComment(world: World, value: unknown, own: boolean): Comment {
  const id = readId(value, "path.comment_id");
  const found = world.comments.find((one) => one.id === id);
  const thing = found && world.things.get(String(found.parent[found.parent.type]));
  if (!found || !thing || !isVisible(world, thing)) throw notFound(world, "comment", id);
  if (own && found.by !== world.bot.id)
    throw new Refusal(403, "restricted_resource", `The comment ${id} was not written by this connection.`);
  return found;
}

/** Adds a comment to a page, a block or a discussion. */
export function addComment(world: World, comment: Pick<Comment, "parent" | "by" | "text"> & { discussion_id?: string }): Comment {
  const id = world.newId();
  const now = world.clock.now();
  const discussion_id = comment.discussion_id ?? world.newId();
  const added = { ...comment, id, discussion_id, created: now, edited: now };
  world.comments.push(added);
  return added;
} // prettier-ignore

function readPlace(world: World, body: Dict): { parent: Parent; discussion_id?: string } {
  if (onlyKey(body, "body", ["parent", "discussion_id"]) === "discussion_id") {
    const discussion_id = readId(body.discussion_id, "body.discussion_id");
    const first = world.comments.find((one) => one.discussion_id === discussion_id);
    if (!first) throw notFound(world, "discussion", discussion_id);
    return { parent: findComment(world, first.id, false).parent, discussion_id };
  }
  const given = readObject(body.parent, "body.parent", ["type", "page_id", "block_id"]);
  const type = onlyKey(given, "body.parent", ["page_id", "block_id"]);
  const find = type === "page_id" ? findPage : findBlock;
  const thing = find(world, given[type], `body.parent.${type}`);
  mustBeLive(thing);
  return { parent: { type, [type]: thing.id } };
}

export const comments: Operations = {
  "GET /v1/comments": {
    needs: "read comments",
    run: ({ world, query }) => {
      const { id } = findBlock(world, query.block_id, "query.block_id");
      const found = world.comments.filter(({ parent }) => parent[parent.type] === id);
      return list(found.map((one) => commentView(world, one)), query, "query", "comment"); // prettier-ignore
    },
  },
  "POST /v1/comments": {
    needs: "insert comments",
    run: ({ world, body }) => {
      readObject(body, "body", ["parent", "discussion_id", "rich_text"], ["markdown", "attachments", "display_name"]); // prettier-ignore
      const place = readPlace(world, body);
      const text = readRichText(world, body.rich_text, "body.rich_text");
      if (text.length === 0) throw invalid("body.rich_text", "should not be empty.");
      return commentView(world, addComment(world, { ...place, by: world.bot.id, text }));
    },
  },
  "GET /v1/comments/{id}": {
    needs: "read comments",
    run: ({ world, ids }) => commentView(world, findComment(world, ids[0], false)),
  },
  "PATCH /v1/comments/{id}": {
    needs: "insert comments",
    run: ({ world, ids, body }) => {
      const comment = findComment(world, ids[0], true);
      readObject(body, "body", ["rich_text"], ["markdown"]);
      comment.text = readRichText(world, body.rich_text, "body.rich_text");
      comment.edited = world.clock.now();
      return commentView(world, comment);
    },
  },
  "DELETE /v1/comments/{id}": {
    needs: "insert comments",
    run: ({ world, ids }) => {
      const comment = findComment(world, ids[0], true);
      world.comments = world.comments.filter((one) => one !== comment);
      return commentView(world, comment);
    },
  },
};
