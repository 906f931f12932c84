import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { postgresStore } from "../../src/store/postgres.ts";
import { sqliteStore } from "../../src/store/sqlite.ts";
import type { Store } from "../../src/store/store.ts";
import { noPostgres, startCluster, type Cluster } from "./postgres.ts";

/** The location of a new, empty store, for `openStore` and for commands. */
export interface EmptyLocation {
  dataDir: string;
  databaseUrl: string | undefined;
}

export type Kind = "sqlite" | "postgres";

/** Opens a store without migrating it. Two stores at one location act like two replicas. */
export const connectTo = ({ dataDir, databaseUrl }: EmptyLocation): Store =>
  databaseUrl ? postgresStore(databaseUrl) : sqliteStore(join(dataDir, "service.sqlite"));

/** Runs the tests on SQLite and on PostgreSQL. If PostgreSQL is not installed, its tests are skipped. */
export function onBothStores(
  tests: (newLocation: () => Promise<EmptyLocation>, kind: Kind, cluster: () => Cluster) => void,
): void {
  const directories: string[] = [];
  const newDirectory = () => {
    const directory = mkdtempSync(join(tmpdir(), "acs-"));
    directories.push(directory);
    return directory;
  };
  const clean = () => {
    for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
  };
  describe("sqlite", () => {
    afterAll(clean);
    tests(
      async () => ({ dataDir: newDirectory(), databaseUrl: undefined }),
      "sqlite",
      () => {
        throw new Error("no cluster here");
      },
    );
  });
  describe.skipIf(noPostgres !== undefined)("postgres", () => {
    let cluster: Cluster;
    beforeAll(async () => {
      cluster = await startCluster();
    });
    afterAll(async () => {
      await cluster.stop();
      clean();
    });
    tests(
      async () => ({ dataDir: newDirectory(), databaseUrl: await cluster.database() }),
      "postgres",
      () => cluster,
    );
  });
}
