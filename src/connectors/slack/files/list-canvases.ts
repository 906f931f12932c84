import { replyMeta } from "../../../core/call/send-operation.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { type Dict, at, dicts } from "../../../core/ground/json.ts";
import { checkCursor, nextCursor } from "../../../core/wire/paging.ts";
import { files } from "../operations/files.ts";

/** Lists files of the type `canvas`. The id of a canvas is the id of its file. */
export async function listCanvases(params: Dict, { send, page }: RunContext): Promise<RunResult> {
  const { paging } = files["files.list"];
  checkCursor(paging!, page.cursor);
  const count = page.limit ?? paging!.default;
  const reply = await send("files.list", { ...params, types: "canvas", count, page: page.cursor });
  const found = at(reply.body, "files");
  const next = nextCursor(paging!, { reply, cursor: page.cursor });
  return {
    data: dicts(found).map(({ id, ...file }) => ({
      canvas_id: id,
      ...file,
    })),
    meta: {
      ...replyMeta(reply),
      has_more: next !== undefined,
      ...(next === undefined ? {} : { next_cursor: next }),
    },
  };
}
