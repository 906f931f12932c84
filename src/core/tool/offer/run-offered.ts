import { chooseFields } from "../../call/choose-fields.ts";
import { type Plan, withoutFields } from "../../call/params/planned-call.ts";
import type { CallOptions } from "../../contract/call-options.ts";
import type { Meta } from "../../contract/result.ts";
import type { ToolOptions, ToolResult } from "../../contract/tool.ts";
import type { ResumedJob } from "../../job/run-job.ts";
import { fileForModel, readFile, toolMedia, type ToolFile } from "../output/file-output.ts";
import { forModel } from "../output/output.ts";
import type { OfferedActions } from "./offered-actions.ts";
import { oncePerRun } from "./once-per-run.ts";

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
