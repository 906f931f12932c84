import type { StoreDriver } from "./store-driver.ts";
import type { ToolResult, ResolvedCall } from "./tool.ts";

export interface ApprovalRules {
  /**
   * The id of the conversation to which the calls belong, or a function that receives the `context` of a call and
   * returns this id. A model's call ids are unique only within one conversation.
   */
  scope: string | ((context: unknown) => string);
  /**
   * The store of the records of all calls, which are kept for 30 days. Create one store for all conversations. It can be
   * the store of the connectors. Must be private: see `sealedStore`.
   */
  store: StoreDriver;
  /** Returns whether a person must approve a call. Default: true, unless the effect is `read`. */
  needsApproval?: ((call: ResolvedCall) => boolean | Promise<boolean>) | undefined;
}

/**
 * The record of one call id: the question to a person, and the writes that have started. A repeated call with other
 * arguments would be another write.
 */
export interface ApprovalRecord {
  /** The creation time of the record, in milliseconds since the epoch. */
  at: number;
  /** The call about which a person should be asked. Undefined if no call needed approval. */
  asked?: AskedCall | undefined;
  /** The writes that have started. The key is the `digest` of the call. */
  runs: Readonly<Record<string, StartedWrite>>;
}

export interface AskedCall {
  /** The hash of the tool, the action and the params. */
  digest: string;
  /** The text for the person. */
  reason: string;
  /** A hash of the dry run: the values of the record, the effects and the params. If it changes, the call is refused. */
  state: string;
  /** The error of the dry run. If the dry run has failed, the call is refused and no person is asked. */
  failed?: ToolResult | undefined;
}

export interface StartedWrite {
  /** The start of the write, in milliseconds since the epoch. */
  at: number;
  /** The result of the write. Undefined while the write runs, or if the process was killed during the write. */
  outcome?: ToolResult | undefined;
}
