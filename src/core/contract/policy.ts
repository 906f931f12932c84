import type { Dict } from "../ground/json.ts";
import { type Effect } from "./effect.ts";

/**
 * The rules for the calls of a connector or a tool. A call cannot change its policies. Names in `include` and `exclude`
 * are `entity.action`, `entity.*` or `entity`.
 */
export interface Policy {
  /** The owner of the policy, such as `organization`, for the error about a missing cap. */
  name?: string | undefined;
  /** The effects that are allowed. Default: all. */
  effects?: readonly Effect[] | undefined;
  /** The actions that are allowed. Default: all. */
  include?: readonly string[] | undefined;
  /** The actions that are not allowed, even if `include` contains them. Default: none. */
  exclude?: readonly string[] | undefined;
  /**
   * The spending caps. A call that raises spending needs a policy with caps. Each policy with caps must have a cap
   * for every raised amount.
   */
  caps?: Caps | undefined;
  /**
   * The allow-list: the ids that calls can use, by kind. With `{ channel: ["C012AB3CD"] }`, a call with another
   * channel fails. A call without a channel, such as a search, fails if it could reach another channel.
   */
  only?: AllowList | undefined;
  /**
   * Whether calls can write where people of another company can read, such as in a channel that is shared with a
   * partner. `true`: all calls can. `false`: no call can, even if another policy has `true`. Default: the calls of
   * your code can, and the calls of a tool can only after a person has approved them.
   */
  external?: boolean | undefined;
}

/**
 * The spending caps, by name. The connector defines the names. Every connector with caps has `max_change_percent`: with
 * 20, an amount that begins the day at 100 can rise to 120. A connector can also define a field with the caps of single
 * accounts, by account id (`AllowListKind.capsField`). These caps replace the caps with the same names.
 */
export type Caps = Readonly<Record<string, CapAmount | CapsOfAccounts | undefined>>;

/**
 * An amount of money has its currency: `{ USD: 2 }`. If there are several currencies, an account uses the amount in
 * its own currency. Amounts are never converted. `unlimited` allows every amount, in code and in JSON.
 */
export type CapAmount = CapLimit | Readonly<Record<string, CapLimit>>;

type CapLimit = number | "unlimited";

export type CapsOfAccounts = Readonly<Record<string, Readonly<Record<string, CapAmount | undefined>>>>;

/** A kind of thing on an allow-list, such as a channel. */
export interface AllowListKind {
  /** The names of the params that contain one id or a list of ids. */
  params: readonly string[];
  /**
   * The format of an id (`pattern`), and its description for error messages (`says`). Names are not accepted, because
   * a name can later belong to another thing.
   */
  accepts: { pattern: RegExp; says: string };
  /**
   * Returns a copy of a value from a result or an error. In this copy, `hiddenText` replaces the ids, names and
   * contents that are not allowed. Default: nothing is hidden.
   */
  hide?: (value: unknown, isAllowed: IsAllowed, params: Dict) => unknown;
  /**
   * Returns the first param value, such as a link, for which the platform could show something of a thing that is not
   * allowed. Default: no value can do that.
   */
  embedded?: (params: Dict, isAllowed: IsAllowed) => Embedded | undefined;
  /**
   * The actions (`entity.action`) whose params are only a piece of the content that the platform shows. `embedded` does
   * not run for these params. Instead, `run` calls `context.enforceContent` with the content.
   */
  pieces?: readonly string[];
  /**
   * The field of a policy's `caps` with the caps of single ids of this kind, such as `accounts`. Default: a policy can
   * have no such caps.
   */
  capsField?: string;
  /** The entities and actions (`entity.action`) that can run without an id, because they reach nothing of this kind. */
  without: readonly string[];
  /**
   * The entities and actions that can also reach things of this kind by an id of another kind, such as the id of a
   * file. Calls of these actions are refused, even if an id in `params` is allowed.
   */
  beyond?: readonly string[];
}

/** A value that could show something that is not allowed. */
export interface Embedded {
  /** The path of the value in the params. */
  path: string;
  /** Says what is wrong with the value, as the end of a sentence that starts with the path. */
  reason: string;
}

export type IsAllowed = (id: string) => boolean;

/** The text that replaces the parts of a result that are not on the allow-list. */
export const hiddenText = "[not on the allow-list]";

export type AllowListKinds = Readonly<Record<string, AllowListKind>>;

/** The allowed ids, by kind (`channel`). */
export type AllowList = Readonly<Record<string, readonly string[]>>;
