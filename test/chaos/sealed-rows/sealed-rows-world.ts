import { setTimeout as wait } from "node:timers/promises";
import { SlackConnector } from "agent-connectors/slack";
import { createService, type Service } from "agent-connectors-service";
import { addClient } from "../../../service/src/access/client-secrets.ts";
import { disableApplication } from "../../../service/src/access/change-application.ts";
import { hashOf } from "../../../service/src/credentials/secret-text.ts";
import {
  oauthApplicationFor,
  saveOauthApplication,
} from "../../../service/src/credentials/oauth-applications.ts";
import { createSealer } from "../../../service/src/credentials/sealing.ts";
import { newSessionRow } from "../../../service/src/operators/session-row.ts";
import {
  addSecretHash,
  deleteOldSecrets,
  setReturnUrls,
} from "../../../service/src/store/queries/applications.ts";
import {
  addOperatorSession,
  deleteOperatorSession,
} from "../../../service/src/store/queries/operator-sessions.ts";
import type { Store } from "../../../service/src/store/store.ts";
import { openRing } from "../../../service/test/support/keys.ts";
import { memoryStore } from "../../../service/test/support/memory-store.ts";
import { startReceiver } from "../../../service/test/support/receiver.ts";
import { startTokenPlatform } from "../../../service/test/support/token-platform.ts";
import { createHash } from "node:crypto";
import { rates } from "../../../service/test/limits/rates.ts";

// Two organizations with users, connectors, policies and sessions. `probes` are requests with which somebody would use
// a row that was changed outside the service.

export const tables = [
  "row_lists",
  "applications",
  "application_secrets",
  "workspaces",
  "connectors",
  "policies",
  "records",
  "oauth_applications",
  "connect_sessions",
  "webhook_endpoints",
  "operator_sessions",
  "revoked_tokens",
] as const;
export type Table = (typeof tables)[number];
export type Row = Readonly<Record<string, string | number | null>>;
export type Dump = Readonly<Record<Table, readonly Row[]>>;

/** Secrets that the attacker knows. */
export const known = {
  secret: "a-secret-that-the-attacker-has-planted-000",
  cookie: "c".repeat(43),
  revoked: "",
};

export interface SealedWorld {
  store: Store;
  /** The store before the rights were reduced. */
  before: Dump;
  dump(): Promise<Dump>;
  restore(dump: Dump): Promise<void>;
  /** Starts the service again, and returns the outcome of each probe. An outcome that starts with `ok` is a success. */
  probe(): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

const origin = "https://service.test";
const read = { entity: "users", action: "list", params: { limit: 1 } };
const write = { entity: "presence", action: "set", params: { presence: "away" } };

export async function openSealedWorld(): Promise<SealedWorld> {
  let now = Date.now();
  const clock = { now: () => now, sleep: (ms: number) => wait(ms) };
  const platform = await startTokenPlatform({ graceMs: 60_000, now: clock.now });
  const receiver = await startReceiver();
  const store = await memoryStore();
  const keys = openRing();
  const sealer = createSealer(keys);
  const limit = rates(1e9);
  const start = (): Service =>
    createService({
      connectors: [
        {
          connector: SlackConnector,
          code: { endpoint: platform.endpoint, fetch: globalThis.fetch, clock } as never,
          application: { client_id: "default", client_secret: "default" },
        },
      ],
      store,
      keys,
      clock,
      publicUrl: origin,
      webhookOrigins: [receiver.origin],
      limits: { perMinute: limit },
    });
  let service = start();
  const ask = async (
    path: string,
    {
      method,
      token,
      json,
      cookie,
    }: { method?: string; token?: string; json?: unknown; cookie?: string } = {},
  ) => {
    const response = await service(
      new Request(origin + path, {
        method: method ?? (json === undefined ? "GET" : "POST"),
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(json === undefined ? {} : { "content-type": "application/json" }),
          ...(cookie === undefined ? {} : { cookie: `__Host-operator=${cookie}` }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
    );
    const text = await response.text();
    // oxlint-disable-next-line typescript/no-explicit-any -- a probe reads what it expects
    const body = response.headers.get("content-type")?.includes("json") ? (JSON.parse(text) as any) : text;
    return { status: response.status, body };
  };
  const must = async (...args: Parameters<typeof ask>) => {
    const answer = await ask(...args);
    if (answer.status >= 300) throw new Error(`${args[0]}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const secretOf = (id: string) => `${id}-secret-of-more-than-32-characters-000`;
  const loginWith = (client_id: string, client_secret: string) =>
    ask("/v1/applications/token", { json: { client_id, client_secret } });
  const login = async (id: string) => (await loginWith(id, secretOf(id))).body.access_token as string;
  const scoped = async (token: string, user: string) =>
    (
      await must("/api/v1/account/applications/scoped-token", {
        token,
        json: { external_user_id: user, effects: ["read", "write"] },
      })
    ).token as string;
  const connect = async (token: string, user: string, team: string) =>
    (
      await must("/v1/integrations/connectors", {
        token,
        json: { external_user_id: user, connector_type: "slack", credentials: platform.install(team) },
      })
    ).id as string;
  const call = async (id: string, token: string, json: object = read) => {
    const { status, body } = await ask(`/api/v1/connectors/sources/${id}/execute`, { token, json });
    return status === 200 ? `ok ${JSON.stringify(body.result)}` : `no ${status} ${body.code}`;
  };
  const done = async (answer: Promise<{ status: number }>, detail = "") => {
    const { status } = await answer;
    return status < 300 ? `ok ${detail}` : `no ${status}`;
  };

  for (const [id, organization_id] of [
    ["victim", "mine"],
    ["old", "mine"],
    ["thief", "theirs"],
  ] as const)
    // prettier-ignore
    await addClient(store.db, { id, organization_id, name: id, epoch: 0, secret: secretOf(id) }, now);
  const victim = { id: "victim", organization_id: "mine" };
  const [app, thief, old] = [await login("victim"), await login("thief"), await login("old")];
  const ana = await scoped(app, "ana");
  const revoked = await scoped(app, "ana");
  const bea = await scoped(app, "bea");
  const mal = await scoped(thief, "mal");
  const [c1, c2, c3, c4, c5] = [
    await connect(app, "ana", "T1"),
    await connect(app, "ana", "T2"),
    await connect(app, "ana", "T3"),
    await connect(app, "bea", "T4"),
    await connect(thief, "mal", "T5"),
  ];
  const setPolicy = (json: object) =>
    must("/v1/policies", { method: "PUT", token: app, json: { policy: { effects: ["read"] }, ...json } });
  const loose = { policy: { effects: ["read", "write"] } };
  await setPolicy({ connector_id: c2, ...loose });
  await setPolicy({ connector_type: "slack", external_user_id: "bea", ...loose });
  const teams = ["T1", "T2", "T3", "T4", "T5"];
  for (const team of teams) platform.expire(team);
  for (const [id, token] of [
    [c1, app],
    [c2, app],
    [c3, app],
    [c4, app],
    [c5, thief],
  ] as const)
    // prettier-ignore
    await call(id, token);
  const operator = async (organization_id: string, application_id: string, name: string, cookie: string) => {
    const row = newSessionRow({ organization_id, application_id, name, roles: ["audit:read"] }, now);
    await addOperatorSession(store.db, { ...row, cookie_hash: hashOf(cookie), expires_at: now + 3_600_000 });
    return row.id;
  };
  await operator("mine", "victim", "live", "a".repeat(43));
  const signedOut = await operator("mine", "victim", "out", "b".repeat(43));
  await operator("theirs", "thief", "own", "d".repeat(43));
  const owner = { organization_id: "mine", type: "slack" };
  await saveOauthApplication(store.db, sealer, owner, { client_id: "first", client_secret: "s" }, now);
  const hook = await must("/v1/webhooks", { token: app, json: { url: `${receiver.origin}/first` } });
  await setReturnUrls(store.db, victim, ["https://evil.example/"]);
  const session = { external_user_id: "ana", connector_type: "slack", actions: { include: ["users.list"] } };
  const pending = await must("/v1/connect/sessions", { token: app, json: session });

  const dump = async (): Promise<Dump> => {
    const found: [Table, Row[]][] = [];
    for (const table of tables)
      found.push([
        table,
        (await store.db
          .selectFrom(table as "applications")
          .selectAll()
          .execute()) as never,
      ]);
    return Object.fromEntries(found) as unknown as Dump;
  };
  const before = await dump();

  // The rights are reduced.
  await addSecretHash(store.db, victim, createHash("sha256").update("second").digest("hex"), now + 1);
  await deleteOldSecrets(store.db, victim, 1);
  await disableApplication(store.db, { id: "old", organization_id: "mine" } as never, now);
  await must("/v1/applications/tokens/revoke", { token: app, json: { token: revoked } });
  await must("/v1/users/bea/tokens/revoke", { token: app, method: "POST" });
  await must(`/v1/integrations/connectors/${c3}`, { token: app, method: "DELETE" });
  await must(`/v1/integrations/connectors/${c1}/credentials`, {
    token: app,
    method: "PUT",
    json: { credentials: platform.install("T9") },
  });
  await setPolicy({ connector_type: "slack" });
  await setPolicy({ connector_id: c2 });
  await setPolicy({ connector_type: "slack", external_user_id: "bea" });
  await deleteOperatorSession(store.db, signedOut);
  await saveOauthApplication(store.db, sealer, owner, { client_id: "second", client_secret: "s" }, now);
  await must(`/v1/webhooks/${hook.id}`, {
    token: app,
    method: "PATCH",
    json: { url: `${receiver.origin}/second` },
  });
  await setReturnUrls(store.db, victim, []);
  const returning = { ...session, return_url: "https://evil.example/" };
  const newBea = await scoped(app, "bea");
  known.revoked = revoked;
  // Every replica has seen the new lists for some time.
  for (let minute = 0; minute < 3; minute++) {
    now += 60_000;
    for (const token of [app, thief]) await ask("/v1/organization/applications", { token });
  }

  const probes: Readonly<Record<string, () => Promise<string>>> = {
    "own connector": () => call(c1, ana),
    "connector with a policy": () => call(c2, app, write),
    "policy of an organization": () => call(c1, app, write),
    "policy of a user": () => call(c4, newBea, write),
    "deleted connector": () => call(c3, app),
    "connector of the thief": () => call(c5, mal),
    "write of the thief": () => call(c5, mal, write),
    "connector of the victim": () => call(c1, thief),
    "revoked token": () => call(c2, revoked),
    "revoked user": () => call(c4, bea),
    "disabled application": () => call(c4, old),
    "login of a disabled application": () => done(loginWith("old", secretOf("old"))),
    "replaced secret": () => done(loginWith("victim", secretOf("victim"))),
    "planted secret": () => done(loginWith("victim", known.secret)),
    "secret of the thief": async () => {
      const { status, body } = await loginWith("thief", secretOf("thief"));
      return status === 200 ? `ok ${body.organization_id}` : `no ${status}`;
    },
    "user of the thief": async () => {
      const answer = await ask("/api/v1/account/applications/scoped-token", {
        token: thief,
        json: { external_user_id: "ana" },
      });
      if (answer.status !== 200) return `no ${answer.status}`;
      return call(c1, answer.body.token);
    },
    "operator with a role": () => done(ask("/operate/connectors", { cookie: "a".repeat(43) })),
    "operator who has left": () => done(ask("/operate/audit", { cookie: "b".repeat(43) })),
    "planted operator": () => done(ask("/operate/audit", { cookie: known.cookie })),
    "operator of the thief": async () => {
      const { status, body } = await ask("/operate/audit", { cookie: "d".repeat(43) });
      return status === 200 ? `ok ${String(body).includes("webhook.change")}` : `no ${status}`;
    },
    "OAuth application": () =>
      oauthApplicationFor(store.db, sealer, "mine", {
        name: "slack",
        application: { client_id: "default", client_secret: "default" },
      } as never).then(
        ({ client_id }) => `ok ${client_id}`,
        () => "no",
      ),
    "return address": () => done(ask("/v1/connect/sessions", { token: app, json: returning })),
    "connect session": async () => {
      const { status, body } = await ask(`/v1/connect/sessions/${pending.id}`, { token: app });
      return status === 200 ? `ok ${JSON.stringify(body)}` : `no ${status}`;
    },
    "session of the thief": () => done(ask(`/v1/connect/sessions/${pending.id}`, { token: thief })),
    webhook: async () => {
      receiver.received.splice(0);
      const { status } = await ask(`/v1/webhooks/${hook.id}/test`, { token: app, method: "POST" });
      await service.deliverWebhooks();
      const paths = [...new Set(receiver.received.map(({ path }) => path))];
      return paths.length > 0 ? `ok ${paths.join()}` : `no ${status}`;
    },
  };
  return {
    store,
    before,
    dump,
    async restore(rows) {
      for (const table of tables.toReversed()) await store.db.deleteFrom(table as "applications").execute();
      for (const table of tables)
        for (const row of rows[table])
          await store.db
            .insertInto(table as "applications")
            .values(row as never)
            .execute();
    },
    async probe() {
      service = start();
      const outcomes: Record<string, string> = {};
      for (const [name, probe] of Object.entries(probes)) outcomes[name] = await probe();
      return outcomes;
    },
    async close() {
      await service.drain();
      await receiver.close();
      await platform.close();
      await store.close();
    },
  };
}
