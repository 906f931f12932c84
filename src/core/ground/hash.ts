/** Returns the SHA-256 hash of a text. */
export async function sha256(text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  // Web Crypto gives each hash to another thread, which needs ten times the CPU time of Node's own function.
  const node = globalThis.process?.getBuiltinModule?.("node:crypto");
  return new Uint8Array(
    node ? node.createHash("sha256").update(bytes).digest() : await crypto.subtle.digest("SHA-256", bytes),
  );
}

/** Returns the first 32 hex digits of the SHA-256 hash. */
export async function hashOf(text: string): Promise<string> {
  const bytes = (await sha256(text)).subarray(0, 16);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
