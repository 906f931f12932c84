import { type Effect } from "./effect.ts";

/**
 * The actions that a connector or a tool can run, with limits. Only code can set a policy: it is never read from
 * params, the environment or an HTTP body. Names in `include` and `exclude` are `entity.action`, `entity.*` or
 * `entity`.
 */
export interface Policy {
  /** The effects that calls may have. Default: all. */
  effects?: readonly Effect[] | undefined;
  /** The actions that are allowed. Default: all. */
  include?: readonly string[] | undefined;
  /** The actions that are not allowed, even if `include` names them. Default: none. */
  exclude?: readonly string[] | undefined;
  /**
   * The spending caps, by name (`max_daily_budget`). The connector defines the names. `max_change_percent` limits every
   * raise in percent. A call that raises spending fails unless every raised amount has a cap.
   */
  caps?: Readonly<Record<string, number>> | undefined;
  /**
   * The allow-list: the ids that calls can use, by kind. With `{ channel: ["C012AB3CD"] }`, calls with the id of
   * another channel fail. Calls that could reach other channels without an id, such as a search, fail too.
   */
  only?: Only | undefined;
}

/** A kind of thing that an allow-list can contain, such as a channel. */
export interface Place {
  /** The names of the params that contain one id or a list of ids. */
  params: readonly string[];
  /**
   * The format of an id (`pattern`), and the description of that format in messages (`says`). Names are not accepted,
   * because the same name can later belong to another thing.
   */
  accepts: { pattern: RegExp; says: string };
  /**
   * The format of the ids in `meta.names` and `meta.ids`. Entries with other ids than the allowed ones are removed
   * there.
   */
  named?: RegExp;
  /** The entities and actions (`entity.action`) that can run without an id, because they reach nothing of this kind. */
  without: readonly string[];
}

export type Places = Readonly<Record<string, Place>>;

/** The allowed ids, by kind (`channel`). */
export type Only = Readonly<Record<string, readonly string[]>>;
