const alphabet = new TextEncoder().encode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
const padding = "=".charCodeAt(0);

/** Encodes bytes. For megabytes, this loop is about ten times as fast as `btoa`, which needs a string. */
export function toBase64(bytes: Uint8Array): string {
  const out = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  for (let from = 0, to = 0; from < bytes.length; from += 3) {
    const [first, second, third] = [bytes[from]!, bytes[from + 1] ?? 0, bytes[from + 2] ?? 0];
    out[to++] = alphabet[first >> 2]!;
    out[to++] = alphabet[((first & 3) << 4) | (second >> 4)]!;
    out[to++] = alphabet[((second & 15) << 2) | (third >> 6)]!;
    out[to++] = alphabet[third & 63]!;
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  return new TextDecoder().decode(out.fill(padding, out.length - missing));
}

/** Encodes bytes for an address: with `-` and `_`, and without padding (RFC 4648 §5). */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/**
 * Decodes base64. For megabytes, this loop is much faster than `Uint8Array.from` with a mapping function.
 * @throws DOMException if the text is not base64
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = characters.charCodeAt(index);
  return bytes;
}
