import type { Clock, Stop } from "agent-connectors";
import { endStop, idSince, longestWriteMs, storeStop, untilEnded } from "agent-connectors/toolkit";
import type { StoredStop } from "agent-connectors/toolkit";
import { endAllPermissions } from "../approvals/standing-permissions.ts";
import { openRecord, recordStore } from "../credentials/record-stores.ts";
import type { Sealer } from "../credentials/sealing.ts";
import type { Actor, Audit } from "../operations/audit.ts";
import { stopRecords, writesUnderWay } from "../store/queries/journal-records.ts";
import type { Db, Store } from "../store/store.ts";
import { readWrites, type PlacedEntry } from "./read-writes.ts";

/** What is stopped. Without a user and a connector, the organization. */
export interface StopTarget {
  organization: string;
  user?: { id: string; name: string } | undefined;
  connector?: string | undefined;
}

export interface PlacedStop extends Omit<Stop, "under_way"> {
  external_user_id?: string | undefined;
  connector_id?: string | undefined;
}

interface StopServices {
  store: Store;
  sealer: Sealer;
  audit: Pick<Audit, "write">;
  clock: Clock;
}

const idOf = ({ user, connector }: StopTarget): string =>
  connector !== undefined ? `connector/${connector}` : user ? `user/${user.id}` : "organization";

/** Returns the store of the stops of an organization, with the changes in a transaction. */
const stopStore = ({ store, sealer }: StopServices, organization_id: string, db: Db) => ({
  ...recordStore({ ...store, db }, sealer, { organization_id, connector_id: "" }),
  retry: false,
});

/**
 * Refuses all writes of an organization, a user or a connector, in all replicas, until `resumeWrites`, and ends their standing
 * permissions. Returns the stop with the
 * writes that are under way, after it has waited for their end.
 */
export async function stopWrites(
  services: StopServices,
  target: StopTarget,
  { by, reason, waitMs }: { by: string; reason: string | undefined; waitMs: number },
  actor: Actor,
): Promise<PlacedStop & { under_way: PlacedEntry[] }> {
  const { store, audit, clock } = services;
  const { organization, user, connector } = target;
  const next = { by, ...(reason === undefined ? {} : { reason }), at: clock.now() };
  const tenant = {
    organization,
    workspace: user?.id,
    connectors: connector === undefined ? undefined : [connector],
  };
  const kept = await store.transaction(async (db) => {
    const stored = await storeStop(stopStore(services, organization, db), idOf(target), next);
    await endAllPermissions(services, db, tenant, { by, actor });
    if (stored === next) await audit.write(db, "stop.set", actor, connector, { by, ...namesOf(target) });
    return stored;
  }, organization);
  // The stop is committed. A write that has not started before now finds it.
  const now = clock.now();
  const places = await writesUnderWay(store, tenant, idSince(now - longestWriteMs));
  const placeOf = new Map(places.map((place) => [place.id, place]));
  const entries = await untilEnded(() => readWrites(services, places), { until: now + waitMs, clock });
  const under_way = entries.map((entry) => {
    const { connector_id, user: external_user_id } = placeOf.get(entry.id)!;
    return { ...entry, connector_id, external_user_id };
  });
  return { ...stopViewOf(kept, namesOf(target)), under_way };
}

/** Ends a stop. Returns false if there is none. */
export const resumeWrites = (
  services: StopServices,
  target: StopTarget,
  { by, actor }: { by: string | undefined; actor: Actor },
): Promise<boolean> =>
  services.store.transaction(async (db) => {
    const ended = await endStop(stopStore(services, target.organization, db), idOf(target));
    const detail = { ...(by === undefined ? {} : { by }), ...namesOf(target) };
    if (ended) await services.audit.write(db, "stop.end", actor, target.connector, detail);
    return ended;
  }, target.organization);

/** Returns the stops of an organization. */
export async function listStops(
  { store, sealer }: Pick<StopServices, "store" | "sealer">,
  organization: string,
): Promise<PlacedStop[]> {
  const rows = await stopRecords(store, organization);
  const users = new Map<string, string>();
  const ids = rows.flatMap(({ key }) => (key.startsWith("stops/user/") ? [key.slice(11)] : []));
  if (ids.length > 0)
    for (const { id, name } of await store.db
      .selectFrom("workspaces")
      .select(["id", "name"])
      .where("organization_id", "=", organization)
      .where("id", "in", ids)
      .execute())
      users.set(id, name);
  return rows.map((row) => {
    const { value } = JSON.parse(openRecord(sealer, row)) as { value: StoredStop };
    const [, kind, id = ""] = row.key.split("/");
    if (kind === "user") return stopViewOf(value, { external_user_id: users.get(id) ?? id });
    return stopViewOf(value, kind === "connector" ? { connector_id: id } : {});
  });
}

const namesOf = ({ user, connector }: StopTarget) => ({
  ...(user && connector === undefined ? { external_user_id: user.name } : {}),
  ...(connector === undefined ? {} : { connector_id: connector }),
});

const stopViewOf = (
  { by, reason, at }: StoredStop,
  names: Pick<PlacedStop, "external_user_id" | "connector_id">,
): PlacedStop => ({
  ...names,
  by,
  ...(reason === undefined ? {} : { reason }),
  at: new Date(at).toISOString(),
});
