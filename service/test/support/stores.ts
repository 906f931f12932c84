import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { postgresStore } from "../../src/store/postgres.ts";
import { sqliteStore } from "../../src/store/sqlite.ts";
import type { Store } from "../../src/store/store.ts";
import { noPostgres, type Cluster } from "./postgres/postgres.ts";
import { sharedCluster, sqliteTemplate } from "./postgres/shared-stores.ts";

/** The location of a new store without records, for `openStore` and for commands. */
export interface EmptyLocation {
  dataDir: string;
  databaseUrl: string | undefined;
}

export type Kind = "sqlite" | "postgres";

/** Opens a store without migrating it. Two stores at one location act like two replicas. */
export const connectTo = ({ dataDir, databaseUrl }: EmptyLocation): Store =>
  databaseUrl ? postgresStore(databaseUrl) : sqliteStore(join(dataDir, "service.sqlite"));

/**
 * Runs the tests on SQLite and on PostgreSQL. If PostgreSQL is not installed, its tests are skipped.
 *
 * A new store is a copy of a store that has been migrated once, because migrations take longer than most tests. With
 * `tables: false`, it has no tables.
 */
export function onBothStores(
  tests: (
    newLocation: (options?: { tables?: boolean }) => Promise<EmptyLocation>,
    kind: Kind,
    cluster: () => Cluster,
  ) => void,
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
    let template: string;
    beforeAll(async () => {
      template = await sqliteTemplate();
    });
    afterAll(clean);
    tests(
      async ({ tables = true } = {}) => {
        const dataDir = newDirectory();
        if (tables) cpSync(template, dataDir, { recursive: true });
        return { dataDir, databaseUrl: undefined };
      },
      "sqlite",
      () => {
        throw new Error("no cluster here");
      },
    );
  });
  describe.skipIf(noPostgres !== undefined)("postgres", () => {
    let cluster: Cluster;
    let template: string;
    const databases: string[] = [];
    beforeAll(async () => {
      ({ cluster, template } = await sharedCluster());
    });
    afterAll(async () => {
      await cluster.drop(databases.splice(0));
      clean();
    });
    tests(
      async ({ tables = true } = {}) => {
        const databaseUrl = await cluster.database(tables ? template : undefined);
        databases.push(databaseUrl);
        return { dataDir: newDirectory(), databaseUrl };
      },
      "postgres",
      () => cluster,
    );
  });
}
