import { testConnector, type TestOptions } from "agent-connectors/testing";
import { expect, test } from "vitest";
import { AcmeConnector } from "../../examples/connector.ts";
import { action, ConnectorError, type ConnectorFile, defineConnector } from "../../src/index.ts";
import type { Paging } from "../../src/core/contract/wire/paging.ts";
import { AcmeConnector as Fixture } from "../fixtures/acme/index.ts";

test("the example of the docs passes", async () => {
  const { text, actions, skipped } = await testConnector(AcmeConnector);
  expect({ actions, skipped }).toEqual({ actions: 3, skipped: [] });
  expect(text).toBe("Connector acme: 3 actions, 15 checks, 0 faults.");
});

test("the fixture passes", async () => {
  const { actions, skipped } = await testConnector(Fixture, { auth: { api_key: "ak-0123456789" } });
  expect(actions).toBe(8);
  expect(skipped).toEqual(["budgets.update"]);
});

const docs = "https://acme.example/docs";
const size = { limit: "size", default: 2, max: 9 };
const pagings: Paging[] = [
  { ...size, kind: "cursor", cursor: "after", next: "meta.next" },
  { ...size, kind: "page", cursor: "page" },
  { ...size, kind: "page", cursor: "page", first: 0, pages: "pages" },
  { ...size, kind: "offset", cursor: "start" },
  { ...size, kind: "offset", cursor: "start", total: "total" },
  { ...size, kind: "last-id", cursor: "after", id: "id" },
  { ...size, kind: "last-id", cursor: "after", id: "id", more: "has_more" },
  { ...size, kind: "next-url", next: "next" },
  { ...size, kind: "link" },
];

const file = (paging: Paging, operation: object = {}, schema: object = {}): ConnectorFile => ({
  format: 1,
  name: "notes",
  title: "Notes",
  endpoint: "https://{tenant}.notes.example",
  config: { tenant: { description: "tenant", default: "acme" } },
  auth: { oauth: { id: { description: "id" }, secret: { description: "secret" } } },
  schemes: { oauth: { kind: "oauth2-client-credentials", tokenUrl: "https://login.notes.example/token", clientId: "{id}", clientSecret: "{secret}" } }, // prettier-ignore
  identify: { calls: "list" },
  operations: {
    list: { method: "GET", path: "/{org}/notes", paging, response: { pick: "notes" }, docs, ...operation },
  },
  actions: {
    notes: {
      list: {
        description: "List notes.",
        effect: "read",
        paginated: true,
        params: { type: "object", properties: { org: { type: "string" }, sort: { type: "string", default: "new" } }, required: ["org"], ...schema }, // prettier-ignore
        result: { type: "object", properties: { id: { type: "string" } } },
        example: { org: "o1" },
        calls: "list",
      },
    },
  },
});

test.for(pagings)("a list with the paging %j passes", async (paging) => {
  expect((await testConnector(file(paging))).checks).toBe(8);
  const post = { method: "POST", path: "/{org}/notes/search" };
  expect((await testConnector(file(paging, post))).checks).toBe(8);
});

test("GraphQL passes, with its cursor in the variables", async () => {
  const body = { kind: "graphql", document: "query($org: String, $after: String) { notes { id } }" };
  const operation = { method: "POST", path: "/graphql", body, response: { pick: "data.notes" } };
  expect((await testConnector(file(pagings[0]!, operation))).checks).toBe(7);
});

/** Runs the kit on a connector with code that has one fault. */
const faultOf = async (
  change: (url: URL, body: string | undefined) => [string, string | undefined],
  more: object = {},
) => {
  const Broken = defineConnector({
    name: "broken",
    title: "Broken",
    endpoint: "https://broken.example",
    auth: {},
    operations: { get: { method: "POST", path: "/notes/{id}", docs } },
    entities: {
      notes: {
        get: action({
          description: "Get.",
          params: { type: "object", properties: { id: { type: "string", minLength: 1 }, mode: { type: "string", default: "fast" } }, required: ["id"] }, // prettier-ignore
          effect: "read",
          calls: "get",
          example: { id: "n1" },
        }),
      },
    },
    connect: (_credentials, { http, endpoint }) => ({
      async send(what, { id, ...rest }, { repeatable, waits }) {
        const [url, body] = change(
          new URL(`${endpoint}/notes/${encodeURIComponent(String(id))}`),
          JSON.stringify(rest),
        );
        return http({
          what,
          method: "POST",
          url,
          headers: {},
          body,
          repeatable,
          waits,
          read({ status, text, headers }) {
            if (status === 401) throw new ConnectorError("credential_rejected", "Refused.");
            return { body: text === "" ? {} : JSON.parse(text), headers };
          },
          ...more,
        });
      },
      identify: async () => ({ identity: {} }),
    }),
  });
  const error: unknown = await testConnector(Broken).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(ConnectorError);
  return (error as ConnectorError).message;
};

test("the kit finds what is wrong", async () => {
  // check() of this connector asks nobody, and its id leads to another address.
  expect(await faultOf((url, body) => [url.href, body])).toBe(
    [
      "Connector broken: 1 actions, 7 checks, 2 faults.",
      '- notes.get: a hostile value in the path is refused: sent / for id "..".',
      "- check(): a refused credential is unhealthy: check() returned healthy.",
    ].join("\n"),
  );
  expect(await faultOf((url, body) => [url.href.replace("notes", "admin"), body])).toMatch(
    /sent POST \/admin\/n1, and not POST/,
  );
  expect(await faultOf((url) => [url.href, '{"mode":"fast"}'])).toMatch(
    /no default of a schema is sent: sent the default of mode/,
  );
  expect(await faultOf((url, body) => [url.href, body], { retry: () => false })).toMatch(
    /after status 429, the request is sent again/,
  );
  expect(await faultOf((url, body) => [url.href, body], { read: ({ text, headers }: { text: string; headers: Headers }) => ({ body: JSON.parse(text), headers }) })).toMatch(/an empty answer causes no error/); // prettier-ignore
});

test("an action that raises spending is checked under the policy that the caller gives", async () => {
  const Ads = defineConnector({
    name: "ads",
    title: "Ads",
    endpoint: "https://ads.example",
    auth: { key: { api_key: { description: "API key" } } },
    schemes: { key: { kind: "bearer", token: "{api_key}" } },
    identify: { calls: "bid.get" },
    caps: ["max_bid"],
    operations: {
      "bid.get": { method: "GET", path: "/bid", docs },
      "bid.set": { method: "POST", path: "/bid", docs },
    },
    entities: {
      bids: {
        get: action({
          description: "Get.",
          params: { type: "object", properties: {} },
          effect: "read",
          calls: "bid.get",
          example: {},
        }),
        update: action({
          description: "Set the bid.",
          params: { type: "object", properties: { bid: { type: "number" } }, required: ["bid"] },
          effect: { weakest: "write", strongest: "spend", of: () => undefined },
          calls: "bid.set",
          example: { bid: 2 },
          guard: async (params) => ({
            effects: ["spend"],
            raises: [
              {
                cap: "max_bid",
                path: "bid",
                from: 1,
                to: (params as { bid: number }).bid,
              },
            ],
          }),
        }),
      },
    },
  });
  const textOf = (options: TestOptions) =>
    testConnector(Ads, options).then(
      ({ text }) => text,
      ({ message }: Error) => message,
    );
  expect(await textOf({})).toContain("- bids.update: the example is sent as the operation says: ");
  expect(await textOf({ policy: { caps: { max_bid: 1 } } })).toContain("- bids.update: ");
  expect(await textOf({ policy: [{ caps: { max_bid: 2 } }] })).toMatch(
    /^Connector ads: 2 actions, .* 0 faults\.$/,
  );
  expect(await textOf({ policy: { effects: ["read"] } })).toMatch(
    /^Connector ads: 1 actions, .* 0 faults\.\nNot checked, because the policy does not allow them: bids\.update\.$/,
  );
  await expect(testConnector(Ads, { policy: { effects: ["wirte"] } as never })).rejects.toMatchObject({
    code: "config_error",
  });
});
