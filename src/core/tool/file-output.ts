import type { CompiledAction } from "../contract/compiled-action.ts";
import type { FileStream } from "../contract/http-types.ts";
import type { Meta } from "../contract/result.ts";
import type { OutputOptions } from "../contract/tool.ts";
import { maxBytes, readBytes } from "../wire/one-request.ts";
import { mostThatFits, writer } from "./output.ts";

/** A file as a tool gives it, to the application too: JSON, with its `text`, or its `beginning`, or neither. */
export interface ToolFile {
  filename?: string | undefined;
  content_type?: string | undefined;
  /** Bytes, where they are known. */
  size?: number | undefined;
  text?: string;
  beginning?: string;
  note?: string;
}

const cutNote = "Longer than fits here: this is its beginning.";

/**
 * Reads as much of a file as the budget can show, and leaves the rest: a tool never holds a whole file. What code wants of
 * it, code reads by the action itself.
 */
export async function readFile(
  stream: FileStream,
  { filename, content_type, size }: Meta,
  { outputBudget = 12_000, countTokens }: OutputOptions,
): Promise<ToolFile> {
  // A character has at most 4 bytes; a token is seldom of more than 16.
  const most = Math.min(Math.ceil(outputBudget) * (countTokens ? 16 : 4), maxBytes);
  const { bytes, whole } = await readBytes(stream, most);
  const about = { filename, content_type, size: whole ? bytes.byteLength : size };
  const text = textOf(bytes, whole);
  if (text === undefined) return { ...about, note: "Not text: only code can read it." };
  return whole ? { ...about, text } : { ...about, beginning: text, note: cutNote };
}

function textOf(bytes: Uint8Array, whole: boolean): string | undefined {
  try {
    // The last character of a beginning may be cut.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !whole });
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** A file as the model reads it: all of its text where that fits, else as much of its beginning as does. */
export function fileForModel(
  compiled: CompiledAction,
  file: ToolFile,
  meta: Meta,
  options: OutputOptions,
): string {
  const { render, fits } = writer(compiled, meta, options);
  const all = render({ data: file });
  const { text, beginning = text, ...about } = file;
  if (beginning === undefined || fits(all)) return all;
  const part = (length: number) => {
    // Half a character is none.
    const shown = beginning.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
    return render({ data: { ...about, beginning: shown, note: cutNote } });
  };
  return mostThatFits(beginning.length, part, fits);
}
