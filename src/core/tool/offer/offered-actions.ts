import type { ActionEntry, ActionIndex, CompiledAction, FindAction } from "../../contract/compiled-action.ts";
import type { CheckResult } from "../../contract/connector.ts";
import type { ConnectorDefinition } from "../../contract/definition.ts";
import { canHave, effects, weakest, type Effect, type EffectRule } from "../../contract/effect.ts";
import type { Policy } from "../../contract/policy.ts";
import type { ToolOptions } from "../../contract/tool.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { tokensInWords } from "../../call/event-tokens.ts";
import type { Caller } from "../../call/execute.ts";
import { canEnforceAllowList, describeAllowList } from "../../policy/allow-list.ts";
import { validatePolicy, enforceNamed, enforcePolicy, allowsAction, isNamed } from "../../policy/policy.ts";

export interface ToolParts {
  connector: ConnectorDefinition;
  lookup: ActionIndex;
  policies: readonly Policy[];
  check(): Promise<CheckResult>;
  callerUnder(policy: Policy): Caller;
}

export interface OfferedActions {
  /** The actions, in the order of `describe()`. */
  actions: readonly CompiledAction[];
  lookup: ActionIndex;
  caller: Caller;
  /** The tool's policy and the connector's policies, which apply to every call. */
  policies: readonly Policy[];
  /** The sentences that list the allowed ids in the tool's description. Empty if there is no allow-list. */
  only: string;
  has(entity: string, action: string): boolean;
  /**
   * Finds an offered action. Adds a note if the names are not exactly those of the action.
   * @throws ConnectorError with the reason if the action exists, but the tool does not offer it
   */
  find(entity: unknown, action: unknown, notes: string[]): CompiledAction;
  /** Returns the effects that a call of these actions can have, and that the policies allow. */
  effectsOf(actions: readonly CompiledAction[]): readonly Effect[];
}

/**
 * Returns the actions that the tool's options, the connector's policies and `keep` allow. Returns undefined if there
 * are none.
 */
export async function createOfferedActions(
  { connector, lookup: all, policies: connectorPolicies, callerUnder, check }: ToolParts,
  options: ToolOptions,
  keep: (effect: Effect | EffectRule) => boolean = () => true,
): Promise<OfferedActions | undefined> {
  const { caps, moneyCaps, allowListKinds = {} } = connector;
  const names = all.names();
  const policy = validatePolicy(
    { ...options, name: "tool", effects: options.effects ?? connector.toolEffects ?? ["read"] },
    { actions: names, caps, moneyCaps, allowListKinds },
    "tool options",
  );
  const policies = [policy, ...connectorPolicies];
  const unavailable = options.available ? await unavailableActions(check) : {};
  const limited = policies.some(({ only = {} }) => Object.keys(only).length > 0);
  // An action that needs an event token, such as `trigger_id`, is offered only if the application lists it in
  // an `include`.
  const includes = policies.some(({ include }) => include !== undefined);
  const kept: ActionEntry[] = [];
  const offered = new Map<string, CompiledAction>();
  const outOfReach = new Set<string>();
  for (const [index, entry] of all.all.entries()) {
    const [entity, action, { effect, guard, eventToken }] = entry;
    const name = names[index]!;
    if (
      !keep(effect) ||
      (!guard && weakest(effect) === "spend" && !isNamed(policies, entity, action)) ||
      (eventToken !== undefined && !includes) ||
      Object.hasOwn(unavailable, name) ||
      !policies.every((one) => allowsAction(one, entity, action, effect))
    )
      continue;
    const compiled = await all.compile(entity, action);
    if (!limited || canEnforceAllowList(allowListKinds, policies, compiled)) {
      offered.set(name, compiled);
      kept.push(entry);
    } else outOfReach.add(name);
  }
  if (offered.size === 0) return undefined;

  const actions = [...offered.values()];
  const lookup = all.only(kept);

  const notOffered = ({ entity, action, definition: { eventToken } }: ReturnType<FindAction>) => {
    const name = `${entity}.${action}`;
    if (eventToken !== undefined && !includes)
      return new ConnectorError(
        "policy_denied",
        `${name} is not offered here: it needs ${tokensInWords(connector.eventTokens ?? {}, eventToken)}, which only the application has.`,
        {
          path: "action",
          hint: `Only code can offer it, with include: ["${name}", ...] in the options of the tool. Tell the user.`,
        },
      );
    if (Object.hasOwn(unavailable, name))
      return new ConnectorError(
        "credential_insufficient_scope",
        `${name} cannot be done with these credentials: ${unavailable[name]}`,
        { path: "action", hint: "No change of params will help. Tell the user." },
      );
    if (outOfReach.has(name))
      return new ConnectorError(
        "policy_denied",
        `${name} is not allowed here: it could reach more than the allow-list permits.`,
        { path: "action", hint: describeAllowList(policies) },
      );
    return new ConnectorError(
      "unknown_action",
      `This tool does not have ${name}; another tool of ${connector.title} has it.`,
      { path: "action", hint: "Call that tool with the same arguments." },
    );
  };

  return {
    actions,
    lookup,
    caller: callerUnder(policy),
    policies,
    only: describeAllowList(policies),
    has: (entity, action) => offered.has(`${entity}.${action}`),
    find(entity, action, notes) {
      let found;
      try {
        found = lookup.find(entity, action, notes);
      } catch (unknown) {
        let hidden;
        try {
          hidden = all.find(entity, action, []);
        } catch {
          throw unknown;
        }
        for (const one of policies)
          enforcePolicy(one, hidden.entity, hidden.action, weakest(hidden.definition.effect));
        if (!hidden.definition.guard && weakest(hidden.definition.effect) === "spend")
          enforceNamed(policies, hidden.entity, hidden.action);
        throw notOffered(hidden);
      }
      return offered.get(`${found.entity}.${found.action}`)!;
    },
    effectsOf: (some) =>
      effects.filter(
        (effect) =>
          policies.every((one) => one.effects?.includes(effect) ?? true) &&
          some.some(({ definition }) => canHave(definition.effect, effect)),
      ),
  };
}

/** Returns the actions that these credentials cannot run, and why. Throws if the credentials are refused. */
async function unavailableActions(check: ToolParts["check"]): Promise<Readonly<Record<string, string>>> {
  const { error, unavailable = {} } = await check();
  if (error) throw ConnectorError.fromJSON(error);
  return unavailable;
}

export const noActions = (): ConnectorError =>
  new ConnectorError("config_error", "The tool has no action: its options allow none.", {
    path: "tool options",
    hint: "Allow more effects or actions, or remove a name from exclude.",
  });
