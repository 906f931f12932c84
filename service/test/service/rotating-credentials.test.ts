import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { executePath, testService, type TestService } from "../support/service.ts";
import { onBothStores, type EmptyLocation } from "../support/stores.ts";
import { startTokenPlatform, type Pair, type TokenPlatform } from "../support/token-platform.ts";

// Tests that no pair of tokens is ever lost. Only one refresh runs at a time, and a new pair is stored before it is
// used.

const list = { entity: "users", action: "list", params: { limit: 1 } };
const effectSets = [["read"], ["read", "write"], ["read", "write", "spend", "destructive"]];

onBothStores((newLocation, kind) => {
  const opened: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0).toReversed()) await one.close();
  });
  const platformWith = async (
    graceMs: number,
    beforeAnswer: () => Promise<void> = () => wait(20),
  ): Promise<TokenPlatform> => {
    const platform = await startTokenPlatform({ graceMs, beforeAnswer });
    opened.push(platform);
    return platform;
  };
  const serviceOn = async (location: EmptyLocation, { endpoint }: TokenPlatform): Promise<TestService> => {
    // The global `fetch` replaces the `fetch` of the sandbox, so that requests go over sockets.
    const code = { endpoint, fetch: globalThis.fetch, clock: { now: Date.now, sleep: wait } as never };
    const service = await testService(location, { code });
    opened.push(service);
    return service;
  };
  const record = async (service: TestService, id: string, token: string) =>
    (await service.ask(`/v1/integrations/connectors/${id}`, { token })).body as {
      status: string;
      last_error_code: string | null;
    };
  const createWith = (service: TestService, token: string, credentials: Pair, more: object = {}) =>
    service.ask("/v1/integrations/connectors", {
      token,
      json: { external_user_id: "u1", connector_type: "slack", credentials, ...more },
    });

  describe.each([
    ["strict", 0],
    ["with 60 s of grace", 60_000],
  ])("a platform that is %s", (_, graceMs) => {
    test("calls with different effects refresh a pair of tokens once, for every connector, and succeed", async () => {
      const platform = await platformWith(graceMs);
      const location = await newLocation();
      const replicas = [await serviceOn(location, platform)];
      if (kind === "postgres") replicas.push(await serviceOn(location, platform));
      const [first] = replicas as [TestService];
      const tokens = await Promise.all(effectSets.map((effects) => first.scopedToken("u1", { effects })));
      const teams = ["T0", "T1", "T2", "T3"];
      const connectors = await Promise.all(
        teams.map(
          async (team) => (await createWith(first, tokens[2]!, platform.install(team))).body.id as string,
        ),
      );
      for (const round of [1, 2]) {
        for (const team of teams) platform.expire(team);
        const answers = await Promise.all(
          connectors.flatMap((id) =>
            replicas.flatMap((replica) =>
              tokens.map((token) => replica.ask(executePath(id), { token, json: list })),
            ),
          ),
        );
        expect(new Set(answers.map(({ status, body }) => `${status} ${body.code ?? ""}`))).toEqual(
          new Set(["200 "]),
        );
        expect(teams.map((team) => platform.issued(team).count)).toEqual(teams.map(() => round + 1));
      }
    });

    test("validate on create stores the new pair of tokens", async () => {
      const platform = await platformWith(graceMs);
      const service = await serviceOn(await newLocation(), platform);
      const token = await service.scopedToken("u1");
      const pair = platform.install("T1");
      platform.expire("T1");
      const created = await createWith(service, token, pair, { validate: true });
      expect([created.status, platform.issued("T1").count]).toEqual([200, 2]);
      const path = executePath(created.body.id);
      expect((await service.ask(path, { token, json: list })).status).toBe(200);
      platform.expire("T1");
      expect((await service.ask(path, { token, json: list })).status).toBe(200);
    });

    test("a create that failed after its refresh can be repeated with the same credentials", async () => {
      const platform = await platformWith(graceMs);
      const location = await newLocation();
      const service = await serviceOn(location, platform);
      const token = await service.scopedToken("u1");
      const pair = platform.install("T1");
      platform.expire("T1");
      // The first request uses the key. The second request has the same key, so it fails after the check of
      // credentials.
      const headers = { "idempotency-key": "k1" };
      const other = {
        external_user_id: "u1",
        connector_type: "slack",
        credentials: { api_token: "xoxb-other" },
      };
      await service.ask("/v1/integrations/connectors", { token, json: other, headers });
      const json = { ...other, credentials: pair, validate: true };
      const failed = await service.ask("/v1/integrations/connectors", { token, json, headers });
      expect(failed.body.code).toBe("idempotency_key_reused");
      const created = await service.ask("/v1/integrations/connectors", { token, json });
      expect(created.status).toBe(200);
      platform.expire("T1");
      const executed = await service.ask(executePath(created.body.id), { token, json: list });
      expect(executed.status).toBe(200);
    });

    test("validate on update stores the new pair of tokens", async () => {
      const platform = await platformWith(graceMs);
      const service = await serviceOn(await newLocation(), platform);
      const token = await service.scopedToken("u1");
      const id = (await createWith(service, token, platform.install("T1"))).body.id as string;
      const pair = platform.install("T2");
      platform.expire("T2");
      const updated = await service.ask(`/v1/integrations/connectors/${id}/credentials`, {
        method: "PUT",
        token,
        json: { credentials: pair, validate: true },
      });
      expect(updated.status).toBe(200);
      for (const _ of [1, 2]) {
        const { status, body } = await service.ask(executePath(id), { token, json: list });
        expect([status, body.result[0].name]).toEqual([200, "T2"]);
        platform.expire("T2");
      }
    });

    test("two connectors with the same credentials share one pair", async () => {
      const platform = await platformWith(graceMs);
      const service = await serviceOn(await newLocation(), platform);
      const token = await service.scopedToken("u1");
      const pair = platform.install("T1");
      const ids = [];
      for (const validate of [false, true]) {
        platform.expire("T1");
        ids.push((await createWith(service, token, pair, { validate })).body.id as string);
      }
      for (const id of [...ids, ...ids]) {
        platform.expire("T1");
        expect((await service.ask(executePath(id), { token, json: list })).status).toBe(200);
      }
      await service.ask(`/v1/integrations/connectors/${ids[0]}`, { method: "DELETE", token });
      platform.expire("T1");
      expect((await service.ask(executePath(ids[1]!), { token, json: list })).status).toBe(200);
    });

    test("check and execute share one refresh", async () => {
      const platform = await platformWith(graceMs);
      const service = await serviceOn(await newLocation(), platform);
      const token = await service.scopedToken("u1");
      const id = (await createWith(service, token, platform.install("T1"))).body.id as string;
      platform.expire("T1");
      const [checked, executed] = await Promise.all([
        service.ask(`/v1/integrations/connectors/${id}/check`, { method: "POST", token }),
        service.ask(executePath(id), { token, json: list }),
      ]);
      expect([checked.body.status, executed.status]).toEqual(["healthy", 200]);
      expect(platform.issued("T1").count).toBe(2);
    });
  });

  test("a pair survives a restart of the service", async () => {
    const platform = await platformWith(0);
    const location = await newLocation();
    const first = await serviceOn(location, platform);
    const token = await first.scopedToken("u1");
    const id = (await createWith(first, token, platform.install("T1"))).body.id as string;
    platform.expire("T1");
    await first.ask(executePath(id), { token, json: list });
    await opened.pop()!.close();
    const second = await serviceOn(location, platform);
    expect((await second.ask(executePath(id), { token, json: list })).status).toBe(200);
    platform.expire("T1");
    expect((await second.ask(executePath(id), { token, json: list })).status).toBe(200);
  });

  test("after the app is removed, the connector becomes reauth_required, and new credentials work at once", async () => {
    const platform = await platformWith(0);
    const service = await serviceOn(await newLocation(), platform);
    const token = await service.scopedToken("u1");
    const id = (await createWith(service, token, platform.install("T1"))).body.id as string;
    await service.ask(executePath(id), { token, json: list });
    platform.uninstall("T1");
    const refused = await service.ask(executePath(id), { token, json: list });
    expect([refused.status, refused.body.code]).toEqual([424, "reauth_required"]);
    expect(await record(service, id, token)).toMatchObject({ status: "reauth_required" });
    await service.ask(`/v1/integrations/connectors/${id}/credentials`, {
      method: "PUT",
      token,
      json: { credentials: platform.install("T2") },
    });
    expect(await record(service, id, token)).toMatchObject({ status: "active", last_error_code: null });
    expect((await service.ask(executePath(id), { token, json: list })).status).toBe(200);
  });

  test.each(["execute", "check"])(
    "%s with old credentials, refused after they were replaced, does not mark the new ones",
    async (how) => {
      const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const platform = await platformWith(0, async () => {
        asked.resolve();
        await gate.promise;
      });
      const service = await serviceOn(await newLocation(), platform);
      const token = await service.scopedToken("u1");
      const id = (await createWith(service, token, platform.install("T1"))).body.id as string;
      const path = `/v1/integrations/connectors/${id}`;
      platform.uninstall("T1");
      // While the platform refuses the refresh, the user connects again.
      const before = platform.issued("T1").count;
      const old =
        how === "execute"
          ? service.ask(executePath(id), { token, json: list })
          : service.ask(`${path}/check`, { method: "POST", token });
      await asked.promise;
      const json = { credentials: platform.install("T2") };
      await service.ask(`${path}/credentials`, { method: "PUT", token, json });
      gate.resolve();
      const { body } = await old;
      expect(how === "execute" ? body.code : body.error.code).toBe("reauth_required");
      expect(platform.issued("T1").count).toBe(before);
      expect(await record(service, id, token)).toMatchObject({ status: "active", last_error_code: null });
    },
  );
});
