import { afterEach, expect, test } from "vitest";
import { listen, listenMetrics } from "../../src/index.ts";
import { ringJson } from "../support/keys.ts";
import { runHere } from "../support/process.ts";
import { executePath, testService, type TestService } from "../support/service.ts";
import { onBothStores, type EmptyLocation } from "../support/stores.ts";
import { migrations } from "../../src/store/migrations/index.ts";

/** Words that stand for secrets and for texts of people. They are in every place that takes a text. */
const planted = "zebra";
const plant = (where: string) => `${planted}-${where}`;

let service: TestService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const bundleOf = async ({ dataDir, databaseUrl }: EmptyLocation, ports: readonly number[] = [1, 2]) => {
  const ring = ringJson({ k1: 1 });
  const [port, metricsPort] = ports.map(String) as [string, string];
  const { code, output } = await runHere(["support", "bundle", "--data-dir", dataDir, "--port", port], {
    AGENT_CONNECTORS_METRICS_PORT: metricsPort,
    AGENT_CONNECTORS_MASTER_KEYS: JSON.stringify(ring),
    AGENT_CONNECTORS_CLIENT_ID: plant("client"),
    AGENT_CONNECTORS_CLIENT_SECRET: plant("client-secret-of-more-than-32-characters"),
    AGENT_CONNECTORS_PUBLIC_URL: `https://${plant("host")}.example.com`,
    AGENT_CONNECTORS_CONCURRENT_CALLS: "700",
    ...(databaseUrl ? { AGENT_CONNECTORS_DATABASE_URL: databaseUrl } : {}),
  });
  expect(code).toBe(0);
  return { output, bundle: JSON.parse(output) as Record<string, Record<string, never>>, ring };
};

onBothStores((newLocation, kind) => {
  test("a bundle has versions, settings, the schema, numbers and codes, and no secret, text or name", async () => {
    const location = await newLocation();
    service = await testService(location, { masterKeys: JSON.stringify(ringJson({ k1: 1 })) });
    const application = await service.applicationToken();
    const user = plant("user");
    const id = await service.create(user, { name: plant("connector") });
    const token = await service.scopedToken(user);
    const text = plant("message");
    const calls = [
      { entity: "messages", action: "create", params: { channel: "#general", text } },
      { entity: plant("entity"), action: plant("action"), params: { [plant("param")]: text } },
      { entity: "messages", action: "create", params: { channel: `#${plant("channel")}`, text } },
    ];
    for (const json of calls)
      await service.ask(executePath(id), {
        token,
        json,
        headers: {
          "x-request-id": plant("request"),
          "idempotency-key": plant(`key-${json.action}-${json.params["channel" as never]}`),
        },
      });
    await service.ask("/v1/policies", {
      method: "PUT",
      token: application,
      json: {
        external_user_id: user,
        connector_type: "Slack",
        policy: { only: { channels: [plant("allowed")] } },
      },
    });
    await service.ask("/v1/webhooks", {
      token: application,
      json: {
        url: `https://${plant("hook")}.example.com/${plant("path")}`,
        description: plant("description"),
      },
    });
    await service.ask("/v1/tokens", {
      token: application,
      json: { external_user_id: user, name: plant("program") },
    });
    await service.ask("/v1/stops", {
      token: application,
      json: { external_user_id: user, by: plant("person"), reason: plant("reason") },
    });
    await service.ask("/v1/audit", { token: application });

    const server = await listen(service.service, "127.0.0.1", 0);
    const metrics = await listenMetrics(service.service, "127.0.0.1", 0);
    const { output, bundle, ring } = await bundleOf(location, [server.port, metrics.port]);
    await server.close(0);
    await metrics.close(0);
    for (const secret of [
      planted,
      token,
      application,
      ...Object.values(ring.keys),
      service.sandbox.tokens.bot,
      service.clientSecret,
      location.dataDir,
      ...(location.databaseUrl ? [location.databaseUrl] : []),
    ])
      expect([secret, output.includes(secret)]).toEqual([secret, false]);

    expect(bundle).toMatchObject({
      versions: { node: process.versions.node },
      configuration: {
        port: server.port,
        publicUrl: "set",
        masterKeys: "set",
        limits: { concurrency: { process: 700 } },
        sandbox: false,
      },
      store: {
        kind,
        version: expect.stringMatching(/^\d+\.\d+/),
        schema: { missing: [], newer: [] },
        writes: { ms: expect.any(Number) },
        rows: { connectors: 1, webhook_endpoints: 1, long_lived_tokens: 1 },
        outcomes_of_a_day: { ok: 1, unknown_entity: 1 },
      },
      process: { healthz: 200, readyz: 200 },
    });
    expect(bundle.process!["metrics"]).toEqual(
      expect.arrayContaining([expect.stringMatching(/^upstream_requests_total\{.*outcome="ok"\} \d+$/)]),
    );
  });

  test("a bundle of a store that lacks migrations says which, and does not upgrade the store", async () => {
    const location = await newLocation({ tables: false });
    if (kind === "sqlite") {
      const { bundle } = await bundleOf(location);
      expect(bundle.store).toEqual({ failed: "there is no store" });
      expect(bundle.process).toEqual({ healthz: "no answer", readyz: "no answer", metrics: [] });
    } else {
      const names = Object.keys(migrations);
      const { bundle } = await bundleOf(location);
      expect(bundle.store).toMatchObject({ schema: { missing: names, newer: [] } });
      const again = await bundleOf(location);
      expect(again.bundle.store).toMatchObject({ schema: { missing: names } });
    }
  });

  test.runIf(kind === "postgres")("a bundle without a database says so, and not where it is", async () => {
    const location = await newLocation();
    const url = `postgresql://zebra:zebra-password@127.0.0.1:1/zebra`;
    const { output, bundle } = await bundleOf({ ...location, databaseUrl: url });
    expect(output).not.toContain(planted);
    expect(bundle.store).toMatchObject({ schema: { failed: "storage_unavailable" } });
  });
});
