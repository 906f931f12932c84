/** Returns the SHA-256 hash of a text. */
export const sha256 = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

/** Returns the first 32 hex digits of the SHA-256 hash. */
export async function hashOf(text: string): Promise<string> {
  const bytes = (await sha256(text)).subarray(0, 16);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
