import type { Meta } from "../core/contract/result.ts";
import { type Dict, at, isDict } from "../core/ground/json.ts";

/** Returns the result of a call from the answer of the service. */
export function readResult(answer: unknown): { data: unknown; meta: Meta } {
  const file = at(answer, "file");
  if (file instanceof ReadableStream) return { data: file, meta: at(answer, "meta") as Meta };
  const {
    has_next_page: _page,
    end_cursor: _cursor,
    ...meta
  } = (isDict(at(answer, "connector_metadata")) ? at(answer, "connector_metadata") : {}) as Dict;
  return { data: at(answer, "result"), meta };
}
