import { type Effect } from "./effect.ts";

/**
 * What a connector or a tool may do. It is for code only, and never read from params, the environment or an HTTP body.
 * Names in `include` and `exclude` are `entity.action`, `entity.*` or `entity`.
 */
export interface Policy {
  /** The effects that calls may have. Default: all. */
  effects?: readonly Effect[] | undefined;
  /** The only actions that may run. Default: all. */
  include?: readonly string[] | undefined;
  /** Actions that may not run. */
  exclude?: readonly string[] | undefined;
  /**
   * The spending caps, by the connector's names (`max_daily_budget`). `max_change_percent` limits every raise. Calls that
   * raise spending fail unless every raised amount has a cap.
   */
  caps?: Readonly<Record<string, number>> | undefined;
  /**
   * The allow-list: the ids that calls may use, by kind: `{ channel: ["C012AB3CD"] }`. Calls with other ids fail. Calls
   * without an id fail too if they could reach others, such as a search.
   */
  only?: Only | undefined;
}

/** A kind of thing that an allow-list can contain, such as a channel. */
export interface Place {
  /** The params that contain one id or a list of ids, after names are resolved. */
  params: readonly string[];
  /** The format of an id, and its description for messages. Names are not accepted, since a name can change its owner. */
  accepts: { pattern: RegExp; says: string };
  /** The format of the ids in `meta.names` and `meta.ids`. Results leave out the entries of ids that are not allowed. */
  named?: RegExp;
  /** The entities and actions (`entity.action`) that may run without an id, since they reach nothing of this kind. */
  without: readonly string[];
}

export type Places = Readonly<Record<string, Place>>;

/** The allowed ids, by kind (`channel`). */
export type Only = Readonly<Record<string, readonly string[]>>;
