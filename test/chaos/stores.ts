import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noPostgres, startCluster } from "../../service/test/support/postgres.ts";
import type { StoreLocation } from "../../service/src/startup/open-store.ts";

export type StoreKind = "sqlite" | "postgres";

/** The reason why this machine cannot open a store of this kind. */
export const unavailable = (kind: StoreKind): string | undefined =>
  kind === "postgres" ? noPostgres : undefined;

/** Runs a test on a new, empty store and deletes the store afterwards. */
export async function withStore<T>(
  kind: StoreKind,
  run: (location: StoreLocation) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), "agent-connectors-chaos-"));
  const cluster = kind === "postgres" ? await startCluster() : undefined;
  try {
    return await run({ dataDir, databaseUrl: await cluster?.database() });
  } finally {
    await cluster?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
