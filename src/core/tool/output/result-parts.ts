import type { CompiledAction } from "../../contract/compiled-action.ts";
import type { Meta } from "../../contract/result.ts";
import type { NextCalls } from "./next-call.ts";
import type { Offsets } from "./shorten.ts";
import type { Writer } from "./writer.ts";

export interface ResultParts {
  compiled: CompiledAction;
  meta: Meta;
  offsets: Offsets;
  next: NextCalls;
  writer: Writer;
}
