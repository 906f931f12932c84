import { newKeys, readKeyRing, type KeyRing, type KeyRingJson } from "../../src/credentials/key-ring.ts";

/**
 * Returns a key ring whose keys repeat the given bytes, so that derived keys are the same in every run. The first key
 * is active.
 */
export const ringOf = (keys: Record<string, number>): KeyRing => openRing(ringJson(keys));

export const ringJson = (keys: Record<string, number>): KeyRingJson => ({
  active: Object.keys(keys)[0]!,
  keys: Object.fromEntries(
    Object.entries(keys).map(([id, byte]) => [id, Buffer.alloc(32, byte).toString("base64")]),
  ),
});

export const openRing = (json: KeyRingJson = newKeys()): KeyRing =>
  readKeyRing(JSON.stringify(json), "the test");
