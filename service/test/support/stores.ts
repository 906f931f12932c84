import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { noPostgres, startCluster, type Cluster } from "./postgres.ts";

/** A place for a store, empty: what `openPlace` and the command take. */
export interface EmptyPlace {
  dataDir: string;
  databaseUrl: string | undefined;
}

export type Kind = "sqlite" | "postgres";

/** The same tests on SQLite and on PostgreSQL; on the latter they are skipped where it is not installed. */
export function onBothStores(
  tests: (newPlace: () => Promise<EmptyPlace>, kind: Kind, cluster: () => Cluster) => void,
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
    }, 60_000);
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
