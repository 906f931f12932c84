import { fromBase64 } from "../../../core/ground/base64.ts";
import { type Dict, at, dicts, isDict, stringAt } from "../../../core/ground/json.ts";
import { readableMailboxes } from "./address.ts";
import { decodeBytes, decodeText } from "./header-text.ts";
import { htmlText } from "./html-text.ts";

// Gmail's form of a message: https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages

/** A message nested deeper than this, or with more parts, is read only so far. */
const limits = { depth: 50, parts: 1000 };

const addressHeaders = new Set(["from", "to", "cc", "bcc", "reply-to"]);

/** Returns a header of a message, decoded. The names of headers are not case-sensitive. */
export function headerOf(message: Dict, name: string): string | undefined {
  const values = dicts(at(message, "payload.headers")).flatMap((one) =>
    String(one.name).toLowerCase() === name && typeof one.value === "string" ? [one.value] : [],
  );
  // A broken message can have a header twice. Then all of its recipients count.
  const text = addressHeaders.has(name) ? readableMailboxes(values.join(", ")) : decodeText(values[0] ?? "");
  return text.replace(/\s+/g, " ").trim() || undefined;
}

export interface Part extends Dict {
  mimeType: string;
}

/** Returns the parts that contain no other parts, in order. */
export function leavesOf(payload: unknown): Part[] {
  const leaves: Part[] = [];
  const visit = (part: unknown, depth: number): void => {
    if (!isDict(part) || depth > limits.depth || leaves.length >= limits.parts) return;
    const inner = isWhole(part) ? [] : dicts(part.parts);
    if (inner.length === 0) leaves.push({ ...part, mimeType: typeOf(part) });
    for (const one of inner) visit(one, depth + 1);
  };
  visit(payload, 0);
  return leaves;
}

/** Gmail also gives the parts of a message that is attached, which is one file. */
const isWhole = (part: Dict): boolean => stringAt(part, "body.attachmentId") !== undefined;

const typeOf = ({ mimeType }: Dict) => (typeof mimeType === "string" ? mimeType.toLowerCase() : "");

/** A part that mail programs show as a file. */
export const isFile = (part: Part): boolean =>
  stringAt(part, "filename") !== undefined ||
  isWhole(part) ||
  !/^text\/(?:plain|html)$|^multipart\//.test(part.mimeType);

/** What a result says about a file of a message. */
export const fileOf = (part: Part) => ({
  partId: stringAt(part, "partId") ?? "",
  filename: decodeText(stringAt(part, "filename") ?? ""),
  mimeType: part.mimeType,
  size: Number(at(part, "body.size") ?? 0),
});

/** Returns the files of a message in Gmail's form. Gmail gives the content under `id`, or the content is here. */
export const filesOf = ({ payload }: Dict) =>
  leavesOf(payload)
    .filter(isFile)
    .map((part) => {
      const id = stringAt(part, "body.attachmentId");
      return {
        ...fileOf(part),
        id,
        contentId: headerOf({ payload: part }, "content-id")?.replace(/^<(.*)>$/, "$1"),
        bytes: id === undefined ? bytesOf(stringAt(part, "body.data")) : undefined,
      };
    });

/** Returns the text of a message for reading: its plain text, or else the text of its HTML. */
export function textOf(payload: unknown, depth = 0): string {
  if (!isDict(payload) || depth > limits.depth || isWhole(payload)) return "";
  const parts = dicts(payload.parts).slice(0, limits.parts);
  const type = typeOf(payload);
  if (parts.length > 0) {
    const texts = parts.map((part) => textOf(part, depth + 1));
    if (type !== "multipart/alternative") return texts.filter((text) => text !== "").join("\n\n");
    const plain = parts.findIndex((part, index) => typeOf(part) === "text/plain" && texts[index] !== "");
    return plain >= 0 ? texts[plain]! : (texts.findLast((text) => text !== "") ?? "");
  }
  if (isFile({ ...payload, mimeType: type })) return "";
  const text = contentOf(payload);
  return type === "text/html" ? htmlText(text) : text.replace(/\r\n/g, "\n").trim();
}

/** Returns the HTML of a message as it is, or undefined if the message has none. */
export const htmlOf = (payload: unknown): string | undefined => {
  const part = leavesOf(payload).find((one) => one.mimeType === "text/html" && !isFile(one));
  return part && contentOf(part);
};

/** Gmail gives texts in UTF-8. If a text is something else, its charset is that of the part's header. */
function contentOf(part: Dict): string {
  const bytes = bytesOf(stringAt(part, "body.data"));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const type = headerOf({ payload: part }, "content-type") ?? "";
    const [, charset = "latin1"] = /charset\s*=\s*"?([\w-]{1,40})/i.exec(type) ?? [];
    return decodeBytes(bytes, charset) ?? new TextDecoder("latin1").decode(bytes);
  }
}

/** Decodes base64url. Returns no bytes for a text that is not base64url. */
export function bytesOf(data: string | undefined): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64((data ?? "").replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return new Uint8Array();
  }
}
