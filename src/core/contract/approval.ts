import type { StoreDriver } from "./store-driver.ts";
import type { ToolResult, ResolvedCall } from "./tool.ts";

export interface ApprovalRules {
  /**
   * The id of the conversation to which the calls belong, or a function that receives the `context` of a call and
   * returns this id. A model's call ids are unique only within one conversation.
   */
  scope: string | ((context: unknown) => string);
  /**
   * The store of the questions and of the results of writes, which are kept for 30 days. Create one store for all conversations. It can be
   * the store of the connectors. Must be private: see `sealedStore`.
   */
  store: StoreDriver;
  /** Returns whether a person must approve a call. Default: true, unless the effect is `read`. */
  needsApproval?: ((call: ResolvedCall) => boolean | Promise<boolean>) | undefined;
}

/** A call about which a person is asked. */
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
