import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { noPgbouncer, startPgbouncer } from "../support/postgres/pgbouncer.ts";
import { noPostgres, startCluster } from "../support/postgres/postgres.ts";
import { testService, type TestService } from "../support/service.ts";
import { noSmallDisk, openSmallDisk } from "../support/small-disk.ts";

// A load balancer asks /readyz whether a replica can serve requests. /readyz responds within 2 seconds.

const cleanups: (() => unknown)[] = [];
const later = <T>(value: T, clean: (value: T) => unknown): T => {
  cleanups.push(() => clean(value));
  return value;
};
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});
const newDirectory = () =>
  later(mkdtempSync(join(tmpdir(), "acs-")), (directory) => rmSync(directory, { recursive: true }));
const serviceOn = async (dataDir: string, databaseUrl?: string) =>
  later(await testService({ dataDir, databaseUrl }), (service) => service.close());
const readiness = async (service: TestService) => {
  const { status, body } = await service.ask("/readyz");
  return status === 200 ? "ready" : `${status} ${body.code}`;
};
const isReady = (service: TestService) => readiness(service).then((state) => state === "ready");
/** Waits for more than the time for which a good result counts. */
const eventually = (service: TestService) => expect.poll(() => readiness(service), { timeout: 15_000 });

test.skipIf(noSmallDisk !== undefined)(
  "a SQLite store on a full disk is not ready, until there is space",
  async () => {
    const disk = later(openSmallDisk(8), (disk) => disk.close());
    const service = await serviceOn(join(disk.directory, "data"));
    expect(await readiness(service)).toBe("ready");
    disk.fill();
    await eventually(service).toBe("503 storage_full");
    disk.free();
    await eventually(service).toBe("ready");
  },
);

test.skipIf((noSmallDisk ?? noPostgres) !== undefined)(
  "a PostgreSQL store on a full disk is not ready, until there is space",
  async () => {
    const disk = later(openSmallDisk(200), (disk) => disk.close());
    const cluster = later(await startCluster({ parent: disk.directory }), (cluster) => cluster.stop());
    const service = await serviceOn(newDirectory(), await cluster.database());
    expect(await readiness(service)).toBe("ready");
    disk.fill();
    await eventually(service).toBe("503 storage_full");
    disk.free();
    await eventually(service).toBe("ready");
  },
);

test.skipIf(noPostgres !== undefined)("a store that only reads is not ready", async () => {
  const cluster = later(await startCluster(), (cluster) => cluster.stop());
  const url = await cluster.database();
  const service = await serviceOn(newDirectory(), url);
  expect(await readiness(service)).toBe("ready");
  const name = new URL(url.replace("@/", "@socket/")).pathname.slice(1);
  await cluster.administer(url, async (query) => {
    await query(`alter database ${name} set default_transaction_read_only = on`);
    await query("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()");
  });
  await eventually(service).toBe("503 storage_unavailable");
});

const paths = ["directly", ...(noPgbouncer === undefined ? ["through PgBouncer"] : [])];
test.skipIf(noPostgres !== undefined).each(paths)(
  "a replica is not ready while PostgreSQL is stopped or frozen, and ready soon afterwards: %s",
  async (path) => {
    const cluster = later(await startCluster(), (cluster) => cluster.stop());
    const direct = await cluster.database();
    const url =
      path === "directly" ? direct : later(await startPgbouncer(direct), (bouncer) => bouncer.stop()).url;
    const service = await serviceOn(newDirectory(), url);
    expect(await readiness(service)).toBe("ready");
    await cluster.shutDown();
    await eventually(service).toBe("503 storage_unavailable");
    await cluster.start();
    await eventually(service).toBe("ready");
    cluster.signal("SIGSTOP");
    await eventually(service).toBe("503 storage_unavailable");
    cluster.signal("SIGCONT");
    await eventually(service).toBe("ready");
    // The checks of several load balancers run as one.
    expect(await Promise.all(Array.from({ length: 50 }, () => isReady(service)))).not.toContain(false);
  },
);
