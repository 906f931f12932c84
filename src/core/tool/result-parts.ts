import type { CompiledAction } from "../contract/compiled-action.ts";
import type { Meta } from "../contract/result.ts";
import type { NextCalls } from "./next-call.ts";
import type { Offsets } from "./shorten.ts";
import type { Writer } from "./writer.ts";

/** The parts that the text of a result is made of. */
export interface ResultParts {
  compiled: CompiledAction;
  meta: Meta;
  /** Where the fields begin that the call reads on in. */
  offsets: Offsets;
  next: NextCalls;
  writer: Writer;
}
