import type { ActionEntry, ActionIndex, CompiledAction, FindAction } from "../../contract/compiled-action.ts";
import { canHave, effects, weakest, type Effect } from "../../contract/effect.ts";
import type { Policy } from "../../contract/policy.ts";
import type { ToolOptions } from "../../contract/tool.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { lazy } from "../../ground/lazy.ts";
import { tokensInWords } from "../../call/event-tokens.ts";
import type { ReadOutcome } from "../../call/transport.ts";
import type { Caller } from "../../call/execute.ts";
import { describeAllowList } from "../../policy/allow-list.ts";
import { enforceNamed, enforcePolicy } from "../../policy/policy.ts";
import { chooseActions, type ChoiceParts } from "./choose-actions.ts";

/** The functions of a caller that tools use. */
export type ToolCaller = Pick<Caller, "run" | "planJob">;

export interface ToolParts extends ChoiceParts {
  callerUnder(policy: Policy): ToolCaller;
}

export interface OfferedActions {
  /** The actions, in the order of `describe()`. */
  actions: readonly CompiledAction[];
  lookup: ActionIndex;
  caller: ToolCaller;
  /** The tool's policy and the connector's policies, which apply to every call. */
  policies: readonly Policy[];
  /** The number of actions that the policies allow, but that the developer has not chosen for the tool. */
  unchosen: number;
  /** Returns an index of the offered actions and the unchosen actions. */
  wider: () => ActionIndex;
  /** The sentences that list the allowed ids in the tool's description. Empty if there is no allow-list. */
  only: string;
  /** Reads the outcome of a call that waited. Absent in open source mode, in which `caller` goes on with a job. */
  outcome: ReadOutcome | undefined;
  has(entity: string, action: string): boolean;
  /**
   * Finds an offered action. Adds a note if the names are not exactly those of the action.
   * @throws ConnectorError with the reason if the action exists, but the tool does not offer it
   */
  find(entity: unknown, action: unknown, notes: string[]): CompiledAction;
  /** The error about actions of one entity that exist, but that the developer has not chosen for the tool. */
  notChosen: (actions: readonly ActionEntry[]) => ConnectorError;
  /** Returns the effects that a call of these actions can have, and that the policies allow. */
  effectsOf(actions: readonly CompiledAction[]): readonly Effect[];
}

/**
 * Returns the actions that the tool's options, the connector's policies and `keep` allow. Returns undefined if there
 * are none.
 */
export async function createOfferedActions(
  parts: ToolParts,
  options: ToolOptions,
  keep?: (possible: readonly Effect[]) => boolean,
): Promise<OfferedActions | undefined> {
  const { connector, lookup: all, callerUnder } = parts;
  const { everyday } = connector;
  const { policy, policies, limits, offered, kept, unchosen, outOfReach, unavailable, isChosen } =
    await chooseActions(parts, options, keep);
  if (offered.size === 0) return undefined;

  const actions = [...offered.values()];
  const lookup = all.only(kept);

  const notChosen = (entries: readonly ActionEntry[]) => {
    const full = entries.map(([entity, action]) => `${entity}.${action}`);
    const tokens = entries.map(([, , { eventToken }]) => eventToken).find((token) => token !== undefined);
    const before = options.include ? "..., " : everyday ? '"everyday", ' : "";
    return new ConnectorError(
      "policy_denied",
      tokens === undefined
        ? `${full.join(", ")} exists, but this tool does not offer it.`
        : `${full.join(", ")} is not offered here: it needs ${tokensInWords(connector.eventTokens ?? {}, tokens)}, which only the application has.`,
      {
        path: "action",
        hint: `Do not call it again. Only the developer can offer it, with include: [${before}"${full[0]}"] in the options of the tool. Tell the user.`,
      },
    );
  };
  const notOffered = ({ entity, action, definition }: ReturnType<FindAction>) => {
    const name = `${entity}.${action}`;
    if (!isChosen([entity, action, definition])) return notChosen([[entity, action, definition]]);
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
        { path: "action", hint: describeAllowList(limits) },
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
    unchosen: unchosen.length,
    wider: lazy(() => all.only([...kept, ...unchosen])),
    notChosen,
    caller: callerUnder(policy),
    policies,
    only: describeAllowList(limits),
    outcome: parts.outcome,
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

export const noActions = (): ConnectorError =>
  new ConnectorError("config_error", "The tool has no action: its options allow none.", {
    path: "tool options",
    hint: "Allow more effects, choose actions with include, or remove a name from exclude.",
  });
