import { fromBase64, toBase64 } from "../../../core/ground/base64.ts";

// Texts in headers, which are ASCII: https://www.rfc-editor.org/rfc/rfc2047

/** The number of bytes in an encoded word, which can have 75 characters. */
const bytesPerWord = 45;

/**
 * Writes a text for a header, in ASCII. A text that is not ASCII, or that a reader could change, becomes encoded words.
 * @param always whether to encode every text
 */
export function encodeText(text: string, always = false): string {
  const isPlain = text.length <= 70 && /^(?:[!-~]+(?: [!-~]+)*)?$/.test(text) && !text.includes("=?");
  if (isPlain && !always) return text;
  const encoder = new TextEncoder();
  const words: Uint8Array[] = [];
  let word: number[] = [];
  // A word ends between two characters, because readers decode each word for itself.
  for (const character of text.toWellFormed()) {
    const bytes = encoder.encode(character);
    if (word.length + bytes.length > bytesPerWord) {
      words.push(Uint8Array.from(word));
      word = [];
    }
    word.push(...bytes);
  }
  words.push(Uint8Array.from(word));
  return words.map((bytes) => `=?UTF-8?B?${toBase64(bytes)}?=`).join("\r\n ");
}

/** Decodes the encoded words of a header. Leaves those unchanged that it cannot decode. */
export const decodeText = (text: string): string =>
  text.includes("=?")
    ? text
        .replace(/\?=[ \t\r\n]+=\?/g, "?==?")
        .replace(
          /=\?([\w-]{1,40})(?:\*[\w-]{1,20})?\?([bq])\?([^?\s]{0,1000})\?=/gi,
          (whole, charset: string, kind: string, content: string) =>
            decodeBytes(kind.toLowerCase() === "b" ? base64(content) : quoted(content), charset) ?? whole,
        )
    : text;

function base64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return fromBase64(text);
  } catch {
    return undefined;
  }
}

function quoted(text: string): Uint8Array<ArrayBuffer> {
  const plain = text.replaceAll("_", " ").replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))); // prettier-ignore
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/** Decodes a text. Returns undefined if nothing knows the charset. */
export function decodeBytes(bytes: Uint8Array | undefined, charset: string): string | undefined {
  try {
    return bytes && new TextDecoder(charset).decode(bytes);
  } catch {
    return undefined;
  }
}
