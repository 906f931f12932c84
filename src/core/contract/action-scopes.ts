/** Scopes of which a token needs at least one: `["channels:read", "groups:read"]`. */
export type ScopeNeed = readonly string[];

/** The scopes that a token needs, by kind of token (`bot`). A token must satisfy every `ScopeNeed` in the list. */
export type ScopeNeeds = Readonly<Record<string, readonly ScopeNeed[]>>;

/** The scopes of an action. Both fields leave out the kinds of token that cannot run the action. */
export interface ActionScopes {
  /** The scopes without which the action fails. */
  readonly required: ScopeNeeds;
  /**
   * The scopes without which the action works but does less. For example, without such a scope the result contains
   * ids but no names.
   */
  readonly used: ScopeNeeds;
}

/** A token has none of `scopes`, but the `actions` need at least one of them. */
export interface MissingScope {
  readonly scopes: ScopeNeed;
  /** Whether the actions fail without such a scope. If false, the actions only do less. */
  readonly required: boolean;
  readonly actions: readonly string[];
}

/** Operations that a call can send besides the operations in the `calls` of its action. */
export interface IndirectCalls {
  /** The operations of `PlatformClient.enrich`. */
  readonly enrich?: readonly string[];
  /** The operations of the connector's `resolver`. */
  readonly names?: readonly ParamCalls[];
  /** The operations of the connector's `preview` and `audience`, which run only for writes. */
  readonly writes?: readonly ParamCalls[];
}

interface ParamCalls {
  /** The operations are sent only if the action has one of these params. Default: for every action. */
  readonly params?: readonly string[];
  /** The operations are sent only if one of `params` can contain this text, such as `@ana`. Default: any text. */
  readonly text?: string;
  readonly calls: readonly string[];
}
