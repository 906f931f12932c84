import type { Envelope, ResolvedCall } from "./tool.ts";

export interface ApprovalRules {
  /**
   * The conversation, the thread or the run to which the calls belong. A model's ids of calls are unique only within
   * one conversation. The function receives the `context` of the call.
   */
  scope: string | ((context: unknown) => string);
  /** Keeps what a person was asked and which writes have started. Create one store for all conversations. */
  store: ApprovalStore;
  /** Returns whether a person must approve a call. Default: every call with another effect than `read`. */
  needsApproval?: ((call: ResolvedCall) => boolean | Promise<boolean>) | undefined;
}

/** What is known about one call of a model. */
export interface ApprovalRecord {
  /** When the record was created, in milliseconds since the epoch. */
  at: number;
  /** The call that a person was asked about. Undefined if nobody was asked. */
  asked?: AskedCall | undefined;
  /** The writes that have started, by the digest of the call. */
  runs: Readonly<Record<string, StartedWrite>>;
}

export interface AskedCall {
  /** The hash of the tool, the action and the params. */
  digest: string;
  /** The text for the person. */
  reason: string;
  /** A hash of the records that the call would change. */
  state: string;
  /** The failure of the dry run. The call is then refused, and no person is asked. */
  failed?: Envelope | undefined;
}

/** A write that has started. */
export interface StartedWrite {
  /** When the write started, in milliseconds since the epoch. */
  at: number;
  /** The result of the write. Undefined while the write runs, or if the process was killed during the write. */
  outcome?: Envelope | undefined;
}

/** Keeps the records of calls. A record contains what a person was asked, and the results of writes. */
export interface ApprovalStore {
  /**
   * Reads the record with the given id, calls `change`, and keeps the record that `change` returns. No other `update`
   * with the same id runs at the same time, in any process. If there is no record, `change` receives undefined. If
   * `change` returns no record, nothing is kept.
   */
  update<T>(
    id: string,
    change: (record: ApprovalRecord | undefined) => { record: ApprovalRecord | undefined; result: T },
  ): Promise<T>;
}
