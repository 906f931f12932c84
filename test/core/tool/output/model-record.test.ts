import { action, defineConnector } from "agent-connectors";
import { describe, expect, test } from "vitest";

const record = {
  id: "a",
  created: 1_577_836_800,
  ends: 0,
  late: 1_577_836_800_000,
  count: 1_577_836_800,
  inner: { at: 1_577_836_800.9, more: [{ at: null }, { at: 1_577_836_800 }] },
  hidden: 1_577_836_800,
};

const Clock = defineConnector({
  name: "clock",
  title: "Clock",
  endpoint: "https://clock.example",
  requestIdHeader: "x-id",
  auth: {},
  entities: {
    records: {
      get: action({
        description: "Get a record.",
        params: () => ({}),
        result: (z) => {
          const time = z.number().nullish().meta({ format: "unix-time" });
          return z.object({
            id: z.string(),
            created: time,
            ends: time,
            late: time,
            count: z.number(),
            inner: z.object({ at: time, more: z.array(z.object({ at: time })) }).nullish(),
          });
        },
        effect: "read",
        calls: "get",
        example: {},
      }),
    },
  },
  operations: { get: { method: "GET", path: "/get", docs: "https://clock.example/docs" } },
  toolEffects: ["read"],
  connect: () => ({
    send: async () => ({ body: record, headers: new Headers() }),
    identify: async () => ({ identity: {} }),
  }),
});

describe("a time in seconds since 1970", () => {
  const clock = new Clock();
  const time = "2020-01-01T00:00:00Z";
  const told = async (params: object) => {
    const tool = await clock.tool();
    const { text } = await tool.call({ entity: "records", action: "get", params });
    return (JSON.parse(text) as { data: unknown }).data;
  };
  test("is ISO 8601 text for a model until the year 9999, and is left out if it is 0", async () => {
    expect(await told({})).toEqual({
      id: "a",
      created: time,
      late: 1_577_836_800_000,
      count: 1_577_836_800,
      inner: { at: time, more: [{ at: time }] },
    });
  });
  test("is text too if the model asks for the field, or for the field that contains it", async () => {
    expect(await told({ fields: ["created"] })).toEqual({ created: time });
    expect(await told({ fields: ["ends", "count"] })).toEqual({ count: 1_577_836_800 });
    expect(await told({ fields: ["inner"] })).toEqual({ inner: { at: time, more: [{ at: time }] } });
  });
  test("stays a number for code", async () => {
    expect((await clock.execute("records", "get")).data).toEqual(record);
  });
});
