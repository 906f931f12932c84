import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { addClient } from "../../src/access/client-secrets.ts";
import { executePath, testService, type TestService } from "../support/service.ts";
import { onBothStores } from "../support/stores.ts";
import { startTokenPlatform, type TokenPlatform } from "../support/token-platform.ts";

// Somebody can write to the tables of the store, but has no master key. The service must not act on such a change.

const list = { entity: "users", action: "list", params: { limit: 1 } };

/** An organization with its own application. */
interface Organization {
  id: string;
  application: string;
  secret: string;
}

onBothStores((newLocation) => {
  const opened: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0).toReversed()) await one.close();
  });
  const start = async (): Promise<{ service: TestService; platform: TokenPlatform }> => {
    const platform = await startTokenPlatform({ graceMs: 0 });
    opened.push(platform);
    const { endpoint } = platform;
    const code = { endpoint, fetch: globalThis.fetch, clock: { now: Date.now, sleep: wait } as never };
    const service = await testService(await newLocation(), { code });
    opened.push(service);
    return { service, platform };
  };
  const organization = async ({ store }: TestService, name: string): Promise<Organization> => {
    const added = {
      id: name,
      application: `${name}-client`,
      secret: `${name}-secret-of-more-than-32-characters`,
    };
    await store.transaction((db) =>
      addClient(
        db,
        { id: added.application, organization_id: name, name, epoch: 0, secret: added.secret },
        Date.now(),
      ),
    );
    return added;
  };
  const tokenOf = async ({ ask }: TestService, { application, secret }: Organization): Promise<string> =>
    (await ask("/v1/applications/token", { json: { client_id: application, client_secret: secret } })).body
      .access_token;
  const connect = async (service: TestService, platform: TokenPlatform, token: string, team: string) =>
    (
      await service.ask("/v1/integrations/connectors", {
        token,
        json: { external_user_id: "u1", connector_type: "slack", credentials: platform.install(team) },
      })
    ).body.id as string;

  test("a connector never uses the platform tokens of another connector, even if its row names them", async () => {
    const { service, platform } = await start();
    const [victim, attacker] = [
      await organization(service, "victim"),
      await organization(service, "attacker"),
    ];
    const tokens = [await tokenOf(service, victim), await tokenOf(service, attacker)] as const;
    const ids = [
      await connect(service, platform, tokens[0], "T1"),
      await connect(service, platform, tokens[1], "T2"),
    ] as const;
    for (const team of ["T1", "T2"]) platform.expire(team);
    for (const which of [0, 1] as const)
      expect((await service.ask(executePath(ids[which]), { token: tokens[which], json: list })).status).toBe(
        200,
      );
    const { db } = service.store;
    const column = db.selectFrom("connectors").select("credential_id").where("id", "=", ids[0]);
    const { credential_id } = await column.executeTakeFirstOrThrow();
    await db
      .updateTable("connectors")
      .set((eb) => ({ credential_id, credentials_version: eb("credentials_version", "+", 1) }))
      .where("id", "=", ids[1])
      .execute();
    const { status, body, text } = await service.ask(executePath(ids[1]), { token: tokens[1], json: list });
    expect([status, body.code, body.outcome]).toEqual([500, "internal", "not_started"]);
    expect(text).not.toContain("xoxe");
  });

  test("a deleted policy, a deleted revocation and a planted secret are refused, and counted", async () => {
    const { service, platform } = await start();
    const victim = await organization(service, "victim");
    const token = await tokenOf(service, victim);
    const id = await connect(service, platform, token, "T1");
    const { ask, store } = service;
    const json = { connector_type: "slack", policy: { effects: [] } };
    expect((await ask("/v1/policies", { method: "PUT", token, json })).status).toBe(200);
    const revoked = await tokenOf(service, victim);
    await ask("/v1/applications/tokens/revoke", { token, json: { token: revoked } });
    const call = (by: string) => ask(executePath(id), { token: by, json: list });
    expect([(await call(token)).status, (await call(revoked)).status]).toEqual([403, 401]);

    await store.db.deleteFrom("policies").execute();
    await store.db.deleteFrom("revoked_tokens").execute();
    for (const by of [token, revoked]) {
      const { status, body } = await call(by);
      expect([status, body.code, body.message]).toEqual([
        500,
        "internal",
        "A stored record was changed outside the service, and is not used.",
      ]);
    }
    const secret = "a-planted-secret-of-more-than-32-characters";
    const hash = createHash("sha256").update(secret).digest("hex");
    const row = { id: "planted", application_id: victim.application, hash, created_at: 1 };
    await store.db.insertInto("application_secrets").values(row).execute();
    const planted = await ask("/v1/applications/token", {
      json: { client_id: victim.application, client_secret: secret },
    });
    expect([planted.status, planted.body.code]).toEqual([500, "internal"]);
    expect(service.service.metrics()).toContain("refused_rows_total 3");
  });
});
