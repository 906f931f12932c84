import { type Effect } from "./effect.ts";

/**
 * What a connector or a tool may do. For code only: it is never read from params, the environment or an HTTP body.
 * Names in `include` and `exclude` are `entity.action`, `entity.*` or `entity`.
 */
export interface Policy {
  /** Effects that calls may have; all without it. */
  effects?: readonly Effect[] | undefined;
  /** Only these actions. */
  include?: readonly string[] | undefined;
  /** All but these. */
  exclude?: readonly string[] | undefined;
  /**
   * The most that calls may raise, by the connector's names of amounts (`max_daily_budget`), and `max_change_percent`
   * for all of them. What spends money is refused where there are none.
   */
  caps?: Readonly<Record<string, number>> | undefined;
  /**
   * The things that calls may be about, by their ids: `{ channel: ["C012AB3CD"] }`. Calls about others are refused, and so
   * are those that name none but might reach others, such as a search.
   */
  only?: Only | undefined;
}

// A policy can keep calls to some of the things that a connector's credentials reach, such as two channels of a
// workspace. What might reach past them, or cannot be told, is refused.

/** A kind of thing that a policy can keep calls to. */
export interface Place {
  /** Params that name one, or a list of them: as ids, once names are resolved. */
  params: readonly string[];
  /** What an id looks like, and the words for it: names could be given to something else tomorrow. */
  accepts: { pattern: RegExp; says: string };
  /** Ids whose names results tell beside what was asked for (`meta.names`): of those that are not allowed, they do not. */
  named?: RegExp;
  /** `entity` or `entity.action`: what reaches nothing of the kind while it names none. All else must name one. */
  without: readonly string[];
}

export type Places = Readonly<Record<string, Place>>;

/** By the connector's kinds of things (`channel`): the ids that calls may be about. */
export type Only = Readonly<Record<string, readonly string[]>>;
