/** A need that each of the listed scopes meets. A platform can have one scope for each kind of thing, such as a channel. */
export type ScopeNeed = readonly string[];

/** Needs by kind of token, such as `bot`. */
export type ScopeNeeds = Readonly<Record<string, readonly ScopeNeed[]>>;

/** The scopes of an action. A kind of token that cannot run the action is absent. */
export interface ActionScopes {
  /** The action fails if one of these needs is not met. */
  readonly required: ScopeNeeds;
  /**
   * Without these, the action does less: its result has no names, its params accept no names, its dry run shows less, or
   * its write has no undo.
   */
  readonly used: ScopeNeeds;
}

/** A need that the scopes of a token do not meet. */
export interface MissingScope {
  /** The token needs one of these scopes. */
  readonly scopes: ScopeNeed;
  /** True if the actions fail without it. False if they only do less. */
  readonly required: boolean;
  /** The actions that need it, such as `messages.create`. */
  readonly actions: readonly string[];
}

/** Operations that calls can send beside the `calls` of their action. */
export interface IndirectCalls {
  /** The operations of `Client.enrich`. */
  readonly enrich?: readonly string[];
  /** The operations of the connector's `resolver`. */
  readonly names?: readonly ParamCalls[];
  /** The operations of the connector's `preview`. */
  readonly dryRun?: readonly ParamCalls[];
}

/** Operations that are sent for some params. */
interface ParamCalls {
  /** The action has at least one of these params. Default: for every action. */
  readonly params?: readonly string[];
  /** One of the params accepts this text, such as `@ana`. Default: any text. */
  readonly text?: string;
  readonly calls: readonly string[];
}
