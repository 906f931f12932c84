/** A token needs at least one of these scopes. For example, Slack has one scope for each kind of channel. */
export type ScopeNeed = readonly string[];

/** The scopes that a token needs. The keys are kinds of token, such as `bot`. */
export type ScopeNeeds = Readonly<Record<string, readonly ScopeNeed[]>>;

/** The scopes of an action. Both fields leave out the kinds of token that cannot run the action. */
export interface ActionScopes {
  /** The scopes without which the action fails. */
  readonly required: ScopeNeeds;
  /**
   * The scopes without which the action works but does less. For example, the result has no names, the params
   * accept no names, or the write has no undo.
   */
  readonly used: ScopeNeeds;
}

/** Scopes that a token lacks, and the actions that need these scopes. */
export interface MissingScope {
  readonly scopes: ScopeNeed;
  /** True if the actions fail without the scope. False if the actions only do less. */
  readonly required: boolean;
  readonly actions: readonly string[];
}

/** Operations that a call can send besides the operations in the `calls` of its action. */
export interface IndirectCalls {
  /** The operations of `Client.enrich`. */
  readonly enrich?: readonly string[];
  /** The operations of the connector's `resolver`. */
  readonly names?: readonly ParamCalls[];
  /** The operations of the connector's `preview`. */
  readonly dryRun?: readonly ParamCalls[];
}

interface ParamCalls {
  /** The operations are sent only for an action that has one of these params. Default: for every action. */
  readonly params?: readonly string[];
  /** The operations are sent only if one of `params` accepts this text, such as `@ana`. Default: any text. */
  readonly text?: string;
  readonly calls: readonly string[];
}
