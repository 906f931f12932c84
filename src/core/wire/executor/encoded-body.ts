import type { Style } from "../../contract/operation.ts";

/** An argument of the body. */
export interface BodyField {
  /** The keys under which the value goes into an object. */
  path: readonly string[];
  value: unknown;
  style: Style;
}

export interface EncodedBody {
  contentType: string;
  body: string | Uint8Array<ArrayBuffer>;
}
