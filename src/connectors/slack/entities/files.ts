import { contentAsBase64, fileContent } from "../../../core/call/file-content.ts";
import { action, listAction } from "../../../core/contract/action.ts";
import { late } from "../../../core/ground/lazy.ts";
import type { FileStream } from "../../../core/contract/wire/http-types.ts";
import { maxBytes } from "../../../core/wire/send/response-body.ts";
import { currentRecord } from "../undo/current-record.ts";
import { checkContent } from "../files/check-content.ts";
import { conversation, file, team, text, time, ts, user } from "../params.ts";
import { File } from "../records/content.ts";
import { maxFileBytes } from "../wire/file-transfer.ts";
import { shows } from "../rows/written-row.ts";

const downloadFile = late(async () => (await import("../files/upload-and-download.ts")).downloadFile);
const uploadFile = late(async () => (await import("../files/upload-and-download.ts")).uploadFile);

export { remove as delete };

export const list = listAction({
  description: "List files, newest first.",
  params: (z) => ({
    channel: conversation(z).optional(),
    user: user(z).optional(),
    types: z
      .array(z.enum(["all", "canvas", "spaces", "snippets", "images", "gdocs", "zips", "pdfs"]))
      .optional(),
    ts_from: time(z).optional().meta({ rare: true }),
    ts_to: time(z).optional().meta({ rare: true }),
    show_files_hidden_by_limit: z.boolean().optional().meta({ rare: true }),
    team_id: team(z),
  }),
  result: File,
  calls: "files.list",
  pick: "files",
  example: { channel: "C012AB3CD", types: ["images"], limit: 20 },
});

export const get = action({
  description: "Get a file's details, and a Slack snippet's text. To read any file, use `download`.",
  params: (z) => ({ file: file(z) }),
  result: File,
  effect: "read",
  calls: "files.info",
  example: { file: "F012AB3CD" },
  async run(params, { send }) {
    const { body, warnings } = await send("files.info", params);
    const { file: record, content } = body as { file: object; content?: string };
    return {
      data: { ...record, ...(content === undefined ? {} : { content }) },
      meta: warnings && warnings.length > 0 ? { warnings } : {},
    };
  },
});

export const upload = action({
  description: "Upload a file, and optionally share it in a channel or thread.",
  params: (z) => ({
    filename: z.string().min(1).max(255),
    // The application's code can also pass bytes or a Blob, such as `await openAsBlob(path)`. `prepare` converts both to base64.
    content: fileContent(z.string().min(1).describe("the file's text")).optional(),
    content_base64: z
      .string()
      .min(4)
      .describe("base64 of a file that is not text; not with content")
      .optional(),
    channel: conversation(z).optional(),
    thread_ts: ts(z).optional(),
    initial_comment: text(z).optional(),
    title: z.string().max(255).optional(),
    alt_txt: z.string().max(1000).describe("Description of an image.").optional().meta({ rare: true }),
    snippet_type: z
      .string()
      .regex(/^[a-z0-9_+#-]{1,30}$/)
      .describe("syntax of a snippet, such as python")
      .optional()
      .meta({ rare: true }),
  }),
  result: File,
  view: shows("id", "name"),
  effect: "write",
  calls: ["files.completeUploadExternal", "files.getUploadURLExternal", "bytes.upload", "files.info"],
  enrich: true,
  example: { filename: "notes.md", content: "# Notes", channel: "C012AB3CD" },
  prepare: contentAsBase64("content_base64"),
  oneOf: ["content", "content_base64"],
  check: checkContent,
  run: (params, context) => uploadFile(params, context),
  undo: (_params, { id }) =>
    typeof id === "string" ? { entity: "files", action: "delete", params: { file: id } } : undefined,
});

/**
 * Downloads a file as a stream. `data` is a `ReadableStream<Uint8Array>` that can be read once. `meta` contains
 * `filename`, `content_type` and, if Slack sends it, `size` in bytes. Read the stream to its end or call `cancel()`,
 * because an open stream keeps the connection open.
 *
 * ```ts
 * const { data, meta } = await slack.files.download({ file: "F012AB3CD", max_bytes: 200_000_000 });
 * await writeFile("report.pdf", data); // or: await new Response(data).text(), for await (const chunk of data)
 * ```
 *
 * While you read the stream, it can fail with a ConnectorError that has one of these codes:
 * - `upstream_response_too_large` if the file has more than `max_bytes` bytes. The default of `max_bytes` is 10 MiB.
 *   The maximum is 1 GiB.
 * - `upstream_unreachable` if the connection breaks.
 * - `upstream_timeout` if no bytes arrive for `timeoutMs`.
 * - `aborted` if the signal of the call aborts.
 */
export const download = action({
  description:
    "Read a file's content: a stream of bytes in code, text in a tool. For a canvas, use `canvases.read`.",
  params: (z) => ({
    file: file(z),
    max_bytes: z.int().min(1).max(maxFileBytes).default(maxBytes).meta({ rare: true }),
  }),
  result: (z) =>
    z
      .custom<FileStream>((value) => value instanceof ReadableStream)
      .meta({ typescript: "ReadableStream<Uint8Array<ArrayBuffer>>" }),
  effect: "read",
  calls: ["files.info", "bytes.download"],
  example: { file: "F012AB3CD" },
  run: (params, context) => downloadFile(params, context),
});

const remove = action({
  description: "Delete a file for everyone.",
  params: (z) => ({ file: file(z) }),
  result: (z) => z.object({ file: z.string() }),
  effect: "destructive",
  calls: "files.delete",
  echo: ["file"],
  example: { file: "F012AB3CD" },
  reads: ["files.get"],
  async preview({ file: which }, read) {
    const record = await currentRecord(read, ["files", "get", { file: which }]);
    return record ? { before: { name: record.name, title: record.title, size: record.size } } : {};
  },
});

export const share_public = action({
  description:
    "Create a public link to a file. Everyone with the link can read the file. Needs a user token.",
  params: (z) => ({ file: file(z) }),
  result: File,
  view: shows("id", "permalink_public"),
  effect: "destructive",
  calls: "files.sharedPublicURL",
  pick: "file",
  example: { file: "F012AB3CD" },
  undo: (params) => ({ entity: "files", action: "revoke_public", params }),
});

export const revoke_public = action({
  description: "Revoke a file's public link.",
  params: (z) => ({ file: file(z) }),
  result: File,
  view: shows("id"),
  effect: "write",
  calls: "files.revokePublicURL",
  pick: "file",
  example: { file: "F012AB3CD" },
});
