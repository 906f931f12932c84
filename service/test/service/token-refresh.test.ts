import { afterEach, expect, test } from "vitest";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { executePath, testService, type TestService } from "../support/service.ts";
import { onBothStores, type EmptyLocation } from "../support/stores.ts";

// One process fetches an access token of Amazon Ads, and all other processes use the same token.

const list = { entity: "profiles", action: "list" };

onBothStores((newLocation, kind) => {
  const open: TestService[] = [];
  afterEach(async () => {
    for (const service of open.splice(0)) await service.close();
  });

  /** Opens replicas on one store. All use the same simulated Amazon, which is slow at returning a token. */
  async function replicas(
    count: number,
    location: EmptyLocation,
    sandbox = amazonAdsSandbox({ rateLimits: false }),
  ) {
    const platform = { sandbox, grants: 0, refused: false };
    const code = {
      clock: sandbox.clock,
      fetch: async (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
        if (!String(input).endsWith("/auth/o2/token")) return sandbox.fetch(input, init);
        platform.grants++;
        await new Promise((resolve) => setTimeout(resolve, 20));
        return platform.refused
          ? Response.json({ error: "invalid_grant" }, { status: 400 })
          : sandbox.fetch(input, init);
      },
    };
    const services: TestService[] = [];
    for (let index = 0; index < count; index++)
      services.push(
        await testService(location, {
          connectors: [{ connector: AmazonAdsConnector, code }],
          limits: { concurrency: { connector: 200, workspace: 200, organization: 500, process: 1000 } },
        }),
      );
    open.push(...services);
    const [first] = services as [TestService];
    const id = await first.create("u1", {
      connector_type: "Amazon-Ads",
      credentials: { ...sandbox.credentials },
      environment: { region: "na" },
    });
    const token = await first.scopedToken("u1");
    const call = (index: number) => services[index % count]!.ask(executePath(id), { token, json: list });
    return { services, platform, call, id, token };
  }

  test.runIf(kind === "postgres")(
    "two replicas with a hundred concurrent calls refresh once, and once more after the expiry",
    async () => {
      const { platform, call } = await replicas(2, await newLocation());
      const round = () => Promise.all(Array.from({ length: 100 }, (_, index) => call(index)));
      expect((await round()).map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
      expect(platform.grants).toBe(1);
      platform.sandbox.clock.advance(3_600_000);
      expect(new Set((await round()).map(({ status }) => status))).toEqual(new Set([200]));
      expect(platform.grants).toBe(2);
    },
  );

  test("a process with a hundred concurrent calls refreshes once, and not again after a restart", async () => {
    const location = await newLocation();
    const { services, platform, call, id, token } = await replicas(1, location);
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => call(index)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(platform.grants).toBe(1);
    await services[0]!.close();
    open.length = 0;
    const again = await testService(location, {
      connectors: [{ connector: AmazonAdsConnector, code: { ...platform.sandbox.options } }],
    });
    open.push(again);
    expect((await again.ask(executePath(id), { token, json: list })).status).toBe(200);
    expect(platform.grants).toBe(1);
  });

  test("a refused refresh token is reported, recorded, and not sent again for a while", async () => {
    const { services, platform, call, id, token } = await replicas(1, await newLocation());
    platform.refused = true;
    for (let count = 0; count < 5; count++) {
      const { status, body } = await call(0);
      expect([status, body.code, body.platform.code]).toEqual([424, "reauth_required", "invalid_grant"]);
    }
    expect(platform.grants).toBe(1);
    const [service] = services as [TestService];
    const record = await service.ask(`/v1/integrations/connectors/${id}`, { token });
    expect(record.body).toMatchObject({ status: "reauth_required", last_error_code: "reauth_required" });
    // New credentials are sent to the platform at once.
    platform.refused = false;
    await service.ask(`/v1/integrations/connectors/${id}/credentials`, {
      method: "PUT",
      token,
      json: { credentials: { ...platform.sandbox.credentials } },
    });
    expect((await call(0)).status).toBe(200);
    expect(platform.grants).toBe(2);
  });

  test("Amazon Ads accepts OAuth credentials and its own regions only", async () => {
    const { services } = await replicas(1, await newLocation());
    const [service] = services as [TestService];
    const token = await service.scopedToken("u1");
    const create = (json: object) =>
      service.ask("/v1/integrations/connectors", {
        token,
        json: { external_user_id: "u1", connector_type: "Amazon-Ads", ...json },
      });
    const credentials = { client_id: "a", client_secret: "b", refresh_token: "c" };
    const single = await create({ credentials: { api_token: "canary" } });
    expect([single.status, single.body.code]).toEqual([400, "credentials_mismatch"]);
    expect(single.body.message).toContain("the token method is unavailable for this connector");
    for (const region of [
      "https://evil.example",
      "https://advertising-api.amazon.com@evil.example",
      "us",
      5,
    ]) {
      const { status, body } = await create({ credentials, environment: { region } });
      expect([status, body.code, body.path]).toEqual([422, "region_not_allowed", "environment.region"]);
    }
    for (const [region, address] of [
      ["eu", "https://advertising-api-eu.amazon.com"],
      ["https://advertising-api-fe.amazon.com/", "https://advertising-api-fe.amazon.com"],
    ]) {
      const { status, body } = await create({ credentials, environment: { region } });
      expect([status, body.name, body.connector_type, body.replication_config]).toEqual([
        200,
        "Amazon Ads",
        "Amazon-Ads",
        { region: address },
      ]);
    }
  });
});
