import { chooseFields } from "../../call/choose-fields.ts";
import { callOrThrow, planCall, withoutFields, type Plan } from "../../call/params/planned-call.ts";
import type { CallOptions } from "../../contract/call-options.ts";
import type { CompiledAction } from "../../contract/compiled-action.ts";
import { weakest } from "../../contract/effect.ts";
import type { ConnectorDefinition } from "../../contract/definition.ts";
import type { Meta } from "../../contract/result.ts";
import type { PlannedToolCall, ToolResult, ResolvedCall, ToolOptions } from "../../contract/tool.ts";
import { ConnectorError, type ErrorJson } from "../../ground/errors.ts";
import { at, isDict } from "../../ground/json.ts";
import type { ResumedJob } from "../../job/run-job.ts";
import { enforcePolicy } from "../../policy/policy.ts";
import { failed } from "../output/failure.ts";
import { fileForModel, readFile, toolMedia, type ToolFile } from "../output/file-output.ts";
import { oncePerRun } from "./once-per-run.ts";
import type { OfferedActions } from "./offered-actions.ts";
import { forModel } from "../output/output.ts";

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
      return { title: connector.title, description: compiled.definition.description, result };
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

/** Runs a planned call of an offered action, and writes its result for a model. `job`: the job with which the call goes on. */
export async function runOffered(
  plan: Plan,
  offered: OfferedActions,
  options: ToolOptions,
  callOptions: CallOptions,
  job?: ResumedJob,
): Promise<ToolResult> {
  const { compiled, call } = plan;
  const { view } = compiled.definition;
  // The `view` can need more fields than the model has chosen, so the call is sent without the param `fields`.
  const sent = call && view ? { ...plan, call: withoutFields(call) } : plan;
  const { data: whole, meta } = await offered.caller.run(
    sent,
    call ? await oncePerRun(call, callOptions) : callOptions,
    job,
  );
  const shownMeta = withoutForeignCalls(meta, offered);
  const { input, controls } = call!;
  if (whole instanceof ReadableStream) {
    const read = await readFile(whole, meta, options, controls.fields);
    const write = (file: ToolFile) => fileForModel(compiled, file, shownMeta, options, input);
    return { ok: true, data: read.file, meta, text: write(read.file), ...toolMedia(read, write) };
  }
  const data = chooseFields({ data: whole, meta }, controls.fields, compiled.definition);
  const text = forModel(compiled, input, { data: view ? whole : data, meta: shownMeta }, options);
  return { ok: true, data, meta, text };
}

/** Removes `undo` and `reread` if this tool does not offer their actions. */
function withoutForeignCalls(meta: Meta, offered: OfferedActions): Meta {
  const { undo, reread, ...rest } = meta;
  return {
    ...rest,
    ...(undo && offered.has(undo.entity, undo.action) ? { undo } : {}),
    ...(reread && offered.has(reread.entity, reread.action) ? { reread } : {}),
  };
}
