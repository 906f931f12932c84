import { type Effect } from "./effect.ts";

/**
 * The rules for which calls a connector or a tool allows. Only code can set a policy: a policy is never read from
 * params, the environment or an HTTP body. Names in `include` and `exclude` are `entity.action`, `entity.*` or
 * `entity`.
 */
export interface Policy {
  /** The effects that are allowed. Default: all. */
  effects?: readonly Effect[] | undefined;
  /** The actions that are allowed. Default: all. */
  include?: readonly string[] | undefined;
  /** The actions that are not allowed, even if `include` names them. Default: none. */
  exclude?: readonly string[] | undefined;
  /**
   * The spending caps, by name (`max_daily_budget`). The connector defines the names. The cap `max_change_percent` is the
   * maximum raise of any amount, in percent. A call that raises spending fails unless every raised amount has a cap.
   */
  caps?: Readonly<Record<string, number>> | undefined;
  /**
   * The allow-list: the ids that calls are allowed to use, by kind. With `{ channel: ["C012AB3CD"] }`, a call with the
   * id of another channel fails. A call without an id, such as a search, fails too if it could reach another channel.
   */
  only?: Only | undefined;
}

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
   * The format of an id in `meta.names` and `meta.ids` of a result. Ids of this format that are not allowed are removed
   * from these two fields.
   */
  named?: RegExp;
  /** The entities and actions (`entity.action`) that can run without an id, because they reach nothing of this kind. */
  without: readonly string[];
}

export type Places = Readonly<Record<string, Place>>;

/** The allowed ids, by kind (`channel`). */
export type Only = Readonly<Record<string, readonly string[]>>;
