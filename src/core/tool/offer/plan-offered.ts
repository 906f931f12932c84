import { quoteOthers } from "../../ground/quote-others.ts";
import { callOrThrow, planCall, type Plan } from "../../call/params/planned-call.ts";
import type { CallOptions } from "../../contract/call-options.ts";
import type { CompiledAction } from "../../contract/compiled-action.ts";
import { weakest } from "../../contract/effect.ts";
import type { ConnectorDefinition } from "../../contract/definition.ts";
import type { PlannedToolCall, ResolvedCall, ToolOptions } from "../../contract/tool.ts";
import { ConnectorError, type ErrorJson } from "../../ground/errors.ts";
import { at, isDict } from "../../ground/json.ts";
import { late } from "../../ground/lazy.ts";
import { enforcePolicy } from "../../policy/policy.ts";
import { failed } from "../output/failure.ts";
import type { OfferedActions } from "./offered-actions.ts";

const runOffered = late(async () => (await import("./run-offered.ts")).runOffered);

/** Plans a call of an offered action. `notes`: the corrections that were already made to the arguments. */
export function planOffered(
  connector: ConnectorDefinition,
  offered: OfferedActions,
  compiled: CompiledAction,
  params: unknown,
  notes: readonly string[],
  options: ToolOptions,
): PlannedToolCall {
  const plan = planCall(connector, compiled, params, notes);
  return {
    resolved: resolvedCall(plan, offered),
    preview: async (callOptions) => {
      const { controls } = callOrThrow(plan);
      const call = { ...callOrThrow(plan), controls: { ...controls, dry_run: true } };
      // The person who reads the preview can allow the call.
      const options: CallOptions = { external: "allow", ...callOptions };
      const result = await offered.caller.run({ ...plan, call, error: undefined }, options);
      const refused = at(result, "data.refused");
      if (isDict(refused)) throw ConnectorError.fromJSON(refused as unknown as ErrorJson);
      const { description } = compiled.definition;
      // The descriptions of an MCP server stand in quotation marks from the start.
      const isQuoted = !connector.quoted || description.startsWith("“");
      const shown = isQuoted ? description : quoteOthers(description.split(". ")[0]!.replace(/\.$/, ""), 300);
      return { title: connector.title, description: shown, result };
    },
    run: (callOptions = {}) =>
      runOffered(plan, offered, options, callOptions).catch((error: unknown) => failed(error, callOptions)),
  };
}

/** Returns the call that a person can approve. Returns undefined if the call is invalid, or if a policy refuses it. */
function resolvedCall({ call }: Plan, { policies }: OfferedActions): ResolvedCall | undefined {
  if (!call) return undefined;
  const { entity, action, definition } = call.compiled;
  // The exact effect is known only after the `guard` has run, so the policy is checked with the weakest effect.
  const least = definition.guard ? weakest(definition.effect) : call.effect;
  try {
    for (const policy of policies) enforcePolicy(policy, entity, action, least);
  } catch {
    return undefined;
  }
  const effect = call.controls.dry_run === true ? "read" : call.effect;
  return { entity, action, params: call.input, effect };
}
