import { afterEach, expect, test } from "vitest";
import { action, defineConnector } from "agent-connectors";
import { testService, type TestService } from "../support/service.ts";
import { onBothStores } from "../support/stores.ts";

const OpenDataConnector = defineConnector({
  name: "open-data",
  title: "Open Data",
  endpoint: "https://data.example",
  requestIdHeader: "x-id",
  auth: {},
  entities: {
    days: {
      get: action({
        description: "Get today.",
        params: () => ({}),
        effect: "read",
        calls: "days.get",
        example: {},
      }),
    },
  },
  operations: { "days.get": { method: "GET", path: "/", docs: "" } },
  connect: (credentials) => ({
    send: async () => ({ body: { credentials }, headers: new Headers() }),
    identify: async () => ({ identity: {} }),
  }),
  toolEffects: ["read"],
});

onBothStores((newPlace) => {
  let service: TestService | undefined;
  afterEach(() => service?.close());

  test("a connector of a platform without credentials is created, shown and called", async () => {
    const opened = (service = await testService(await newPlace(), {
      connectors: [{ connector: OpenDataConnector }],
    }));
    const options = {
      external_user_id: "ada",
      airbyte_client_id: opened.clientId,
      airbyte_client_secret: opened.clientSecret,
      base_url: "https://service.test",
    };
    const fetch: typeof globalThis.fetch = async (input, init) => opened.service(new Request(input, init));
    const connector = await OpenDataConnector.create({ ...options, validate: true }, { fetch });
    expect((await connector.days.get()).data).toEqual({ credentials: {} });
    const { connector_id } = await connector.check();
    const token = await opened.scopedToken("ada");
    const { body } = await opened.ask(`/v1/integrations/connectors/${connector_id}`, { token });
    expect(body.credentials).toMatchObject({ auth_method: "none", fields: [] });
  });
});
