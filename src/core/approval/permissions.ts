import type { CallFacts, StoredPermission } from "../contract/approval/permission.ts";
import type { ApprovalNeed, StoredApproval } from "../contract/approval.ts";
import type { Decision } from "../contract/call-options.ts";
import type { StoreDriver } from "../contract/store-driver.ts";
import { ConnectorError } from "../ground/errors.ts";
import { hashOf } from "../ground/hash.ts";
import {
  endPermission,
  findPermission,
  isPermissionCurrent,
  permissionsOfKind,
  storePermission,
} from "../store/permissions.ts";
import { isSameKind } from "./same-kind.ts";
import { isMet } from "./stored-approval.ts";

// A standing permission: with a decision, a person allows later calls of the same kind.

/** The calls to which a permission can apply: those of one action of one tool in one scope. */
interface CallOwner {
  scope: string;
  tool: string;
  name: string;
}

const kindOf = async ({ scope, tool, name }: CallOwner): Promise<string> =>
  (await hashOf(JSON.stringify([scope, tool, name]))).slice(0, 32);

/** Stores the permission that an answer of an approval has given. Returns undefined if no answer has given one. */
export async function keepPermission(
  store: StoreDriver,
  approval: string,
  { answers, scope, facts, tool, call }: StoredApproval,
  about?: StoredPermission["about"],
): Promise<StoredPermission | undefined> {
  const given = answers.find(({ permission }) => permission);
  if (!given?.permission || scope === undefined || !facts) return undefined;
  const { by, at, permission } = given;
  const { up_to, until } = permission;
  const { entity, action } = call;
  const id = `${await kindOf({ scope, tool, name: facts.name })}-${approval}`;
  const next = {
    id,
    scope,
    tool,
    call: { entity, action },
    facts,
    ...(up_to === undefined ? {} : { up_to }),
    by,
    at,
    until: Date.parse(until),
    approval,
    ...(about ? { about } : {}),
  };
  return storePermission(store, next);
}

/** A call for which people must agree, if no permission covers it. */
export interface CallToCover extends Omit<CallOwner, "name"> {
  facts: CallFacts;
  needs: readonly ApprovalNeed[];
}

/**
 * Returns the permission that covers a call now, or undefined.
 * @param mayDecide whether the person who has given it may still decide. Default: everybody whom the rules name
 */
export async function permissionFor(
  store: StoreDriver,
  { scope, tool, facts, needs }: CallToCover,
  now: number,
  mayDecide: (permission: StoredPermission) => Promise<boolean> = async () => true,
): Promise<StoredPermission | undefined> {
  for (const one of await permissionsOfKind(store, await kindOf({ scope, tool, name: facts.name }))) {
    // The rules of today say who can decide, and how many people must.
    const alone = needs.every((need) => isMet(need, [one]));
    const covers = isPermissionCurrent(one, now) && alone && isSameKind(one, facts);
    if (covers && (await mayDecide(one))) return one;
  }
  return undefined;
}

/** Returns whether there may be a permission for an action. Saves a dry run. */
export const mayBeCovered = async (store: StoreDriver, owner: CallOwner): Promise<boolean> =>
  (await permissionsOfKind(store, await kindOf(owner))).length > 0;

/** Returns whether a permission has ended since `permissionFor` has found it. */
export async function hasEnded(store: StoreDriver, id: string, now: number): Promise<boolean> {
  const found = await findPermission(store, id);
  return !found || !isPermissionCurrent(found, now);
}

/** The decision of a call that a permission covers, for the journal. */
export const decisionBy = ({ id, by }: StoredPermission): Decision => ({ by: [by], permission: id });

/** @throws ConnectorError `not_found` */
export async function revokePermission(
  store: StoreDriver,
  id: string,
  ended: { by: string; at: number },
): Promise<StoredPermission> {
  const found = /^[\w-]{1,120}$/.test(id) ? await endPermission(store, id, ended) : undefined;
  if (found) return found;
  throw new ConnectorError("not_found", "There is no such permission.", {
    path: "id",
    hint: "List the permissions to find the right id. A permission that has ended is forgotten.",
  });
}
