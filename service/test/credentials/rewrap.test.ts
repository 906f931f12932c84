import { afterEach, beforeEach, expect, test } from "vitest";
import { openOauthApplication, saveOauthApplication } from "../../src/credentials/oauth-applications.ts";
import { createRecordStores, openRecord } from "../../src/credentials/record-stores.ts";
import { countRecordsOfKey, rewrapAll } from "../../src/credentials/rewrap.ts";
import { createSealer } from "../../src/credentials/sealing.ts";
import { addConnector, replaceCredentials } from "../../src/store/queries/connectors.ts";
import { ensureWorkspace } from "../../src/store/queries/workspaces.ts";
import { listEndpoints } from "../../src/store/queries/webhook-endpoints.ts";
import type { Store } from "../../src/store/store.ts";
import { createEndpoint } from "../../src/webhooks/change-endpoint.ts";
import { secretsOf } from "../../src/webhooks/endpoint-secrets.ts";
import { connectorRow } from "../support/connector-row.ts";
import { ringOf } from "../support/keys.ts";
import { memoryStore } from "../support/memory-store.ts";

const before = createSealer(ringOf({ k1: 1 }));
const after = createSealer(ringOf({ k2: 2, k1: 1 }));
const onlyNew = createSealer(ringOf({ k2: 2 }));

let store: Store;
let workspace_id: string;
beforeEach(async () => {
  store = await memoryStore();
  workspace_id = (await ensureWorkspace(store.db, "o1", "u1", 1)).id;
});
afterEach(() => store.close());

const add = (id: string, sealer = before) =>
  addConnector(
    store.db,
    connectorRow({
      id,
      workspace_id,
      credentials: sealer.seal(`secret of ${id}`, [id]),
      key_id: sealer.keyId,
    }),
  );
const rows = () => store.db.selectFrom("connectors").selectAll().execute();

test("all connectors are encrypted with the active key afterwards, even if there are many", async () => {
  const sealed = Array.from({ length: 205 }, (_, index) => `c${index}`).map((id) =>
    connectorRow({ id, workspace_id, credentials: before.seal(`secret of ${id}`, [id]), key_id: "k1" }),
  );
  for (const row of sealed) await addConnector(store.db, row);
  await add("new", after);
  expect(await rewrapAll(store.db, after)).toBe(205);
  for (const { id, key_id, credentials, credentials_version } of await rows())
    expect([onlyNew.open(credentials, [id]), key_id, credentials_version]).toEqual([
      `secret of ${id}`,
      "k2",
      1,
    ]);
  expect(await rewrapAll(store.db, after)).toBe(0);
});

test("OAuth applications are encrypted with the active key too", async () => {
  const application = { client_id: "id", client_secret: "secret" };
  const owner = { organization_id: "o1", type: "slack" };
  await saveOauthApplication(store.db, before, owner, application, 1);
  expect(await countRecordsOfKey(store.db, "k1")).toBe(1);
  expect([await rewrapAll(store.db, after), await rewrapAll(store.db, after)]).toEqual([1, 0]);
  expect([await countRecordsOfKey(store.db, "k1"), await countRecordsOfKey(store.db, "k2")]).toEqual([0, 1]);
  const row = await store.db.selectFrom("oauth_applications").selectAll().executeTakeFirstOrThrow();
  expect(openOauthApplication(row, onlyNew)).toEqual(application);
  expect(() => openOauthApplication({ ...row, type: "amazon-ads" }, onlyNew)).toThrow(
    "could not be decrypted",
  );
});

test("secrets of webhook endpoints are encrypted with the active key too", async () => {
  const fields = { url: "https://app.example/hooks", description: "", event_types: null };
  const { secret } = await createEndpoint(store.db, before, "o1", fields, 1);
  expect(await countRecordsOfKey(store.db, "k1")).toBe(1);
  expect([await rewrapAll(store.db, after), await rewrapAll(store.db, after)]).toEqual([1, 0]);
  const [row] = await listEndpoints(store.db, "o1");
  expect([row!.key_id, secretsOf(onlyNew, row!, 2)]).toEqual(["k2", [secret]]);
  expect(() => secretsOf(onlyNew, { ...row!, organization_id: "o2" }, 2)).toThrow("could not be decrypted");
});

test("the records of stores are encrypted with the active key too, unless they are replaced meanwhile", async () => {
  const [old, replacer] = [before, after].map((sealer) => createRecordStores(store, sealer).of("o1"));
  for (const [id, text] of [
    ["t1", "secret"],
    ["t2", "old"],
  ] as const)
    await old!.write(`tokens/${id}`, text, undefined);
  await createRecordStores(store, before).of("o1", "c1").write("states/a", "waiting", undefined, 60);
  expect(await countRecordsOfKey(store.db, "k1")).toBe(3);
  const { version } = (await old!.read("tokens/t2"))!;
  const replacing = {
    ...after,
    rewrap(envelope: string) {
      void replacer!.write("tokens/t2", "new", version);
      return after.rewrap(envelope);
    },
  };
  await rewrapAll(store.db, replacing);
  const rows = await store.db.selectFrom("records").selectAll().orderBy("key").execute();
  expect(rows.map((row) => [row.key, openRecord(onlyNew, row), row.key_id])).toEqual([
    ["states/a", "waiting", "k2"],
    ["tokens/t1", "secret", "k2"],
    ["tokens/t2", "new", "k2"],
  ]);
  expect(await countRecordsOfKey(store.db, "k1")).toBe(0);
});

test("credentials that are replaced meanwhile are not overwritten", async () => {
  await add("c1");
  const replacing = {
    ...after,
    rewrap(envelope: string) {
      const replaced = after.seal("replaced", ["c1"]);
      // The store has only one connection, so this change runs before the change of `rewrapAll`.
      void replaceCredentials(
        store.db,
        { id: "c1", organization_id: "o1", workspace_id },
        {
          credentials: replaced,
          credential_id: "c1",
          key_id: "k2",
          fingerprint: "f2",
          updated_at: 2,
        },
      );
      return after.rewrap(envelope);
    },
  };
  await rewrapAll(store.db, replacing);
  const [row] = await rows();
  expect([after.open(row!.credentials, ["c1"]), row!.credentials_version]).toEqual(["replaced", 2]);
});

test("a rewrap ends even if credentials are always replaced with the old key", async () => {
  const many = 205;
  for (let index = 0; index < many; index++) await add(`c${index}`);
  const ids = new Map((await rows()).map(({ id, credentials }) => [credentials, id]));
  let tries = 0;
  const replacing = {
    ...after,
    rewrap(envelope: string) {
      if (++tries > many) throw new Error("It does not end.");
      // Another process with the old key ring replaces the credentials at the same time.
      const connector = { id: ids.get(envelope)!, organization_id: "o1", workspace_id };
      const credentials = before.seal("replaced", [connector.id]);
      const change = {
        credentials,
        credential_id: connector.id,
        key_id: "k1",
        fingerprint: "f",
        updated_at: 2,
      };
      void replaceCredentials(store.db, connector, change);
      return after.rewrap(envelope);
    },
  };
  expect(await rewrapAll(store.db, replacing)).toBe(0);
  expect(tries).toBe(many);
  expect(new Set((await rows()).map(({ key_id }) => key_id))).toEqual(new Set(["k1"]));
  expect(await rewrapAll(store.db, after)).toBe(many);
});

test("connectors are counted for the key that decrypts them", async () => {
  await add("c1");
  await add("c2");
  await add("c3", after);
  const counts = await Promise.all(["k1", "k2", "k3"].map((id) => countRecordsOfKey(store.db, id)));
  expect(counts).toEqual([2, 1, 0]);
});
