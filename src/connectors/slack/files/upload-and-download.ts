import { fileBytes } from "../../../core/call/file-content.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, at, isDict, stringAt } from "../../../core/ground/json.ts";
import { announcedSize } from "../../../core/wire/file-stream.ts";
import { type Find, sendOrFind } from "../operations/send-or-find.ts";
import { adviceToPost, escapeAllMentions, warnOfEscaped } from "../posting/mentions.ts";
import { noAccess, tooLarge } from "../wire/file-transfer.ts";
import { checkPage, isCanvasFile } from "./html-page.ts";

export interface Upload {
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
  if (share.channel === undefined && (share.thread_ts ?? share.initial_comment) !== undefined)
    throw refuse("channel", "thread_ts and initial_comment need the channel where the file is shared.");
  const bytes =
    content_base64 === undefined
      ? fileBytes(content!, "text")
      : fileBytes(content_base64, "base64", "content_base64");
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
