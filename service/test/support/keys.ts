import { protectRows } from "../../src/credentials/row-keys.ts";
import { ensureOrganizationList } from "../../src/store/protected-rows/change-rows.ts";
import { protectOrganization } from "../../src/store/protected-rows/protect-organization.ts";
import type { Store } from "../../src/store/store.ts";
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

/** Makes the rows of an organization valid that a test has changed without the functions of the service. */
export const acceptRows = (store: Store, organization: string): Promise<number> =>
  store.transaction((db) => protectOrganization(db, organization));

/** Gives a migrated store keys, and creates the lists of protected rows of these organizations. */
export async function protect(store: Store, organizations: readonly string[] = ["o1", "o2"]): Promise<void> {
  protectRows(store, ringOf({ rows: 9 }));
  for (const organization of organizations) await ensureOrganizationList(store.db, organization);
}
