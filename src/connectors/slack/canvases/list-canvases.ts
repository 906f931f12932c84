import { replyMeta } from "../../../core/call/send-operation.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { checkCursor, nextCursor } from "../../../core/wire/paging.ts";
import { files } from "../operations/files.ts";
import { recordsAt, searchPage } from "../search/search-page.ts";

/** Returns a page of canvases. A canvas is a file, and its id is the id of the file. */
export async function listCanvases(params: Dict, { send, page }: RunContext): Promise<RunResult> {
  const { paging } = files["files.list"];
  checkCursor(paging!, page.cursor);
  const count = page.limit ?? paging!.default;
  const reply = await send("files.list", { ...params, types: "canvas", count, page: page.cursor });
  const canvases = recordsAt(reply.body, "files").map(({ id, ...file }) => ({ canvas_id: id, ...file }));
  return searchPage(canvases, replyMeta(reply), nextCursor(paging!, { reply, cursor: page.cursor }));
}
