import { expect, test } from "vitest";
import { listAction, defineConnector } from "../../src/index.ts";

/** A connector with a client of its own. `opened` has the key of each client. `failures`: how many clients cannot be made. */
function ownClient(failures = 0) {
  const opened: string[] = [];
  const Own = defineConnector({
    name: "own",
    title: "Own",
    endpoint: "https://own.example",
    auth: { key: { api_key: { description: "key" } } },
    entities: { things: { list: listAction({ description: "List things.", params: () => ({}), calls: "things.list", example: {} }) } }, // prettier-ignore
    operations: { "things.list": { method: "GET", path: "/things", docs: "https://own.example/docs" } },
    async connect({ api_key }) {
      opened.push(api_key!);
      if (opened.length <= failures) throw new Error("no connection with the secret sk-1");
      return {
        identify: async () => ({ identity: { user: "u" } }),
        send: async () => ({ body: [{ id: 1 }], headers: new Headers() }),
      };
    },
  });
  return { opened, Own };
}

test("a connector makes its client at its first call, once for calls at the same time", async () => {
  const { opened, Own } = ownClient();
  const connector = new Own({ auth: { api_key: "k" } });
  expect((await connector.tool()).description).toContain("things");
  expect(opened).toEqual([]);
  const [{ data }, { status }] = await Promise.all([connector.things.list(), connector.check()]);
  expect([data, status]).toEqual([[{ id: 1 }], "healthy"]);
  expect(opened).toEqual(["k"]);
});

test("the client gets the credentials of the constructor, even if the caller changes its object", async () => {
  const { opened, Own } = ownClient();
  const auth = { api_key: "k" };
  const connector = new Own({ auth });
  auth.api_key = "another";
  await connector.things.list();
  expect(opened).toEqual(["k"]);
});

test("a call whose client cannot be made sends nothing, and the next call makes the client again", async () => {
  const { opened, Own } = ownClient(1);
  const connector = new Own({ auth: { api_key: "k" } });
  await expect(connector.things.list()).rejects.toMatchObject({
    name: "ConnectorError",
    outcome: "not_started",
  });
  expect((await connector.things.list()).data).toEqual([{ id: 1 }]);
  expect(opened).toHaveLength(2);
});
