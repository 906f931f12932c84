const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";

/** Returns an id that looks random. The same number always gives the same id. */
export function madeUpId(prefix: string, count: number, length = 9): string {
  let state = Math.imul(count + 1, 0x9e3779b1) >>> 0;
  let id = "";
  for (let index = 0; index < length; index++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    id += ALPHABET[state % ALPHABET.length];
  }
  return prefix + id;
}
