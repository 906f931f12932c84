import { memoryStore, sealedStore, type StoreDriver } from "agent-connectors/store";
import { expect, test } from "vitest";
import { action, type ConnectorOptions, type ConnectorError, defineConnector } from "../../../src/index.ts";

// Connectors of several processes and tenants with one store.

const docs = "https://shop.example/docs";
const params = { type: "object", properties: { item: { type: "string" } }, required: ["item"] } as const;

const Shop = defineConnector({
  name: "shop",
  title: "Shop",
  endpoint: "https://shop.example",
  auth: { key: { client: { description: "client" }, secret: { description: "secret" } } },
  schemes: {
    key: {
      kind: "oauth2-client-credentials",
      tokenUrl: "https://shop.example/token",
      clientId: "{client}",
      clientSecret: "{secret}",
    },
  },
  config: { shelf: { description: "shelf", default: "a", values: ["a", "b"], aliases: {} } },
  identify: { calls: "order" },
  operations: { order: { method: "POST", path: "/order", docs } },
  entities: {
    orders: {
      create: action({
        description: "Order.",
        params,
        effect: "write",
        example: { item: "a" },
        calls: "order",
      }),
      remember: action({
        description: "Keep a text.",
        params,
        effect: "read",
        example: { item: "a" },
        calls: "order",
        run: async ({ item }, { states }) => {
          const found = await states.read("the item");
          await states.write("the item", String(item), found?.version);
          return { data: found?.value ?? null };
        },
      }),
    },
  },
});

const key = Buffer.alloc(32, 1).toString("base64");

function open() {
  const requests: string[] = [];
  const fetch = (async (url: string | URL | Request) => {
    const { pathname } = new URL(url instanceof Request ? url.url : url);
    requests.push(pathname);
    return Response.json(
      pathname === "/token" ? { access_token: `t${requests.length}`, expires_in: 3600 } : {},
    );
  }) as typeof globalThis.fetch;
  const database = memoryStore();
  const connect = (secret = "s", { shelf = "a", store = { ...database } as StoreDriver } = {}) =>
    new Shop({ auth: { client: "c", secret }, config: { shelf: shelf as "a" } }, { fetch, store });
  return { requests, database, connect };
}

test("processes with the same credentials share tokens and keys; another tenant shares nothing", async () => {
  const { requests, connect } = open();
  const order = (shop = connect(), idempotencyKey = "k") =>
    shop.orders.create({ item: "tea" }, { idempotencyKey });
  for (let replica = 0; replica < 3; replica++) await order();
  expect(requests).toEqual(["/token", "/order"]);
  await order(connect("of-another-tenant"));
  expect(requests.slice(2)).toEqual(["/token", "/order"]);
  await order(connect("s", { shelf: "b" }));
  expect(requests.slice(4)).toEqual(["/order"]);
});

test("what an action keeps is read by all processes of one account, and by no other", async () => {
  const { connect } = open();
  const remember = async (item: string, secret?: string) =>
    (await connect(secret).orders.remember({ item })).data;
  expect([await remember("one"), await remember("two")]).toEqual([null, "one"]);
  expect(await remember("three", "of-another-tenant")).toBe(null);
});

test("a sealed store has the tokens and results of a connector, but no text that can be read", async () => {
  const { database, connect } = open();
  const shop = connect("s3cr3t", { store: sealedStore({ ...database, private: false }, key) });
  await shop.orders.create({ item: "tea" }, { idempotencyKey: "my-key" });
  const keys = await database.list("");
  expect(keys.map((one) => one.split("/")[0]).toSorted()).toEqual(["outcomes", "tokens"]);
  const values = await Promise.all(keys.map(async (one) => (await database.read(one))!.value));
  expect([...keys, ...values].join("\n")).not.toMatch(/access_token|effects|s3cr3t|my-key/);
});

test.each<[StoreDriver | object, RegExp, RegExp]>([
  [{ ...memoryStore(), private: false }, /Others can read/, /sealedStore\(postgresStore\(pool\), key\)/],
  [{ ...memoryStore(), private: undefined }, /Others can read/, /sealedStore/],
  [{ read: () => {} }, /store must be a store, such as fileStore\("\.\/state"\)/, /^$/],
])("a store that is not private, or is no store, is refused at once: %o", (store, message, hint) => {
  const options = { auth: { client: "c", secret: "s" } };
  let error: ConnectorError | undefined;
  try {
    void new Shop(options, { store } as ConnectorOptions);
  } catch (thrown) {
    error = thrown as ConnectorError;
  }
  expect(error).toMatchObject({
    code: "config_error",
    path: "store",
    message: expect.stringMatching(message),
  });
  expect(error!.hint ?? "").toMatch(hint);
});
