import type { CompiledAction } from "../contract/compiled-action.ts";
import type { Meta } from "../contract/result.ts";
import type { NextCalls } from "./next-call.ts";
import type { Offsets } from "./shorten.ts";
import type { Writer } from "./writer.ts";

/** The parts from which the text of one result is made. */
export interface ResultParts {
  compiled: CompiledAction;
  meta: Meta;
  /** The position at which the call continues to read a field, by path. Fields that start at 0 can be absent. */
  offsets: Offsets;
  next: NextCalls;
  writer: Writer;
}
