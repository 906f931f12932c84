import type * as zod from "zod";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { fromBase64, toBase64 } from "../../../core/ground/base64.ts";
import { ConnectorError, type Issue } from "../../../core/ground/errors.ts";
import { type Dict, at, isDict, show, stringAt } from "../../../core/ground/json.ts";
import { announcedSize } from "../../../core/wire/file-stream.ts";
import { maxBytes } from "../../../core/wire/send/response-body.ts";
import { type Find, sendOrFind } from "../operations/send-or-find.ts";
import { adviceToPost, escapeAllMentions, warnOfEscaped } from "../posting/mentions.ts";
import { noAccess, tooLarge } from "../wire/file-transfer.ts";
import { checkPage, isCanvasFile } from "./html-page.ts";

/** The content of a file. A model passes text. The application's code can also pass bytes or a Blob. */
export type Content = zod.ZodOptional<zod.ZodType<string, string | Uint8Array | ArrayBuffer | Blob>>;

/** Converts bytes or a Blob to base64, because JSON can contain neither. */
export async function prepareContent(params: Dict): Promise<Dict> {
  const { content, ...rest } = params;
  const bytes =
    content instanceof Uint8Array
      ? content
      : content instanceof ArrayBuffer
        ? new Uint8Array(content)
        : content instanceof Blob
          ? await readBlob(content)
          : undefined;
  if (!bytes) return params;
  if (bytes.byteLength === 0) throw empty();
  if (bytes.byteLength > maxBytes) throw tooLargeToSend();
  return { ...rest, content_base64: toBase64(bytes) };
}

async function readBlob(blob: Blob): Promise<Uint8Array> {
  if (blob.size > maxBytes) throw tooLargeToSend();
  return new Uint8Array(await blob.arrayBuffer());
}

/**
 * Checks the base64 here, because the schema has no pattern for it. In a process with many regular expressions, Node
 * can throw an error if a pattern matches millions of characters.
 */
export const checkContent = ({ content_base64: text }: Pick<Upload, "content_base64">): Issue[] =>
  text === undefined || isBase64(text)
    ? []
    : [
        {
          path: "content_base64",
          message: `expected base64 of a file that is not text; not with content, got ${show(text)}`,
        },
      ];

function isBase64(text: string): boolean {
  const end = text.search(/={1,2}$/);
  return !/[^A-Za-z0-9+/]/.test(end < 0 ? text : text.slice(0, end));
}

interface Upload {
  filename: string;
  content?: string | undefined;
  content_base64?: string | undefined;
  channel?: string | undefined;
  thread_ts?: string | undefined;
  initial_comment?: string | undefined;
  title?: string | undefined;
  alt_txt?: string | undefined;
  snippet_type?: string | undefined;
}

/** Uploads a file in three requests: gets an upload address, sends the bytes to it, and completes the upload. */
export async function uploadFile(params: Upload, context: RunContext): Promise<RunResult> {
  const { read } = context;
  const { filename, content, content_base64, title, alt_txt, snippet_type, ...share } = params;
  if ((content === undefined) === (content_base64 === undefined))
    throw refuse("content", "pass exactly one of content and content_base64.");
  if (share.channel === undefined && (share.thread_ts ?? share.initial_comment) !== undefined)
    throw refuse("channel", "thread_ts and initial_comment need the channel where the file is shared.");
  const bytes = content_base64 === undefined ? new TextEncoder().encode(content) : decoded(content_base64);
  if (bytes.byteLength === 0) throw empty();
  if (bytes.byteLength > maxBytes) throw tooLargeToSend();
  // Nobody can see the file until the third request completes the upload. Therefore, the first two requests count as
  // reads.
  const target = await read("files.getUploadURLExternal", {
    filename,
    length: bytes.byteLength,
    alt_txt,
    snippet_type,
  });
  const id = stringAt(target.body, "file_id");
  await read("bytes.upload", { url: stringAt(target.body, "upload_url"), bytes });
  return warnOfEscaped(async (found) => {
    const comment = share.initial_comment;
    const args = {
      files: [{ id, title: title ?? filename }],
      ...share,
      ...(comment === undefined ? {} : { initial_comment: escapeAllMentions(comment, found) }),
    };
    const { data: record, meta } = await sendOrFind(context, "files.completeUploadExternal", {
      args,
      pick: "files.0",
      find: findUpload(id, share.channel),
    });
    return {
      data: {
        id,
        name: filename,
        title: title ?? filename,
        size: bytes.byteLength,
        ...(isDict(record) ? record : {}),
      },
      meta: meta ?? {},
    };
  }, adviceToPost);
}

/** Finds the uploaded file. Until the upload is completed, Slack answers `file_not_found`. */
const findUpload =
  (file: string | undefined, channel: unknown): Find =>
  async (read) => {
    const body = await read("files.info", { file }).catch((error: unknown) => {
      if (ConnectorError.is(error) && error.platform?.code === "file_not_found") return undefined;
      throw error;
    });
    const record = at(body, "file");
    if (!isDict(record)) return undefined;
    const shares = ["channels", "groups", "ims"].flatMap((name) => record[name]);
    return channel === undefined || shares.includes(channel) ? { record } : undefined;
  };

export async function downloadFile(
  { file, max_bytes }: { file: string; max_bytes: number },
  { send }: RunContext,
): Promise<RunResult> {
  const { body } = await send("files.info", { file });
  const listedSize = at(body, "file.size");
  if (Number(listedSize) > max_bytes) throw tooLarge(max_bytes);
  const url = stringAt(body, "file.url_private_download") ?? stringAt(body, "file.url_private");
  const reply = await send("bytes.download", { url, max_bytes });
  const type = stringAt(body, "file.mimetype") ?? "application/octet-stream";
  const size = announcedSize(reply.headers) ?? (typeof listedSize === "number" ? listedSize : undefined);
  const record = at(body, "file") as Dict;
  const { data, isFile } = await checkPage(reply, record);
  if (!isFile || Number(size) > max_bytes) {
    await data.cancel();
    throw isFile ? tooLarge(max_bytes) : noAccess();
  }
  return {
    data,
    meta: {
      filename: stringAt(body, "file.name") ?? file,
      content_type: isCanvasFile(record) ? "text/html" : type,
      ...(size === undefined ? {} : { size }),
    },
  };
}

const refuse = (name: string, what: string) =>
  new ConnectorError("invalid_params", `${name}: ${what}`, {
    path: `params.${name}`,
    hint: "Pass content for text, or content_base64 for other files.",
  });

const empty = () => refuse("content", "the file is empty, and Slack accepts no empty files.");

const tooLargeToSend = () => refuse("content", `at most ${maxBytes} bytes can be uploaded in one call.`);

function decoded(text: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(text);
  } catch {
    throw refuse("content_base64", "this is not base64: characters are missing at its end.");
  }
}
