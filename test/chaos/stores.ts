import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noPostgres, startCluster, type Cluster } from "../../service/test/support/postgres/postgres.ts";
import type { StoreLocation } from "../../service/src/startup/open-store.ts";
import { noDisk, openDisk } from "./disk.ts";
import type { ServiceProcess } from "./start-service.ts";

export type StoreKind = "sqlite" | "postgres";

/** How a process ends: it is killed, or the power of the whole computer is cut. */
export type Crash = "kill" | "power cut";

/** The reason why this machine cannot open a store of this kind, or crash in this way. */
export const unavailable = (kind: StoreKind, crash: Crash = "kill"): string | undefined =>
  (kind === "postgres" ? noPostgres : undefined) ?? (crash === "power cut" ? noDisk : undefined);

export interface CrashingStore {
  location: StoreLocation;
  /** Ends a process of the service. After a power cut, the database has recovered when this resolves. */
  crash(service: ServiceProcess): Promise<void>;
}

/** Runs a test on a new, empty store and deletes the store afterwards. */
export const withStore = <T>(kind: StoreKind, run: (location: StoreLocation) => Promise<T>): Promise<T> =>
  withCrashes(kind, "kill", ({ location }) => run(location));

/** Runs a test on a new, empty store whose processes crash. */
export async function withCrashes<T>(
  kind: StoreKind,
  crash: Crash,
  run: (store: CrashingStore) => Promise<T>,
): Promise<T> {
  const disk = crash === "power cut" ? openDisk() : undefined;
  const parent = disk?.path ?? tmpdir();
  const dataDir = mkdtempSync(join(parent, "agent-connectors-chaos-"));
  let cluster: Cluster | undefined;
  try {
    if (kind === "postgres") cluster = await startCluster({ parent, durable: disk !== undefined });
    const location = { dataDir, databaseUrl: await cluster?.database() };
    disk?.sync();
    return await run({
      location,
      async crash(service) {
        disk?.cutPower();
        await service.kill();
        if (!disk) return;
        await cluster?.kill();
        await disk.mountAgain();
        await cluster?.start();
      },
    });
  } finally {
    await cluster?.stop();
    rmSync(dataDir, { recursive: true, force: true });
    await disk?.remove();
  }
}
