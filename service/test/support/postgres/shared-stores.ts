import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresStore } from "../../../src/store/postgres.ts";
import { sqliteStore } from "../../../src/store/sqlite.ts";
import type { Store } from "../../../src/store/store.ts";
import { startCluster, type Cluster } from "./postgres.ts";

// The test files of one worker share a cluster and the stores from which they copy new ones. To start a cluster and to
// migrate a store takes longer than most tests.

interface Shared {
  directory?: string;
  /** The directory of a migrated SQLite store. */
  sqlite?: Promise<string>;
  postgres?: Promise<{ cluster: Cluster; template: string }>;
}

// A file that resets the modules must not start a second cluster.
const key = Symbol.for("agent-connectors.test.shared-stores");
const shared = ((globalThis as { [key]?: Shared })[key] ??= {});

/**
 * When this process ends, in whatever way, its end of the pipe closes. The shell then ends the server and deletes its
 * data.
 */
const cleanUp = `
trap '' INT TERM
read -r _
kill -QUIT $(head -qn 1 "$0"/*/data/postmaster.pid)
for _ in 1 2 3 4 5; do rm -rf "$0" && break; sleep 0.2; done`;

function directory(): string {
  if (shared.directory === undefined) {
    shared.directory = mkdtempSync(join(tmpdir(), "acs-shared-"));
    // PostgreSQL may run as another user.
    chmodSync(shared.directory, 0o755);
    spawn("sh", ["-c", cleanUp, shared.directory], { stdio: ["pipe", "ignore", "ignore"] });
  }
  return shared.directory;
}

async function migrated(store: Store): Promise<void> {
  await store.migrate();
  await store.close();
}

/** The directory of a migrated SQLite store, to copy. */
export const sqliteTemplate = (): Promise<string> =>
  (shared.sqlite ??= (async () => {
    const template = mkdtempSync(join(directory(), "sqlite-"));
    await migrated(sqliteStore(join(template, "service.sqlite")));
    return template;
  })());

/** The cluster of this worker, and the URL of a migrated database, to copy. */
export const sharedCluster = (): Promise<{ cluster: Cluster; template: string }> =>
  (shared.postgres ??= (async () => {
    // It would visit the databases of all files in turn, and keep them from being copied or deleted meanwhile.
    const settings = ["autovacuum=off"];
    const cluster = await startCluster({ parent: directory(), settings });
    const template = await cluster.database();
    await migrated(postgresStore(template));
    return { cluster, template };
  })());
