import type { Style } from "../../contract/operation.ts";

/** An argument of the body: the platform's name and the value. */
export interface BodyField {
  name: string;
  value: unknown;
  style: Style;
}

export interface EncodedBody {
  contentType: string;
  body: string | Uint8Array<ArrayBuffer>;
}
