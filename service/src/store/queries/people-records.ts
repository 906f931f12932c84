import type { Db } from "../store.ts";
import { listApplications } from "./applications.ts";
import { deleteSharedRecords } from "./records.ts";

/** The start of the keys of all records about people who sign in to an application. Its id has no slash. */
const recordsOf = (application: string): string => `people/${application}/`;

export const signInKey = (application: string): string => `${recordsOf(application)}sign-in`;

/** The start of the keys of an application's authorization server. */
export const grantsKey = (application: string): string => `${recordsOf(application)}grants`;

/** The start of the keys of agreements. `workspace`: only the agreements of this user. */
export const consentsKey = (grants: string, workspace?: string): string =>
  `${grants}/Consent/${workspace === undefined ? "" : `${workspace}.`}`;

export const deletePeopleRecords = (
  db: Db,
  { id, organization_id }: { id: string; organization_id: string },
): Promise<void> => deleteSharedRecords(db, organization_id, recordsOf(id));

/** Deletes the agreements of a user. */
export async function deleteConsents(db: Db, organization: string, workspace: string): Promise<void> {
  for (const { id } of await listApplications(db, organization))
    await deleteSharedRecords(db, organization, consentsKey(grantsKey(id), workspace));
}
