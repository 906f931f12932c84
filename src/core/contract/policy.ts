import type { Dict } from "../ground/json.ts";
import { type Effect } from "./effect.ts";

/**
 * The rules that decide which calls a connector or a tool allows. Only code can set a policy: a policy is never read
 * from params or the environment. In the hosted service, an organization's application can also set policies. Names in
 * `include` and `exclude` are `entity.action`, `entity.*` or `entity`.
 */
export interface Policy {
  /** The owner of the policy, such as `organization`. An error about a missing cap names this owner. */
  name?: string | undefined;
  /** The effects that are allowed. Default: all. */
  effects?: readonly Effect[] | undefined;
  /** The actions that are allowed. Default: all. */
  include?: readonly string[] | undefined;
  /** The actions that are not allowed, even if `include` contains these actions. Default: none. */
  exclude?: readonly string[] | undefined;
  /**
   * The spending caps. A call that raises spending fails unless at least one policy has caps, and each policy with caps
   * has a cap for every raised amount.
   */
  caps?: Caps | undefined;
  /**
   * The allow-list: the ids that calls are allowed to use, by kind. With `{ channel: ["C012AB3CD"] }`, a call with the
   * id of another channel fails. A call without an id, such as a search, fails too if it could reach another channel.
   */
  only?: Only | undefined;
}

/**
 * The spending caps, by name (`max_daily_budget`). The connector defines the names. Every connector with caps also
 * has `max_change_percent`. This is the maximum raise of an amount, in percent of the amount's first value of the
 * day.
 */
export interface Caps {
  readonly [name: string]: CapAmount | CapsOfProfiles | undefined;
  /**
   * Caps for single profiles, by the id of the profile. For such a profile, these caps replace the caps with the same
   * names.
   */
  readonly profiles?: CapsOfProfiles | undefined;
}

/**
 * The amount of a cap. An amount of money is written with its currency: `{ USD: 2 }`. If there are several currencies,
 * an account uses the amount in its own currency. Amounts are never converted.
 */
export type CapAmount = number | Readonly<Record<string, number>>;

type CapsOfProfiles = Readonly<Record<string, Readonly<Record<string, CapAmount | undefined>>>>;

/** A kind of thing that an allow-list can contain, such as a channel. */
export interface Place {
  /** The names of the params that contain one id or a list of ids. */
  params: readonly string[];
  /**
   * The format of an id (`pattern`), and the description of that format in error messages (`says`). Names are not
   * accepted, because the same name can later belong to another thing.
   */
  accepts: { pattern: RegExp; says: string };
  /**
   * Returns a copy of a part of a result or of an error. In the copy, `hiddenText` replaces the ids, names and contents
   * of things that are not allowed. `params` are the params of the call. Default: nothing is replaced.
   */
  hide?: (value: unknown, isAllowed: IsAllowed, params: Dict) => unknown;
  /**
   * Returns the path of a param value that could make the platform show a thing that is not allowed. An example is
   * a link that gets a preview. Default: no value can do that.
   */
  embedded?: (params: Dict, isAllowed: IsAllowed) => string | undefined;
  /** Whether a policy can have caps for single ids of this kind (`caps.profiles`). */
  hasCaps?: true;
  /** The entities and actions (`entity.action`) that can run without an id, because they reach nothing of this kind. */
  without: readonly string[];
  /**
   * The entities and actions that can also reach things of this kind by an id of another kind, such as the id of a
   * file. Calls of these actions are refused even if an id in `params` is allowed.
   */
  beyond?: readonly string[];
}

/** Returns whether an allow-list contains an id. */
export type IsAllowed = (id: string) => boolean;

/** The text that replaces a part of a result that the allow-list hides. */
export const hiddenText = "[not on the allow-list]";

export type Places = Readonly<Record<string, Place>>;

/** The allowed ids, by kind (`channel`). */
export type Only = Readonly<Record<string, readonly string[]>>;
