import type { CompiledAction } from "../contract/compiled-action.ts";
import type { Result } from "../contract/result.ts";
import { isDict } from "../ground/json.ts";
import { modelRecord } from "../tool/output/model-record.ts";
import { notesOf } from "./notes.ts";
import { showAs, showInNotebook } from "./show-as.ts";
import type { Note, Shown } from "./shown.ts";

/**
 * Lets notebooks show a result and its `data` as a table. Lets `console.log` show the result as a short text, but print
 * the plain `data`. Unless the caller has chosen the fields (`chosen`), a person sees the same fields as a model.
 */
export function displayResult(result: Result, compiled: CompiledAction, chosen: boolean): Result {
  const shown = () => shownResult(result, compiled, chosen);
  const { data } = result;
  if (Array.isArray(data) || isDict(data)) showInNotebook(data, shown);
  return showAs(result, shown);
}

function shownResult({ data, meta }: Result, compiled: CompiledAction, chosen: boolean): Shown {
  const title = `${compiled.entity}.${compiled.action}`;
  const notes = notesOf(meta);
  if (data instanceof ReadableStream) {
    const { filename, content_type, size } = meta;
    return { title, value: { filename, content_type, size }, notes: [...notes, streamNote] };
  }
  if (chosen || meta.dry_run) return { title, value: data, notes };
  const record = modelRecord(compiled, meta, undefined);
  return { title, value: Array.isArray(data) ? data.map((one) => record(one)) : record(data), notes };
}

const streamNote: Note = { text: "The field data is a stream with the bytes of the file." };
