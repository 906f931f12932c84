import type { CompiledAction } from "../contract/compiled-action.ts";
import type { Meta } from "../contract/result.ts";
import type { NextCalls } from "./next-call.ts";
import type { Offsets } from "./shorten.ts";
import type { Writer } from "./writer.ts";

/** Everything that is needed to write one result. */
export interface ResultParts {
  compiled: CompiledAction;
  meta: Meta;
  /** The positions from which the call reads on in some fields. */
  offsets: Offsets;
  next: NextCalls;
  writer: Writer;
}
