import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import { runService, spawnService } from "../support/process.ts";
import { onBothStores, type EmptyLocation } from "../support/stores.ts";

const started: Awaited<ReturnType<typeof spawnService>>[] = [];
afterAll(async () => {
  for (const { child, exited } of started) {
    child.kill("SIGKILL");
    await exited;
  }
});

const envOf = ({ databaseUrl }: EmptyLocation): Record<string, string> =>
  databaseUrl ? { AGENT_CONNECTORS_DATABASE_URL: databaseUrl } : {};

/** Starts the service without permission to upgrade the store, and returns its address while it waits. */
async function startWaiting(location: EmptyLocation) {
  const options = ["--port", "0", "--metrics-port", "off", "--sandbox", "--data-dir", location.dataDir];
  const service = await spawnService(["serve", "--no-migrate", ...options], envOf(location));
  started.push(service);
  const url = await new Promise<string>((resolve, reject) => {
    service.child.stdout.on("data", () => {
      const [, found] = /Waiting on (http:\S+)\. /.exec(service.output()) ?? [];
      if (found) resolve(found);
    });
    void service.exited.then(() => reject(new Error(service.output())));
  });
  return { ...service, url };
}

onBothStores((newLocation, kind) => {
  test("with --no-migrate, the service waits for the migration, is not ready, and says what to run", async () => {
    const location = await newLocation({ tables: false });
    const { url, output, child, exited } = await startWaiting(location);
    expect(output()).toMatch(
      /The store lacks the migrations 0001_first_tables to \d{4}_\w+ of this version\. Run with the same settings: agent-connectors-service migrate/,
    );
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    for (const path of ["/readyz", "/v1/approvals", "/mcp"]) {
      const response = await fetch(url + path);
      expect([path, response.status, response.headers.get("retry-after")]).toEqual([path, 503, "5"]);
      expect(await response.json()).toMatchObject({
        code: "storage_unavailable",
        outcome: "not_started",
        hint: "Run with the same settings: agent-connectors-service migrate",
      });
    }
    const migrated = await runService(["migrate", "--data-dir", location.dataDir], envOf(location));
    expect(migrated).toEqual({
      code: 0,
      output: expect.stringMatching(/^Ran \d+ migrations\. The store is up to date\.\n$/),
    });
    let ready = 0;
    for (let tries = 0; tries < 100 && ready !== 200; tries++, await wait(200))
      ready = (await fetch(`${url}/readyz`)).status;
    expect(ready).toBe(200);
    expect((await fetch(`${url}/v1/approvals`)).status).toBe(401);
    child.kill("SIGTERM");
    expect(await exited).toBe(0);
    const again = await runService(["migrate", "--data-dir", location.dataDir], envOf(location));
    expect(again).toEqual({ code: 0, output: "The store is up to date.\n" });
  });

  test.runIf(kind === "sqlite")("a waiting service ends on SIGTERM", async () => {
    const { child, exited } = await startWaiting(await newLocation({ tables: false }));
    child.kill("SIGTERM");
    expect(await exited).toBe(0);
  });

  test.runIf(kind === "postgres")(
    "with settings from the environment, the service needs no directory that it can write to",
    async () => {
      const location = await newLocation({ tables: false });
      const env = {
        ...envOf(location),
        AGENT_CONNECTORS_MASTER_KEYS: JSON.stringify({
          active: "k1",
          keys: { k1: Buffer.alloc(32, 7).toString("base64") },
        }),
        AGENT_CONNECTORS_CLIENT_ID: "first",
        AGENT_CONNECTORS_CLIENT_SECRET: "a client secret of the environment",
      };
      const nowhere = ["--data-dir", "/proc/nowhere"];
      expect(await runService(["migrate", ...nowhere], env)).toMatchObject({ code: 0 });
      const options = ["--port", "0", "--metrics-port", "off", "--sandbox", ...nowhere];
      const service = await spawnService(["serve", "--no-migrate", ...options], env);
      started.push(service);
      for (let tries = 0; tries < 100 && !service.output().includes("Listening on"); tries++) await wait(100);
      expect(service.output()).toContain("Listening on");
      service.child.kill("SIGTERM");
      expect(await service.exited).toBe(0);
    },
  );

  test.runIf(kind === "postgres")(
    "with the grants of deploy.md, a user who owns no table runs the service and its commands",
    async () => {
      const location = await newLocation({ tables: false });
      const owner = new Client({ connectionString: location.databaseUrl! });
      await owner.connect();
      const page = readFileSync(new URL("../../docs/deploy.md", import.meta.url), "utf8");
      const grants = [...page.matchAll(/```sql\n(.*?)```/gs)].map(([, sql]) => sql!).join("");
      const user = `service_${process.pid}`;
      await owner.query(`create role ${user} login`);
      await owner.query(grants.replaceAll(/\bservice\b/g, user));
      await owner.end();
      const own = envOf(location);
      const env = { AGENT_CONNECTORS_DATABASE_URL: location.databaseUrl!.replace(/\/\/\w+@/, `//${user}@`) };
      expect(env.AGENT_CONNECTORS_DATABASE_URL).toContain(user);
      const options = ["--data-dir", location.dataDir];
      expect((await runService(["migrate", ...options], env)).code).not.toBe(0);
      expect(await runService(["migrate", ...options], own)).toMatchObject({ code: 0 });
      const flags = ["--port", "0", "--metrics-port", "off", "--sandbox", ...options];
      const service = await spawnService(["serve", "--no-migrate", ...flags], env);
      started.push(service);
      for (let tries = 0; tries < 100 && !service.output().includes("Listening on"); tries++) await wait(100);
      expect(service.output()).toContain("Listening on");
      for (const words of [
        ["keys", "list"],
        ["application", "add", "other"],
        ["audit", "verify"],
      ])
        expect([words, await runService([...words, ...options], env)]).toMatchObject([words, { code: 0 }]);
      service.child.kill("SIGTERM");
      expect(await service.exited).toBe(0);
    },
  );
});
