import { fromBase64 } from "../../ground/base64.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { isDict } from "../../ground/json.ts";
import type { BodyField, EncodedBody } from "./encoded-body.ts";

interface Part {
  bytes: Uint8Array;
  filename?: string | undefined;
  contentType?: string | undefined;
}

/**
 * Encodes fields as `multipart/form-data`. A value is a text, a number, bytes, or a file:
 * `{ filename, content | content_base64, content_type? }`. A list becomes several parts of the same name. Any other
 * object becomes JSON.
 */
export function multipartOf(fields: readonly BodyField[]): EncodedBody {
  const boundary = `agent-connectors-${crypto.randomUUID()}`;
  const text = new TextEncoder();
  const pieces: Uint8Array[] = [];
  for (const { path, value } of fields)
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined) continue;
      const name = path.join(".");
      const { bytes, filename, contentType } = partOf(name, one);
      const file = filename === undefined ? "" : `; filename="${quoted(filename)}"`;
      const type = contentType === undefined ? "" : `content-type: ${contentType}\r\n`;
      pieces.push(
        text.encode(
          `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"${file}\r\n${type}\r\n`,
        ),
        bytes,
        text.encode("\r\n"),
      );
    }
  pieces.push(text.encode(`--${boundary}--\r\n`));
  const body = new Uint8Array(pieces.reduce((size, piece) => size + piece.byteLength, 0));
  let filled = 0;
  for (const piece of pieces) {
    body.set(piece, filled);
    filled += piece.byteLength;
  }
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}

function partOf(name: string, value: unknown): Part {
  const encode = (one: string) => new TextEncoder().encode(one);
  if (value instanceof Uint8Array)
    return { bytes: value, filename: name, contentType: "application/octet-stream" };
  if (!isDict(value))
    return { bytes: encode(typeof value === "object" ? JSON.stringify(value) : String(value)) };
  const { filename, content, content_base64: base64, content_type: contentType } = value;
  if (typeof filename !== "string" || (typeof content !== "string" && typeof base64 !== "string"))
    return { bytes: encode(JSON.stringify(value)), contentType: "application/json" };
  return {
    bytes: typeof content === "string" ? encode(content) : decoded(name, String(base64)),
    filename,
    contentType:
      typeof contentType === "string" && /^[\w.+-]+\/[\w.+-]+(;[\w=. -]+)?$/.test(contentType)
        ? contentType
        : "application/octet-stream",
  };
}

/** Escapes a name inside quotes, as browsers do. https://html.spec.whatwg.org/#multipart-form-data */
const quoted = (text: string): string =>
  text.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");

function decoded(name: string, text: string): Uint8Array {
  try {
    return fromBase64(text);
  } catch {
    throw new ConnectorError("invalid_params", `${name}: content_base64 is not base64.`, {
      path: `params.${name}`,
    });
  }
}
