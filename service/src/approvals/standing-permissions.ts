import {
  decisionBy,
  endPermissions,
  keepPermission,
  listPermissions,
  permissionFor,
  permissionOf,
  revokePermission,
  type Decision,
  type Permission,
  type PreviewedCall,
  type StoredApproval,
  type StoredPermission,
} from "agent-connectors/toolkit";
import type { Actor } from "../operations/audit.ts";
import { findApplication } from "../store/queries/applications.ts";
import { permissionPlaces, type CallPlace, type PermissionPlace } from "../store/queries/waiting-calls.ts";
import type { UsableConnector } from "../store/queries/connectors.ts";
import type { Tenant } from "../store/queries/tenant.ts";
import type { Db } from "../store/store.ts";
import { approvalStore, type ApprovalServices } from "./approval-services.ts";

// The standing permissions of a connector are in its store, and are deleted with it.

type PermissionServices = Pick<ApprovalServices, "store" | "sealer" | "clock"> & {
  audit: Pick<ApprovalServices["audit"], "write">;
};

export interface PlacedPermission {
  permission: Permission;
  place: PermissionPlace;
}

/** What is stored of the application through which a person has decided. */
interface Giver {
  application: string;
  epoch: number;
}

/**
 * Keeps the permission that a decision has given, in the transaction of the decision, with its audit row. Returns undefined if the
 * decision has given none.
 */
export async function givePermission(
  services: PermissionServices,
  db: Db,
  place: CallPlace,
  { approval, actor }: { approval: StoredApproval; actor: Actor },
): Promise<StoredPermission | undefined> {
  const application = await findApplication(db, actor.application ?? "");
  if (!application) return undefined;
  const giver: Giver = { application: application.id, epoch: application.epoch };
  const kept = await keepPermission(approvalStore(services, place, db), place.id, approval, { ...giver });
  if (kept) await services.audit.write(db, "permission.give", actor, place.connector_id, detailOf(kept));
  return kept;
}

/** Returns who has allowed a call with a permission, or undefined if no permission covers the call now. */
export async function permittedBy(
  services: Pick<ApprovalServices, "store" | "sealer" | "clock">,
  row: UsableConnector,
  { asked: { facts }, needs }: PreviewedCall,
): Promise<Decision | undefined> {
  if (!facts) return undefined;
  const place = { organization_id: row.organization_id, connector_id: row.id };
  const found = await permissionFor(
    approvalStore(services, place),
    { scope: row.id, tool: row.type, facts, needs },
    services.clock.now(),
    ({ about }) => mayDecide(services.store.db, about as unknown as Giver),
  );
  return found && decisionBy(found);
}

/** A permission ends with the tokens of the application through which it was given, also if the application is enabled again. */
async function mayDecide(db: Db, { application, epoch }: Giver): Promise<boolean> {
  const found = await findApplication(db, application);
  return found?.disabled_at === null && found.epoch === epoch;
}

/** Returns the permissions that the tenant can see, and that have not ended. */
export async function standingPermissions(
  services: Pick<ApprovalServices, "store" | "sealer" | "clock">,
  tenant: Tenant,
  connector?: string,
): Promise<PlacedPermission[]> {
  const found: PlacedPermission[] = [];
  for (const place of await permissionPlaces(services.store, tenant, { connector }))
    for (const one of await listPermissions(approvalStore(services, place), services.clock.now()))
      if (await mayDecide(services.store.db, one.about as unknown as Giver))
        found.push({ permission: permissionOf(one), place });
  return found;
}

/** @throws ConnectorError `not_found` */
export function endPermission(
  services: PermissionServices,
  tenant: Tenant,
  id: string,
  { by, actor }: { by: string; actor: Actor },
): Promise<PlacedPermission> {
  const { store, clock, audit } = services;
  return store.transaction(async (db) => {
    const ended = { by, at: clock.now() };
    const group = /^[0-9a-f]{32}(?=-)/.exec(id)?.[0];
    const places = group === undefined ? [] : await permissionPlaces({ ...store, db }, tenant, { group });
    const [place = nowhere] = places;
    const stored = await revokePermission(approvalStore(services, place, db), id, ended);
    if (stored.ended === ended) await auditEnd(audit, db, place, { stored, actor });
    return { permission: permissionOf(stored), place };
  }, tenant.organization);
}

/** The store of no connector. It has no permission. */
const nowhere: PermissionPlace = { organization_id: "", connector_id: "", workspace_id: "", user: "" };

/** Ends all permissions of a tenant, in the transaction of a stop. */
export async function endAllPermissions(
  services: PermissionServices,
  db: Db,
  tenant: Tenant,
  { by, actor }: { by: string; actor: Actor },
): Promise<void> {
  const { store, clock, audit } = services;
  for (const place of await permissionPlaces({ ...store, db }, tenant))
    for (const one of await endPermissions(approvalStore(services, place, db), { by, at: clock.now() }))
      await auditEnd(audit, db, place, { stored: one, actor });
}

/** Writes the audit row of an end, which has the user of the connector, also if an application ends a permission. */
const auditEnd = (
  audit: PermissionServices["audit"],
  db: Db,
  { connector_id, workspace_id }: PermissionPlace,
  { stored, actor }: { stored: StoredPermission; actor: Actor },
): Promise<void> =>
  audit.write(db, "permission.end", { ...actor, workspace: workspace_id }, connector_id, {
    ...detailOf(stored),
    ended_by: stored.ended?.by,
  });

const detailOf = ({ id, by, call, up_to, until, approval }: StoredPermission) => ({
  permission: id,
  by,
  action: `${call.entity}.${call.action}`,
  ...(up_to === undefined ? {} : { up_to }),
  until: new Date(until).toISOString(),
  approval,
});
