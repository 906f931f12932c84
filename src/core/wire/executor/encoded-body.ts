import type { Style } from "../../contract/wire/operation.ts";

export interface BodyField {
  /** The keys that lead to the value in the body, such as `["stateFilter", "include"]`. */
  path: readonly string[];
  value: unknown;
  style: Style;
}

export interface EncodedBody {
  contentType: string;
  body: string | Uint8Array<ArrayBuffer>;
}
