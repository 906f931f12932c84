import { execFile } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { clientOf, runService, startService, type Running } from "../support/process.ts";
import { executePath } from "../support/service.ts";
import { onBothStores, type EmptyLocation } from "../support/stores.ts";

// A busy machine needs much time to start programs.
vi.setConfig({ testTimeout: 600_000 });

const running: Running[] = [];
afterAll(() => Promise.all(running.map((service) => service.end("SIGKILL"))));
const start = async (location: EmptyLocation, env: Record<string, string> = {}): Promise<Running> => {
  const service = await startService(["--data-dir", location.dataDir], {
    ...(location.databaseUrl ? { AGENT_CONNECTORS_DATABASE_URL: location.databaseUrl } : {}),
    ...env,
  });
  running.push(service);
  return service;
};
const applicationIn = ({ dataDir }: EmptyLocation) =>
  JSON.parse(readFileSync(join(dataDir, "first-application.json"), "utf8")) as {
    client_id: string;
    client_secret: string;
  };
const list = { entity: "users", action: "list", params: { limit: 1 } };
const slack = (external_user_id: string) => ({
  external_user_id,
  connector_type: "Slack",
  credentials: { api_token: "xoxb-sandbox-bot" },
});

onBothStores((newLocation, kind, cluster) => {
  // A start needs half a second of CPU time, so a test uses the service that the test before it has left running.
  let location: EmptyLocation;
  let service: Running;
  beforeAll(async () => {
    const { dataDir, databaseUrl } = await newLocation();
    // The service itself creates its directory.
    location = { dataDir: join(dataDir, "data"), databaseUrl };
    service = await start(location);
  });

  test.runIf(kind === "sqlite")("only the owner can read the files", () => {
    const { dataDir } = location;
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(dataDir))
      expect([name, statSync(join(dataDir, name)).mode & 0o077]).toEqual([name, 0]);
    expect(existsSync(join(dataDir, "keyring.json"))).toBe(true);
  });

  test.runIf(kind === "sqlite")(
    "metrics have their own port, and invalid HTTP gets an error body",
    async () => {
      await fetch(`${service.url}/healthz`);
      const metrics = await (await fetch(service.metricsUrl)).text();
      expect(metrics).toContain(
        'http_requests_total{method="GET",route="/healthz",status="200",code="ok"} 1',
      );
      expect((await fetch(`${service.url}/metrics`)).status).toBe(404);

      const raw = (text: string) =>
        new Promise<string>((resolve, reject) => {
          const { port, hostname } = new URL(service.url);
          let answer = "";
          const socket = connect(Number(port), hostname, () => socket.write(text));
          socket.setEncoding("utf8").on("data", (more: string) => (answer += more));
          socket.on("close", () => resolve(answer)).on("error", reject);
        });
      const cases: [string, number, string][] = [
        ["nonsense\r\n\r\n", 400, "malformed_json"],
        [`GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(20_000)}\r\n\r\n`, 431, "headers_too_large"],
        [
          "POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n",
          400,
          "malformed_json",
        ],
      ];
      for (const [text, status, code] of cases) {
        const [head = "", body = ""] = (await raw(text)).split("\r\n\r\n");
        expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
        expect(head).toContain("application/problem+json");
        expect(JSON.parse(body)).toMatchObject({ status, code });
      }
    },
  );

  test.runIf(kind === "sqlite")("a second process on the same data directory is refused", async () => {
    const { code, output } = await runService(["--sandbox", "--port", "0", "--data-dir", location.dataDir]);
    expect(code).toBe(3);
    expect(output).toMatch(/^Another process uses the data directory .*Several replicas need PostgreSQL/);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });

  test.runIf(kind === "postgres")("a second process on PostgreSQL is a replica", async () => {
    const second = await start(location);
    const token = await clientOf(service.url).scopedToken(applicationIn(location), "u1");
    const { body } = await clientOf(service.url).ask("/v1/integrations/connectors", token, slack("u1"));
    expect((await clientOf(second.url).ask(executePath(body.id), token, list)).status).toBe(200);
    // A process with another key ring does not start, because the other replicas could not decrypt its records.
    const { code, output } = await runService(["--port", "0", "--data-dir", (await newLocation()).dataDir], {
      AGENT_CONNECTORS_DATABASE_URL: location.databaseUrl!,
    });
    expect([code, output]).toEqual([3, expect.stringContaining("There is no key ring at")]);
  });

  test("the API works with curl", async () => {
    const script = fileURLToPath(new URL("../../examples/curl.sh", import.meta.url));
    const { stdout } = await promisify(execFile)("bash", [script], {
      env: { ...process.env, URL: service.url, DATA_DIR: location.dataDir },
    });
    expect(stdout).toContain("All responses are as documented.");
  });

  test.runIf(kind === "postgres")(
    "while PostgreSQL is down, the service returns 503, and nothing is lost",
    async () => {
      const client = clientOf(service.url);
      const token = await client.scopedToken(applicationIn(location), "u1");
      const { body } = await client.ask("/v1/integrations/connectors", token, slack("u1"));
      await cluster().kill();
      for (const path of ["/readyz", `/v1/integrations/connectors/${body.id}`]) {
        const answer = await client.ask(path, token);
        expect([answer.status, answer.body.code]).toEqual([503, "storage_unavailable"]);
      }
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
      await cluster().start();
      expect((await client.ask(executePath(body.id), token, list)).status).toBe(200);
    },
  );

  test("a connector survives a kill if the service has responded to its creation", async () => {
    const application = applicationIn(location);
    expect(service.output()).toContain(application.client_secret);
    const before = clientOf(service.url);
    const token = await before.scopedToken(application, "u1");
    const ids: string[] = [];
    // The process is killed while it creates connectors. Every id that a response contained must exist afterwards.
    const creating = Promise.all(
      Array.from({ length: 8 }, async () => {
        for (;;) {
          const answer = await before
            .ask("/v1/integrations/connectors", token, slack("u1"))
            .catch(() => undefined);
          if (answer?.status !== 200) return;
          ids.push(answer.body.id);
          if (ids.length === 20) void service.end("SIGKILL");
        }
      }),
    );
    await creating;
    expect(ids.length).toBeGreaterThanOrEqual(20);

    service = await start(location);
    const after = clientOf(service.url);
    // The old token is still valid, because the key ring has not changed. The secret is not printed a second time.
    expect(service.output()).not.toContain(application.client_secret);
    for (const id of ids) {
      const { status, body } = await after.ask(executePath(id), token, list);
      expect([status, body.result?.length]).toEqual([200, 1]);
    }
  });

  test("after SIGTERM, running requests still get their response, and the exit code is 0", async () => {
    const client = clientOf(service.url);
    const token = await client.scopedToken(applicationIn(location), "u2");
    let answered = 0;
    let ending: Promise<number | string> | undefined;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (;;) {
          const answer = await client
            .ask("/v1/integrations/connectors", token, slack("u2"))
            .catch(() => undefined);
          if (!answer) return;
          expect(answer.status).toBe(200);
          if (++answered === 30) ending = service.end("SIGTERM");
        }
      }),
    );
    expect(await ending).toBe(0);
    service = await start(location);
    let stored = 0;
    for (let cursor = ""; ;) {
      const { body } = await clientOf(service.url).ask(
        `/v1/integrations/connectors?limit=200${cursor}`,
        token,
      );
      stored += body.data.length;
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(stored).toBe(answered);
  });
});
