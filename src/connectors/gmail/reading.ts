import type { RunContext, RunResult } from "../../core/contract/run-context.ts";
import { ConnectorError } from "../../core/ground/errors.ts";
import { type Dict, at, dicts, isDict, stringAt } from "../../core/ground/json.ts";
import { bytesOf, filesOf } from "./mime/read-message.ts";
import { messageRecord } from "./records.ts";

/** How many messages a search reads at the same time. */
const atOnce = 10;
const headHeaders = ["From", "To", "Cc", "Subject"];

/** Lists the ids of messages, and reads the heads of these messages, because Gmail's list has only ids. */
export async function search(params: Dict, { read, page }: RunContext): Promise<RunResult> {
  const { limit = 20, cursor } = page;
  const query = { ...params, maxResults: limit, ...(cursor === undefined ? {} : { pageToken: cursor }) };
  const { body } = await read("messages.search", query);
  const ids = dicts(at(body, "messages")).map(({ id }) => id);
  const found: Dict[] = [];
  for (let from = 0; from < ids.length; from += atOnce) {
    const heads = await Promise.all(ids.slice(from, from + atOnce).map((id) => headOf(id, read)));
    found.push(...heads.flat());
  }
  const next_cursor = stringAt(body, "nextPageToken");
  const more = next_cursor === undefined ? {} : { next_cursor };
  return { data: found, meta: { has_more: next_cursor !== undefined, ...more } };
}

/** Returns nothing for a message that somebody has deleted since the list was made. */
async function headOf(id: unknown, read: RunContext["read"]): Promise<Dict[]> {
  try {
    const query = { id, format: "metadata", metadataHeaders: headHeaders };
    const { body } = await read("messages.get", query);
    return isDict(body) ? [messageRecord(body)] : [];
  } catch (error) {
    if (ConnectorError.is(error) && error.code === "not_found") return [];
    throw error;
  }
}

/** Reads a message in Gmail's form. */
export async function readMessage(id: unknown, { read }: RunContext): Promise<Dict> {
  const { body } = await read("messages.get", { id });
  return isDict(body) ? body : {};
}

/** Returns the content of a file, which is in the message or at an address of its own. */
export async function contentOf(
  { id, bytes }: ReturnType<typeof filesOf>[number],
  messageId: unknown,
  { read }: RunContext,
): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes) return bytes;
  const { body } = await read("attachments.get", { messageId, id });
  return bytesOf(stringAt(body, "data"));
}

/** Returns a file of a message. Each read of a message gives a file another id, but the same `partId`. */
export async function attachment({ messageId, partId }: Dict, context: RunContext): Promise<RunResult> {
  const files = filesOf(await readMessage(messageId, context));
  const file = files.find((one) => one.partId === partId);
  if (!file)
    throw new ConnectorError("not_found", "The message has no file with this partId.", {
      path: "params.partId",
      hint: `The files of the message: ${files.map((one) => one.partId).join(", ") || "none"}.`,
    });
  const bytes = await contentOf(file, messageId, context);
  const { filename, mimeType } = file;
  return {
    data: new Blob([bytes]).stream(),
    meta: {
      filename: filename.replaceAll(/[/\\]/g, "_") || "attachment",
      content_type: mimeType || "application/octet-stream",
      size: bytes.length,
    },
  };
}
