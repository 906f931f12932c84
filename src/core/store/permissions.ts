import type { StoredPermission } from "../contract/approval/permission.ts";
import type { StoreDriver } from "../contract/store-driver.ts";
import { permissionRecords } from "./kinds.ts";
import { recordsOf, throwUnavailable } from "./records.ts";
import { withTimeLimit } from "./time-limit.ts";

// The permissions that people have given. Those for one kind of call are one record, so that a call reads them at once. An ended
// permission stays in it until its time, so that a repeated decision does not give it again.

/** The id of a permission begins with the id of its record. */
const groupOf = (id: string) => id.split("-", 1)[0]!;

/** The maximum number of permissions for one kind of call, and of kinds in a list. The oldest permission ends early. */
const most = { ofKind: 100, kinds: 1000 };

export const isPermissionCurrent = ({ ended, until }: StoredPermission, now: number): boolean =>
  !ended && until > now;

/** Stores a permission, if its id has none yet. Returns what is stored. */
export const storePermission = (store: StoreDriver, next: StoredPermission): Promise<StoredPermission> =>
  recordsOf(store, permissionRecords).update(groupOf(next.id), (before = []) => {
    const found = before.find(({ id }) => id === next.id);
    if (found) return { value: before, result: found };
    return { value: [...before, next].slice(-most.ofKind), result: next };
  });

/** Returns the permissions of one kind of call. */
export const permissionsOfKind = async (
  store: StoreDriver,
  group: string,
): Promise<readonly StoredPermission[]> => (await recordsOf(store, permissionRecords).read(group)) ?? [];

/** Returns a permission, also if it has ended. */
export const findPermission = async (store: StoreDriver, id: string): Promise<StoredPermission | undefined> =>
  (await permissionsOfKind(store, groupOf(id))).find((one) => one.id === id);

/** Returns the permissions of a store that have not ended, the oldest first. */
export async function listPermissions(store: StoreDriver, now: number): Promise<StoredPermission[]> {
  const keys = await withTimeLimit(store)
    .list(`${permissionRecords.name}/`, undefined, most.kinds)
    .catch(throwUnavailable("read"));
  const found = await Promise.all(
    keys.map((key) => permissionsOfKind(store, key.slice(permissionRecords.name.length + 1))),
  );
  return found
    .flat()
    .filter((one) => isPermissionCurrent(one, now))
    .toSorted((a, b) => a.at - b.at);
}

/**
 * Ends a permission. The first end stays, so the result has the object `ended` only if this call has ended it. Returns undefined if there
 * is no such permission.
 */
export const endPermission = (
  store: StoreDriver,
  id: string,
  ended: { by: string; at: number },
): Promise<StoredPermission | undefined> =>
  recordsOf(store, permissionRecords).update(groupOf(id), (before) => {
    const found = before?.find((one) => one.id === id);
    if (!found || !isPermissionCurrent(found, ended.at)) return { value: before, result: found };
    const result = { ...found, ended };
    return { value: before!.map((one) => (one === found ? result : one)), result };
  });

/** Ends all permissions of a store, and returns those that it has ended. */
export async function endPermissions(
  store: StoreDriver,
  ended: { by: string; at: number },
): Promise<StoredPermission[]> {
  const found = await listPermissions(store, ended.at);
  const results: StoredPermission[] = [];
  for (const { id } of found) {
    const one = await endPermission(store, id, ended);
    if (one?.ended === ended) results.push(one);
  }
  return results;
}
