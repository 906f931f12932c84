import { ConnectorError, undoRun, type Effect, type Result } from "agent-connectors";
import type { UndoneEntry, Undoing } from "agent-connectors/toolkit";
import { visibleConnector } from "../access/visible-connectors.ts";
import type { Claims } from "../access/access-tokens.ts";
import type { CallContext } from "../calls/open-connectors.ts";
import { performCall } from "../calls/perform-call.ts";
import { recordStore } from "../credentials/record-stores.ts";
import { effects } from "../platforms/effects.ts";
import type { Actor } from "../operations/audit.ts";
import type { UsableConnector } from "../store/queries/connectors.ts";
import type { JournalServices } from "./journal-services.ts";
import { listWrites } from "./read-writes.ts";

export type PlacedUndone = UndoneEntry & { connector_id: string };

export interface UndoRequest {
  run: string;
  by: string;
  force: boolean;
  connector?: string | undefined;
  user?: string | undefined;
}

/** The maximum number of writes of a run that the search for its connectors reads at once. */
const pageSize = 500;

/**
 * Undoes the writes of a run, the newest first within each connector. The policies apply, and no write is undone twice.
 * @throws ConnectorError `not_found` if the journal has no such write
 */
export async function undoRunOf(
  services: JournalServices,
  claims: Pick<Claims, "organization" | "connectors">,
  { run, by, force, connector, user }: UndoRequest,
  actor: Actor,
): Promise<PlacedUndone[]> {
  const tenant = { organization: claims.organization, connectors: claims.connectors };
  const connectors = new Set<string>();
  for (let after: string | undefined; ;) {
    const { writes, last } = await listWrites(services, tenant, {
      run,
      connector,
      user,
      after,
      limit: pageSize,
    });
    for (const { place } of writes) connectors.add(place.connector_id);
    if (last === undefined) break;
    after = last;
  }
  if (connectors.size === 0)
    throw new ConnectorError("not_found", "The journal has no write of this run.", {
      path: "run",
      hint: "GET /v1/journal lists the writes with their runs.",
    });
  const undone: PlacedUndone[] = [];
  for (const id of connectors) {
    const row = await visibleConnector(services.store.db, claims, id);
    const store = recordStore(services.store, services.sealer, {
      organization_id: claims.organization,
      connector_id: id,
    });
    const entries = await undoRun(store, run, [undoingOf(services, row, actor)], {
      by,
      force,
      clock: services.clock,
    });
    undone.push(...entries.map((entry) => ({ ...entry, connector_id: id })));
  }
  await services.audit.write(services.store.db, "run.undo", actor, undefined, {
    run,
    by,
    undone: undone.filter(({ outcome }) => outcome === "undone").length,
  });
  return undone;
}

/** Returns the part of a connector that undoes writes. Its writes count, and are in the audit, like all calls. */
const undoingOf = (services: JournalServices, row: UsableConnector, actor: Actor): Undoing => ({
  name: row.type,
  async execute(entity, action, params: Readonly<Record<string, unknown>>, options = {}) {
    const all: readonly Effect[] = effects;
    if (params["dry_run"] === true) {
      const context: CallContext = { onEvent() {} };
      const connector = await services.openConnectors.get(row, all);
      return connector.execute(entity, action, params, { ...options, external: "allow", context });
    }
    let result: Result | undefined;
    const performed = await performCall(
      row,
      {
        run: async (connector, callOptions) =>
          (result = await connector.execute(entity, action, params, callOptions)),
        idempotencyKey: undefined,
        effects: all,
        external: "allow",
        decision: options.decision,
        run_id: (options.context as { run?: string }).run,
      },
      { ...actor, workspace: row.workspace_id },
      services,
    );
    await services.store.transaction(performed.write, row.organization_id);
    if (performed.error) throw performed.error;
    return result!;
  },
});
