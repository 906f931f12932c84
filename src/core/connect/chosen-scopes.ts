import type { ScopeNeed } from "../contract/action-scopes.ts";
import type { ActionIndex } from "../contract/compiled-action.ts";
import type { ConnectFlow } from "../contract/connect-flow.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import { type Effect, weakest } from "../contract/effect.ts";
import { type OptionTypes, optionError, optionTypes, readOptions } from "../ground/read-options.ts";
import { createChoice } from "../policy/chosen-actions.ts";
import { allowsAction, validatePolicy } from "../policy/policy.ts";

/**
 * A selection of actions and of kinds of tokens. Actions are selected as for a tool: without `include`, they are the
 * connector's everyday actions. Without `effects`, actions that always spend money are left out.
 */
export interface ScopeChoice {
  /** As the option `actions` of a tool: `everyday` or `all`. Default: `everyday`. */
  actions?: "everyday" | "all" | undefined;
  include?: readonly string[] | undefined;
  exclude?: readonly string[] | undefined;
  effects?: readonly Effect[] | undefined;
  /** The kinds of tokens, such as `["bot"]`. Default: the first kind of the platform. */
  tokens?: readonly string[] | undefined;
  /**
   * Whether to add the optional scopes, without which an action works but does less. For example, its params then
   * accept no names, and its results show ids. Default: false.
   */
  allScopes?: boolean | undefined;
}

const list = { says: "an array of texts", is: Array.isArray };
export const choiceOptions = {
  actions: { says: "everyday or all", is: (value) => value === "everyday" || value === "all" },
  include: list,
  exclude: list,
  effects: list,
  tokens: list,
  allScopes: optionTypes.boolean,
} satisfies OptionTypes;

/** The requested scopes, by kind of token: `{ bot: ["channels:read"] }`. */
export type AskedScopes = Record<string, string[]>;

/**
 * Returns the scopes that the chosen actions need, by kind of token.
 * @throws ConnectorError `config_error`
 */
export async function chosenScopes(
  connector: Pick<ConnectorDefinition, "everyday" | "onlyByName">,
  lookup: ActionIndex,
  flow: ConnectFlow,
  given: unknown,
  where: string,
): Promise<AskedScopes> {
  const {
    tokens,
    allScopes = false,
    actions,
    ...choice
  } = readOptions(given, choiceOptions, where, "") as ScopeChoice;
  if (actions !== undefined && choice.include !== undefined)
    throw optionError(
      "actions",
      `${where}: actions and include both choose the actions.`,
      "Pass only one of them.",
    );
  const { everyday } = connector;
  const policy = validatePolicy(choice as never, { actions: lookup.names(), everyday }, where);
  const isChosen = createChoice(connector, [policy], actions);
  const known = Object.keys(flow.tokens);
  const kinds = tokens ?? known.slice(0, 1);
  const unknown = kinds.find((kind) => !known.includes(kind));
  if (unknown !== undefined || kinds.length === 0)
    throw optionError(
      "tokens",
      `${where}.tokens names no kind of token of this platform.`,
      `Kinds: ${known.join(", ")}.`,
    );
  const found = new Map(kinds.map((kind) => [kind, [] as ScopeNeed[]]));
  for (const entry of lookup.all) {
    const [entity, action, { effect }] = entry;
    if (
      !isChosen(entry) ||
      !allowsAction(policy, entity, action, effect) ||
      (policy.effects === undefined && weakest(effect) === "spend")
    )
      continue;
    const { scopes: needs } = await lookup.compile(entity, action);
    for (const [kind, all] of found)
      all.push(...(needs?.required[kind] ?? []), ...(allScopes ? (needs?.used[kind] ?? []) : []));
  }
  return Object.fromEntries(
    [...found].map(([kind, all]) => [
      kind,
      fewest(all, flow.tokens[kind]!.scopes, flow.scopesFor).toSorted(),
    ]),
  );
}

/** Returns scopes for all needs. A need with few alternatives comes first, so that its scope can serve other needs. */
function fewest(
  needs: readonly ScopeNeed[],
  always: readonly string[] = [],
  scopesFor?: ConnectFlow["scopesFor"],
): string[] {
  const chosen = new Set<string>(always);
  for (const need of needs.toSorted((one, other) => one.length - other.length)) {
    const asked = scopesFor?.(need) ?? (need.some((scope) => chosen.has(scope)) ? [] : need.slice(0, 1));
    for (const scope of asked) chosen.add(scope);
  }
  return [...chosen];
}

export interface ManifestOptions extends ScopeChoice {
  /** The name of the application. Default: `Agent`. */
  name?: string | undefined;
  /** The addresses to which the platform is allowed to send people back. */
  redirectUris?: readonly string[] | undefined;
  /** Whether the application can be installed for a whole organization. Default: false. */
  organization?: boolean | undefined;
  /** Whether programs without a client secret use the application. Default: false. */
  pkce?: boolean | undefined;
}

export const manifestOptions = {
  name: optionTypes.string,
  redirectUris: list,
  organization: optionTypes.boolean,
  pkce: optionTypes.boolean,
} satisfies OptionTypes;
