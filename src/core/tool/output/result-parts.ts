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
  /** Present if long texts of a list are shown only around the words of a search. */
  excerpts?: PartlyShown | undefined;
}

export interface PartlyShown {
  /** The items with their whole texts. */
  whole: readonly unknown[];
  /** The positions of the items whose text is not whole. */
  positions: readonly number[];
  /** The fields for a call that reads the whole texts. */
  fields: readonly string[];
}
