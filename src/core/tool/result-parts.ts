import type { CompiledAction } from "../contract/compiled-action.ts";
import type { Meta } from "../contract/result.ts";
import type { NextCalls } from "./next-call.ts";
import type { Offsets } from "./shorten.ts";
import type { Writer } from "./writer.ts";

/** The parts from which the text of one result is made. */
export interface ResultParts {
  compiled: CompiledAction;
  meta: Meta;
  /** The number of characters or items to skip in a field, by path, because earlier calls have returned them. */
  offsets: Offsets;
  next: NextCalls;
  writer: Writer;
}
