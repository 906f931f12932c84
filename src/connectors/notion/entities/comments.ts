import { action, listAction } from "../../../core/contract/action.ts";
import { id, text } from "../params.ts";
import { Comment } from "../records.ts";
import { sentWith } from "../sent-with.ts";
import { textFields } from "../text/rich-text.ts";
import { commentView } from "../text/views.ts";

const comment = "393abc1e-edcd-81c8-8619-001d3574a79b";

export const list = listAction({
  description: "List the open comments of a page or block.",
  params: (z) => ({ block_id: id(z).describe("id of the page or block") }),
  result: Comment,
  calls: "comments.list",
  view: commentView,
  example: { block_id: "393abc1e-edcd-80f3-813b-e205934558c6" },
});

export const create = action({
  description: "Comment on a page or block, or answer in a discussion. People get notifications.",
  params: (z) => ({
    page_id: id(z).optional(),
    block_id: id(z).optional(),
    discussion_id: id(z).optional(),
    rich_text: text(z),
  }),
  oneOf: ["page_id", "block_id", "discussion_id"],
  result: Comment,
  effect: "write",
  calls: "comments.create",
  example: { page_id: "393abc1e-edcd-80f3-813b-e205934558c6", rich_text: "Looks good." },
  run: sentWith("comments.create", textFields),
  view: commentView,
});

export const update = action({
  description: "Change a comment of this connection.",
  params: (z) => ({ comment_id: id(z), rich_text: text(z) }),
  result: Comment,
  effect: "write",
  calls: "comments.update",
  example: { comment_id: comment, rich_text: "Looks very good." },
  run: sentWith("comments.update", textFields),
  view: commentView,
});

export { remove as delete };
const remove = action({
  description: "Delete a comment of this connection. It cannot be brought back.",
  params: (z) => ({ comment_id: id(z) }),
  result: Comment,
  effect: "destructive",
  calls: "comments.delete",
  example: { comment_id: comment },
  view: commentView,
});
