import { optionTypes } from "../../src/core/ground/read-options.ts";
import { type FaultKind, faultKinds } from "../faults.ts";
import { atLeast, required } from "../options.ts";

/** A failure that the sandbox simulates for one request. */
export type NotionFaultKind =
  | Exclude<FaultKind, { kind: "ok_false" }>
  /** An error in Notion's form, such as 409 and `conflict_error`. */
  | { kind: "refused"; status: number; code: string; message?: string };

/**
 * A planned fault. `operation`: the operation that fails, such as `"POST /v1/pages"`. Default: the next request.
 * `times`: how many requests fail. Default: 1.
 */
export type NotionFault = NotionFaultKind & { operation?: string; times?: number };

const { ok_false: _ofSlack, ...generic } = faultKinds;
export const notionFaultKinds = {
  ...generic,
  refused: {
    status: required(atLeast(400)),
    code: required(optionTypes.string),
    message: optionTypes.string,
  },
};
