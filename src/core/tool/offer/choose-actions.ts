import type { ActionEntry, ActionIndex, CompiledAction } from "../../contract/compiled-action.ts";
import type { CheckResult } from "../../contract/connector.ts";
import type { ConnectorDefinition } from "../../contract/definition.ts";
import { canHave, effects, type Effect } from "../../contract/effect.ts";
import type { Policy } from "../../contract/policy.ts";
import type { ToolOptions } from "../../contract/tool.ts";
import type { ReadOutcome } from "../../call/transport.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { canEnforceAllowList, idLimits } from "../../policy/allow-list.ts";
import { createChoice } from "../../policy/chosen-actions.ts";
import { allowsAction, validatePolicy } from "../../policy/policy.ts";

export interface ChoiceParts {
  connector: ConnectorDefinition;
  lookup: ActionIndex;
  policies: readonly Policy[];
  /** Absent if there are no credentials. The option `available` needs them. */
  check?(): Promise<CheckResult>;
  outcome?: ReadOutcome | undefined;
}

export interface ActionChoice {
  /** The policy in the tool's options. */
  policy: Policy;
  /** The tool's policy and the connector's policies. */
  policies: readonly Policy[];
  limits: ReturnType<typeof idLimits>;
  /** The offered actions, by name. */
  offered: ReadonlyMap<string, CompiledAction>;
  /** The entries of the offered actions. */
  kept: readonly ActionEntry[];
  /** The actions that the policies allow, but that the developer has not chosen. */
  unchosen: readonly ActionEntry[];
  /** The names of the actions that could reach more than the allow-list permits. */
  outOfReach: ReadonlySet<string>;
  /** The actions that these credentials cannot run, and why. Empty without the option `available`. */
  unavailable: Readonly<Record<string, string>>;
  isChosen: (entry: ActionEntry) => boolean;
}

/**
 * Chooses the actions that the options, the connector's policies and `keep` allow. `keep` gets the effects that an action
 * can have and that the policies allow, from weak to strong.
 * @throws ConnectorError `config_error`, or the error of `check` if the option `available` needs it
 */
export async function chooseActions(
  { connector, lookup, policies: connectorPolicies, check }: ChoiceParts,
  options: Pick<ToolOptions, keyof Policy | "actions" | "available">,
  keep: (possible: readonly Effect[]) => boolean = () => true,
): Promise<ActionChoice> {
  const { caps, moneyCaps, allowListKinds = {}, everyday, toolEffects = ["read"] } = connector;
  const names = lookup.names();
  const policy = validatePolicy(
    { ...options, name: "tool", effects: options.effects ?? toolEffects },
    { actions: names, everyday, caps, moneyCaps, allowListKinds },
    "tool options",
  );
  const policies = [policy, ...connectorPolicies];
  const allowed = effects.filter((effect) => policies.every((one) => one.effects?.includes(effect) ?? true));
  const unavailable = options.available ? await unavailableActions(check) : {};
  const limits = idLimits(allowListKinds, policies);
  const isChosen = createChoice(connector, policies, options.actions);
  const kept: ActionEntry[] = [];
  const offered = new Map<string, CompiledAction>();
  const outOfReach = new Set<string>();
  const unchosen: ActionEntry[] = [];
  for (const [index, entry] of lookup.all.entries()) {
    const [entity, action, { effect }] = entry;
    const name = names[index]!;
    if (
      Object.hasOwn(unavailable, name) ||
      !policies.every((one) => allowsAction(one, entity, action, effect)) ||
      !keep(allowed.filter((one) => canHave(effect, one)))
    )
      continue;
    if (!isChosen(entry)) {
      unchosen.push(entry);
      continue;
    }
    const compiled = await lookup.compile(entity, action);
    if (canEnforceAllowList(limits, compiled)) {
      offered.set(name, compiled);
      kept.push(entry);
    } else outOfReach.add(name);
  }
  return { policy, policies, limits, offered, kept, unchosen, outOfReach, unavailable, isChosen };
}

/** Returns the actions that these credentials cannot run, and why. Throws if the credentials are refused. */
async function unavailableActions(check: ChoiceParts["check"]): Promise<Readonly<Record<string, string>>> {
  if (!check)
    throw new ConnectorError("config_error", "The option available needs credentials.", {
      path: "available",
      hint: "Call the method of a connector, and not of its class.",
    });
  const { error, unavailable = {} } = await check();
  if (error) throw ConnectorError.fromJSON(error);
  return unavailable;
}
