import type { CompiledAction } from "../../contract/compiled-action.ts";
import type { FileStream } from "../../contract/wire/http-types.ts";
import type { Meta } from "../../contract/result.ts";
import type { OutputOptions, ToolMedia } from "../../contract/tool.ts";
import { readField } from "../../ground/field-part.ts";
import type { Dict } from "../../ground/json.ts";
import { maxBytes, readBytes } from "../../wire/send/response-body.ts";
import { largestThatFits } from "./output-budget.ts";
import { nextCalls } from "./next-call.ts";
import { headOf } from "./shorten.ts";
import { bytesToSee, seen, type Seen } from "./vision.ts";
import { writer } from "./writer.ts";

/** A file with its whole `text`, or only the `beginning` of the text, or neither. */
export interface ToolFile {
  filename?: string | undefined;
  content_type?: string | undefined;
  /** The size in bytes, if known. */
  size?: number | undefined;
  text?: string;
  beginning?: string;
  /** The number of characters of the file that come before `text` or `beginning`. */
  from?: number;
  note?: string;
}

const cutNote = "Too long: only the beginning.";

/** `media` is present if the model can see the file. */
export interface FileRead {
  file: ToolFile;
  media?: Seen["media"];
}

/**
 * Reads as much of a file as the budget can show, so that a tool never holds a large file in memory. An image or a
 * PDF file is read completely if the model can see it. An application that needs the whole file calls the action
 * without the tool.
 */
export async function readFile(
  stream: FileStream,
  { filename, content_type, size }: Meta,
  options: OutputOptions,
  fields: readonly string[] = [],
): Promise<FileRead> {
  const { outputBudget = 12_000, countTokens } = options;
  const from = fields.map(readField).find(({ path }) => path === "text")?.from ?? 0;
  // A character has at most 4 bytes. A token seldom has more than 16 bytes.
  const shown = from * 4 + Math.ceil(outputBudget) * (countTokens ? 16 : 4);
  const most = Math.min(Math.max(shown, bytesToSee(content_type, options)), maxBytes);
  const { bytes, whole } = await readBytes(stream, most);
  const about = { filename, content_type, size: whole ? bytes.byteLength : size };
  const { media, note } = seen(bytes, whole, options) ?? {};
  if (note !== undefined) return { file: { ...about, note }, ...(media ? { media } : {}) };
  const text = textOf(bytes, whole)?.slice(from);
  if (text === undefined) return { file: { ...about, note: "Binary file: read it with code." } };
  const part = from > 0 ? { from } : {};
  if (whole) return { file: { ...about, ...part, text } };
  const rest = text === "" ? { note: "Read the rest with code." } : { beginning: text, note: cutNote };
  return { file: { ...about, ...part, ...rest } };
}

/** `write` writes the text that accompanies the file. */
export const toolMedia = (
  { file, media }: FileRead,
  write: (file: ToolFile) => string,
): { media?: ToolMedia } =>
  media
    ? {
        media: {
          ...media,
          filename: file.filename ?? "file",
          text: write({ ...file, note: "The model sees the file below." }),
        },
      }
    : {};

function textOf(bytes: Uint8Array, whole: boolean): string | undefined {
  try {
    // An incomplete file can end within a character. The option `stream` leaves out such a character.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !whole });
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Writes a file for a model: the whole text, or as much of the beginning as fits. */
export function fileForModel(
  compiled: CompiledAction,
  file: ToolFile,
  meta: Meta,
  options: OutputOptions,
  params: Dict = {},
): string {
  const { whole, tight, fits, shortest } = writer(compiled, meta, options);
  const next = nextCalls(compiled, params, meta, { fits });
  const { text, beginning = text, from = 0, ...about } = file;
  if (beginning === undefined) return whole({ data: file });
  if (text !== undefined) {
    const all = whole({ data: file });
    if (fits(all)) return all;
  }
  const body = (length: number) => {
    const shown = headOf(beginning, length);
    const cut = { path: "text", shown: from + shown.length, of: from + beginning.length, list: false };
    const rest = shown === "" ? undefined : next.parts({ value: shown, cuts: [cut], missing: [] });
    return {
      data: { ...about, ...(from > 0 ? { from } : {}), beginning: shown, note: cutNote },
      ...(rest ? { rest } : {}),
    };
  };
  for (const render of [whole, ...tight]) {
    const length = largestThatFits(beginning.length, (some) => fits(render(body(some))));
    if (length > 0) return render(body(length));
  }
  return shortest({ cut: "the file" }, { data: about });
}
