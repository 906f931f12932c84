import type { CallFacts, GivenPermission, Permission } from "./approval/permission.ts";
import type { ApprovalRow, AskedRow, EndedCall } from "./approval/rows.ts";
import type { Clock } from "../ground/clock.ts";
import type { ErrorJson } from "../ground/errors.ts";
import type { Effect } from "./effect.ts";
import type { StoreDriver } from "./store-driver.ts";
import type { Policy } from "./policy.ts";
import type { ToolOptions, ToolResult, ResolvedCall } from "./tool.ts";

export interface ApprovalOptions {
  /**
   * The id of the conversation to which the calls belong, or a function that receives the `context` of a call and
   * returns this id. A model's call ids are unique only within one conversation.
   */
  scope: string | ((context: unknown) => string);
  /**
   * For which calls a standing permission counts that a person gives with a decision: the id of the account or the user, or a
   * function that receives the `context` of a call and returns this id. Default: the `scope`, so a permission counts only for calls of the
   * same conversation.
   */
  permissionScope?: string | ((context: unknown) => string) | undefined;
  /**
   * The store of the approvals and of the results of writes, which are kept for 30 days. Create one store for all conversations. It can be
   * the store of the connectors. Must be private: see `sealedStore`.
   */
  store: StoreDriver;
  /**
   * Which calls a person must approve: rules, or a function that returns whether a person must approve a call. Default:
   * every call whose effect is not `read`.
   */
  needsApproval?: readonly ApprovalRule[] | ((call: ResolvedCall) => boolean | Promise<boolean>) | undefined;
  /**
   * Where a person decides. `framework`: the framework asks, and runs a call only after the person has agreed. `desk`:
   * somebody decides at the `approvalDesk` of the same store. Whatever answer the framework gets, a call fails with
   * `approval_pending` until then. After that, the framework can resume, the call can be sent again, or `desk.run` runs it,
   * also after a restart of the process. Default: `framework`.
   */
  decides?: "framework" | "desk" | undefined;
  /**
   * Returns the address of your page on which a person decides about the approval with this id. The agent and its client
   * read the address, so the page must ask the person to sign in. Only for `decides: "desk"`.
   */
  page?: ((id: string) => string) | undefined;
  /** The seconds for which a call can wait for a decision. Default: seven days. */
  expiresInSeconds?: number | undefined;
  /** The source of time. Default: the system clock. */
  clock?: Clock | undefined;
}

/**
 * A rule that says which calls a person must approve. A call matches if all fields that are present hold. As soon as there are
 * rules, also an empty list, calls are asked about that can raise spending or destroy something, that people of another
 * company can read, or that notify more than 20 people.
 */
export interface AskRule {
  /** Calls with one of these effects. */
  effects?: readonly Effect[] | undefined;
  /** Calls of these actions: `entity.action`, `entity.*` or `entity`. */
  actions?: readonly string[] | undefined;
  /** Calls whose text people of another company can read (`true`), or cannot read (`false`). */
  external?: boolean | undefined;
  /** Calls that notify more people than this number. */
  notified_over?: number | undefined;
  /** Calls that raise the most that can be spent in a day by more than this amount, by currency: `{ USD: 50 }`. */
  amount_over?: Readonly<Record<string, number>> | undefined;
  /** The number of different people who must agree. Two or more must be signed in: a link is not enough. Default: 1. */
  persons?: number | undefined;
  /** The people who can decide, such as `["maya@example.com"]`. Default: everybody who can reach the desk. */
  approvers?: readonly string[] | undefined;
}

/**
 * A standing permission: a call that it covers needs no approval, whatever the other rules say. It covers only what it names:
 * people of another company only with `external: true`, spending only with `amount_up_to`, and `destructive` only by this name.
 */
export interface AllowRule {
  allow: true;
  effects?: readonly Effect[] | undefined;
  actions?: readonly string[] | undefined;
  external?: true | undefined;
  /** The largest number of people whom one call can notify. Default: 20. */
  notified_up_to?: number | undefined;
  /** One call can raise the most that can be spent in a day by at most this amount, by currency. Default: nothing. */
  amount_up_to?: Readonly<Record<string, number>> | undefined;
  /** The ISO time at which the permission ends. Required, so that no permission is forgotten. */
  until: string;
}

export type ApprovalRule = AskRule | AllowRule;

/** The people who must agree to a call, by one rule. */
export interface ApprovalNeed {
  persons: number;
  approvers?: readonly string[] | undefined;
  /** Why the rule asks, as the end of a sentence. */
  because: string;
}

/** A call about which a person is asked. */
export interface AskedCall {
  /** The hash of the tool, the action and the params. */
  digest: string;
  /** The text for the person. */
  reason: string;
  /** A hash of the dry run: the values of the record, the effects and the params. If it changes, the call is refused. */
  state: string;
  /** The items of a batch. */
  rows?: readonly AskedRow[] | undefined;
  /** What a permission compares. */
  facts?: CallFacts | undefined;
  /** The error of the dry run. If the dry run has failed, the call is refused and no person is asked. */
  failed?: ToolResult | undefined;
}

/** A decision of one person. */
export interface ApprovalAnswer {
  approve: boolean;
  /** Who decided, such as an id or an address. */
  by: string;
  /** The rows that the person agrees to, as indexes of `Approval.rows`. The others are not sent. Default: all. */
  rows?: readonly number[] | undefined;
  /** What the person said about it. The agent reads this text. */
  note?: string | undefined;
  /** Whether the person was signed in. A link alone is no sign-in. Default: true. */
  signed_in?: boolean | undefined;
  /** Allows later calls of the same kind without a question. Default: the person is asked about each call. */
  permission?: GivenPermission | undefined;
}

/**
 * `pending`: nobody has decided. `approved`: the call can run now. `ended`: the call has run, and `outcome` is its outcome.
 * `unknown`: the call was started, and its process ended or its outcome was lost, so it never runs again.
 */
export type ApprovalStatus =
  | "pending"
  | "approved"
  | "rejected"
  | "cancelled"
  | "expired"
  | "running"
  | "ended"
  | "unknown";

/** A call that waits, or has waited, for the decision of a person. All times are ISO texts. */
export interface Approval {
  id: string;
  status: ApprovalStatus;
  /**
   * The conversation to resume after the decision: the `context.run` of the call, or else the `scope` of `approvals`. Absent
   * in the hosted service if the call had no run.
   */
  run?: string | undefined;
  /** The name of the tool. */
  tool: string;
  entity: string;
  action: string;
  effect: Effect;
  /**
   * The text for the person: what the call does, who acts, where, who reads it, before and after. It cuts values after 400
   * characters.
   */
  text: string;
  /** The params with which the call runs, whole. */
  params: Readonly<Record<string, unknown>>;
  /** The items of a batch, in the order of the call. A person can agree to some of them. */
  rows?: readonly ApprovalRow[] | undefined;
  /** The number of different people who must agree. */
  persons: number;
  /** Why a person must agree, as ends of sentences. */
  because: readonly string[];
  answers: readonly (ApprovalAnswer & { at: string })[];
  asked_at: string;
  expires_at: string;
  /** The page on which a person who is signed in there decides. */
  url?: string | undefined;
  cancelled_by?: string | undefined;
  /** How the call ended. `ok` is false if it failed. */
  outcome?: { ok: boolean; error?: ErrorJson | undefined; at: string } | undefined;
}

/** The options of a tool, and the rules by which people are asked. */
export interface ExplainOptions extends Pick<ToolOptions, keyof Policy | "actions" | "available"> {
  /** The rules of `needsApproval`. Default: the explanation says that nobody is asked. */
  approval?: readonly ApprovalRule[] | undefined;
  /** The standing permissions that people have given, such as `await desk.permissions()`. */
  permissions?: readonly Pick<Permission, "text">[] | undefined;
}

/** What an agent may do, in words that a person can sign. */
export interface Explanation {
  sentences: readonly string[];
  /** A few calls that are refused. */
  refused: readonly RefusedCall[];
  /** The sentences and the refused calls, as one text. */
  text: string;
}

/** A call that is refused, such as `messages.delete`, and the message of its error. */
export interface RefusedCall {
  call: string;
  reason: string;
}

/** An approval as it is stored. All times are in milliseconds since the epoch. */
export interface StoredApproval extends AskedCall {
  tool: string;
  /** The arguments of the tool. */
  input: unknown;
  call: Pick<ResolvedCall, "entity" | "action" | "effect">;
  /** What the owner of the approval needs to run the call, such as the id of the call in its conversation. */
  about?: Readonly<Record<string, unknown>> | undefined;
  needs: readonly ApprovalNeed[];
  /** For which calls a permission counts that is given with the decision. */
  scope?: string | undefined;
  asked: number;
  expires: number;
  url?: string | undefined;
  answers: readonly (ApprovalAnswer & { at: number })[];
  cancelled?: { by: string; at: number } | undefined;
  ended?: EndedCall | undefined;
}
