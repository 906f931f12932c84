import type { ZodString, ZodType } from "zod";
import { fromBase64, toBase64 } from "../ground/base64.ts";
import { ConnectorError } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import { maxBytes } from "../wire/send/response-body.ts";

// The params of actions that send a file.

/** The content of a file. A model passes text. The application's code can also pass bytes or a Blob. */
export type FileContent = string | Uint8Array | ArrayBuffer | Blob;

/** Lets code pass a `FileContent` for a param. `text`: the schema of the text that a model passes. */
export const fileContent = (text: ZodString): ZodType<string, FileContent> =>
  text.meta({ typescript: "string | ArrayBuffer | Blob | Uint8Array" }) as unknown as ZodType<
    string,
    FileContent
  >;

/**
 * Returns the `prepare` of an action that sends a file. It converts bytes or a Blob in `content` to base64 in the param
 * `target`, because JSON can contain neither.
 */
export const contentAsBase64 =
  (target: string) =>
  async (params: Dict): Promise<Dict> => {
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
    return { ...rest, [target]: toBase64(checked(bytes)) };
  };

async function readBlob(blob: Blob): Promise<Uint8Array> {
  if (blob.size > maxBytes) throw tooLarge();
  return new Uint8Array(await blob.arrayBuffer());
}

/**
 * Returns whether a text has only the characters of base64. Use it in the `check` of an action instead of a pattern in
 * the schema: in a process with many regular expressions, Node can throw an error if a pattern matches millions of
 * characters.
 */
export function isBase64(text: string): boolean {
  const end = text.search(/={1,2}$/);
  return !/[^A-Za-z0-9+/]/.test(end < 0 ? text : text.slice(0, end));
}

/**
 * Returns the bytes of the file that the param `param` has as text or as base64.
 * @throws ConnectorError `invalid_params` if the file is empty, too large or not base64
 */
export function fileBytes(text: string, encoding: "text" | "base64", param = "content") {
  return checked(encoding === "text" ? new TextEncoder().encode(text) : decoded(text, param), param);
}

function checked<Bytes extends Uint8Array>(bytes: Bytes, param = "content"): Bytes {
  if (bytes.byteLength === 0) throw refuse(param, "the file is empty.");
  if (bytes.byteLength > maxBytes) throw tooLarge(param);
  return bytes;
}

const tooLarge = (param = "content") =>
  refuse(param, `at most ${maxBytes} bytes can be uploaded in one call.`);

function decoded(text: string, param: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(text);
  } catch {
    throw refuse(param, "this is not base64: characters are missing at its end.");
  }
}

const refuse = (name: string, what: string) =>
  new ConnectorError("invalid_params", `${name}: ${what}`, {
    path: `params.${name}`,
    hint: "Pass a file that is not empty, and not too large for one call.",
  });
