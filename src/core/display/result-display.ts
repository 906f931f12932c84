import type { CompiledAction } from "../contract/compiled-action.ts";
import type { Meta, Result } from "../contract/result.ts";
import { isDict } from "../ground/json.ts";
import { modelRecord } from "../tool/output/model-record.ts";
import { changesNothing } from "../tool/output/record-output.ts";
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
  // The view of a write leaves out what the caller has written, but a person wants to see the result of a cell.
  const { definition } = compiled;
  const viewed = changesNothing(compiled)
    ? compiled
    : { record: compiled.record, definition: { ...definition, view: undefined } };
  const record = modelRecord(viewed, meta, undefined, {});
  return { title, value: Array.isArray(data) ? data.map((one) => record(one)) : record(data), notes };
}

const streamNote: Note = { text: "The field data is a stream with the bytes of the file." };

/** Explains the `meta` of a result to a person: warnings, what happened to a write, and which calls can follow. */
export function notesOf(meta: Meta): Note[] {
  const { dry_run, already, recovered, repeated, currency, normalized, warnings, next_cursor, undo, reread } =
    meta;
  const notes: (Note | false)[] = [
    dry_run === true && { text: "This is a dry run: nothing was changed." },
    already !== undefined && {
      text: "Nothing was changed, because the state was already there:",
      code: already,
    },
    recovered !== undefined && {
      text: "The write succeeded, although the first response was the error",
      code: recovered,
    },
    repeated !== undefined && { text: "The write was sent again after the error", code: repeated },
    typeof currency === "string" && { text: `Amounts of money are in ${currency}.` },
    ...(normalized ?? []).map((text) => ({ text: `Corrected: ${text}` })),
    ...(warnings ?? []).map((text) => ({ text: `Warning: ${text}` })),
    next_cursor !== undefined && {
      text: "There are more. For the next page, repeat the call with the param",
      code: `cursor: ${JSON.stringify(next_cursor)}`,
    },
    undo !== undefined && {
      text: `To undo this with ${undo.entity}.${undo.action}:`,
      code: "await connector.undo(result)",
    },
    reread !== undefined && {
      text: "To read this again:",
      code: `await connector.execute(${[reread.entity, reread.action, reread.params].map((one) => JSON.stringify(one)).join(", ")})`,
    },
  ];
  return notes.filter((note) => note !== false);
}
