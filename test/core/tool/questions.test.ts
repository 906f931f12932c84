import { action, defineConnector, type AgentTool } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";
import type { AskedJob } from "agent-connectors/toolkit";
import { largeConnector } from "../../fixtures/large-connector.ts";
import { openInProcess } from "../../suites/adapter/bench.ts";

const amazonAuth = { client_id: "c", client_secret: "s", refresh_token: "r" };

const ask = async (tool: AgentTool, input: object) => {
  const result = await tool.call(input);
  return { result, text: result.text, body: JSON.parse(result.text) as Record<string, never> };
};

const find = async (tool: AgentTool, params: unknown) => {
  const { body } = await ask(tool, { entity: "connector", action: "search", params });
  return (body as { actions?: string[] }).actions ?? [];
};

describe("search", () => {
  test("returns signatures that are ready to call, the best match first", async () => {
    const { connector } = await openInProcess();
    const tool = await connector.tool();
    const [first, ...rest] = await find(tool, { query: "make a new channel" });
    expect(first).toBe(
      "channels.create(name, is_private?: bool, …) → {id, name, user, is_private, …}: Create a channel with a topic, a purpose and members.",
    );
    expect(rest.length).toBeGreaterThan(2);
    expect((await find(tool, { query: "who is in a channel" })).join("\n")).toContain(
      "channel_members.list(",
    );
    const [undo, ...others] = await find(tool, { query: "remove an emoji", limit: 2 });
    expect(undo).toMatch(/^reactions\.delete\(/);
    expect(others).toHaveLength(1);
    expect((await find(tool, { query: "send a DM" })).join("\n")).toContain("messages.create(");
  });

  test("finds only actions that the tool offers, and that can have the effect", async () => {
    const { connector } = largeConnector(1000);
    const all = await connector.tool({ effects: ["read", "write", "destructive"] });
    const reads = await connector.tool({ effects: ["read"] });
    expect((await find(all, { query: "remove thing 7" }))[0]).toMatch(/^things_7\.delete\(/);
    expect((await find(reads, { query: "remove thing 7" })).join()).not.toMatch(
      /\.(?:delete|create|update)\(/,
    );
    const writes = await find(all, { query: "things 7", effect: "write", limit: 20 });
    expect(writes.length).toBeGreaterThan(3);
    expect(writes.join()).not.toMatch(/\.(?:list|get|export|delete)\(/);
  });

  test("leaves out actions that match much worse than the best one", async () => {
    const found = await SlackConnector.searchActions("create a channel", { limit: 50 });
    expect(found.length).toBeGreaterThan(1);
    expect(found.length).toBeLessThan(50);
  });

  test("uses the connector's synonyms", async () => {
    const { connector } = largeConnector(100);
    const tool = await connector.tool();
    expect((await find(tool, { query: "duplicate gizmo 3" }))[0]).toMatch(/^things_3\.copy\(/);
    expect(await find(tool, { query: "xyzzy" })).toEqual([]);
  });

  describe("of a connector with jobs", () => {
    const notes = (jobs: readonly AskedJob[]) => {
      const read = (description: string) =>
        action({
          description,
          params: () => ({}),
          result: (z) => z.object({ id: z.string(), text: z.string() }),
          effect: "read",
          calls: "list",
          example: {},
        });
      return defineConnector({
        name: "notes",
        title: "Notes",
        endpoint: "https://notes.example",
        auth: {},
        entities: { notes: { list: read("List notes."), get: read("Get one note.") } },
        operations: { list: { method: "GET", path: "/notes", docs: "https://notes.example" } },
        jobs: () => Promise.resolve(jobs),
      });
    };
    const Notes = notes([
      { actions: ["notes.list"], asked: ["what did|have I write|jot_down", "show~around notebook"] },
      { says: "No pictures. Use notes.list.", asked: ["photo|moving_picture", "draw something"] },
    ]);
    const answer = async (query: string) => {
      const tool = await new Notes({ auth: {} }).tool();
      return (await ask(tool, { entity: "connector", action: "search", params: { query } })).body as object;
    };

    test.each([
      "what did I jot down yesterday",
      "what did I write down",
      "show me around my notebook",
      "show me around the notebok",
    ])("%j finds an action by the words of a job", async (query) => {
      expect(await answer(query)).toEqual({
        actions: expect.arrayContaining(["notes.list() → {id, text}: List notes."]) as unknown,
      });
    });

    test.each(["a PHOTO of my dog", "make a moving picture", "draw something nice"])(
      "%j is answered with none, the reason, and what is nearest",
      async (query) => {
        expect(await answer(query)).toMatchObject({ actions: [], none: "No pictures. Use notes.list." });
      },
    );

    test("a query that neither a job nor an action explains is answered with none", async () => {
      expect(await answer("order pizza for the whole office and get napkins")).toEqual({
        actions: [],
        none: expect.stringContaining("No action does this") as unknown,
        nearest: expect.arrayContaining(["notes.get"]) as unknown,
      });
      expect(await answer("xyzzy")).not.toHaveProperty("nearest");
      expect(await new Notes({ auth: {} }).searchActions("moving picture")).toEqual([]);
    });

    test("a job must name actions of the connector", async () => {
      const Wrong = notes([{ actions: ["notes.lst"], asked: ["list"] }]);
      await expect(Wrong.searchActions("list")).rejects.toMatchObject({ code: "config_error", path: "jobs" });
    });
  });

  test("also takes the words as text, and params next to entity and action", async () => {
    const { connector } = largeConnector(100);
    const tool = await connector.tool();
    const wanted = await find(tool, { query: "archive thing 4" });
    expect(wanted).toHaveLength(8);
    expect(await find(tool, "archive thing 4")).toEqual(wanted);
    expect(await find(tool, '{"query":"archive thing 4"}')).toEqual(wanted);
    const beside = await ask(tool, { entity: "connector", action: "search", query: "archive thing 4" });
    expect(beside.body).toEqual({ actions: wanted });
  });

  test.each([
    [{}, "query"],
    [{ query: "" }, "query"],
    [{ query: "x".repeat(501) }, "query"],
    [{ query: "a", limit: 0 }, "limit"],
    [{ query: "a", limit: "5" }, "limit"],
    [{ query: "a", effect: "writes" }, "effect"],
    [{ query: "a", entity: "things" }, "entity"],
  ])("%j is refused, and the error names the param", async (params, path) => {
    const { connector } = largeConnector(100);
    const { result } = await ask(await connector.tool(), { entity: "connector", action: "search", params });
    expect(result).toMatchObject({ ok: false, error: { code: "invalid_params", path } });
  });

  test("keeps to the output budget", async () => {
    const { connector } = largeConnector(1000);
    for (const outputBudget of [150, 400, 1000, 5000]) {
      const tool = await connector.tool({ outputBudget });
      const { text } = await ask(tool, {
        entity: "connector",
        action: "search",
        params: { query: "thing", limit: 50 },
      });
      expect(text.length).toBeLessThanOrEqual(outputBudget);
    }
  });

  test("needs no approval and sends nothing", async () => {
    const { connector, calls } = largeConnector(100);
    const tool = await connector.tool();
    const input = { entity: "connector", action: "search", params: { query: "delete" } };
    expect(tool.plan(input).resolved).toBeUndefined();
    expect((await tool.call(input)).ok).toBe(true);
    expect(calls.sent).toBe(0);
  });

  test("works in hosted mode without a request to the service", async () => {
    const fetch = () => Promise.reject(new Error("No request is needed."));
    const identity = {
      external_user_id: "u1",
      airbyte_client_id: "i",
      airbyte_client_secret: "s",
      base_url: "https://service.example",
    };
    const hosted = new SlackConnector(identity, { fetch });
    const found = await find(await hosted.tool(), { query: "post a message" });
    expect(found.join("\n")).toContain("messages.create(");
  });
});

test("code can search with the class and with an instance", async () => {
  const found = await SlackConnector.searchActions("create a channel", { limit: 1 });
  expect(found).toEqual([
    {
      entity: "channels",
      action: "create",
      signature: "create(name, is_private?: bool, …)",
      returns: "{id, name, user, is_private, …}",
      description: "Create a channel with a topic, a purpose and members. Its creator becomes a member.",
      effect: "write",
    },
  ]);
  const { connector } = await openInProcess();
  expect(await connector.searchActions("create a channel", { limit: 1 })).toEqual(found);
});

describe("describe", () => {
  test("lists the params of several actions only once if they are the same", async () => {
    const { connector } = largeConnector(100);
    const tool = await connector.tool();
    const { text, body } = await ask(tool, { entity: "things_3", action: "describe" });
    expect(text.split("acc_12345678.").length - 1).toBe(1);
    const { $defs, things_3 } = body as unknown as {
      $defs: Record<string, object>;
      things_3: Record<string, { params: { properties: Record<string, object> } }>;
    };
    expect($defs).toMatchObject({ account: { type: "string" }, id: { type: "string" } });
    for (const { params } of Object.values(things_3)) {
      expect(params.properties.account).toEqual({ $ref: "#/$defs/account" });
      expect(params.properties.note).toHaveProperty("description");
    }
  });

  test("of one action costs less than of the entity, and repeats nothing", async () => {
    const { connector } = largeConnector(100);
    const tool = await connector.tool();
    const entity = await ask(tool, { entity: "things_3", action: "describe" });
    const one = await ask(tool, { entity: "things_3", action: "describe", params: { action: "get" } });
    expect(one.text.length).toBeLessThan(entity.text.length / 4);
    expect(one.body).not.toHaveProperty("$defs");
    expect(one.body).toMatchObject({ things_3: { get: { params: { required: ["account"] } } } });
  });

  test("of a connector, an entity or an action keeps to the output budget at any size", async () => {
    const { connector } = largeConnector(3000);
    for (const outputBudget of [200, 1000, 12_000, 200_000]) {
      const tool = await connector.tool({ outputBudget });
      for (const input of [
        { entity: "connector", action: "describe" },
        { entity: "things_3", action: "describe" },
        { entity: "things_3", action: "describe", params: { action: "get" } },
      ]) {
        const { text } = await ask(tool, input);
        expect(text.length).toBeLessThanOrEqual(outputBudget);
        expect(text.length).toBeGreaterThan(50);
      }
    }
    const { body } = await ask(await connector.tool(), { entity: "connector", action: "describe" });
    expect(body).toMatchObject({ hint: expect.stringContaining("search") as string });
    expect((body as unknown as { entities: string[] }).entities).toContain("things_0: 9");
  });

  test("of an action with thousands of params names as many as fit", async () => {
    const names = Array.from({ length: 2000 }, (_, index) => `param_${index}`);
    const properties = Object.fromEntries(
      names.map((name) => [name, { type: "string", description: "A long text. ".repeat(5) }]),
    );
    const things = {
      create: {
        description: "Create a thing.",
        params: { type: "object", properties },
        effect: "write",
        calls: "create",
        example: {},
        paginated: false,
      },
    };
    const Wide = defineConnector({
      name: "wide",
      title: "Wide",
      endpoint: "https://api.wide.example",
      auth: {},
      requestIdHeader: "x-request-id",
      toolEffects: ["write"],
      entities: { things },
      operations: { create: { method: "POST", path: "/", docs: "https://api.wide.example" } },
      connect: () => ({ send: () => Promise.reject(new Error("none")), identify: () => Promise.reject(new Error("none")) }), // prettier-ignore
    } as never);
    const tool = await new Wide({} as never).tool({ outputBudget: 60_000 });
    const { text } = await ask(tool, { entity: "things", action: "describe", params: { action: "create" } });
    expect(text.length).toBeLessThanOrEqual(60_000);
    expect(text).toContain('"param_1999?":"string"');
  });
});

describe("describe of the connector", () => {
  const permissions = async (options: Parameters<AmazonAdsConnector["tool"]>[0], policy = {}) => {
    const ads = new AmazonAdsConnector({ auth: amazonAuth }, { policy });
    const { body } = await ask(await ads.tool(options), { entity: "connector", action: "describe" });
    return (body as Record<string, unknown>)["connector"];
  };

  test("says which effects are allowed, the caps, and the allowed ids", async () => {
    const not_offered = expect.stringMatching(/^Other actions of the platform: \d+\./) as string;
    expect(await permissions({})).toEqual({ effects: ["read"], not_offered });
    expect(await permissions({ actions: "all" })).toEqual({ effects: ["read"] });
    expect(await permissions({ effects: ["read", "spend", "write"] })).toEqual({
      effects: ["read", "write", "spend"],
      caps: "none, so calls that raise spending are refused",
      not_offered,
    });
    const caps = { max_bid: { USD: 2 }, max_new_campaigns: "unlimited", profiles: { 1: { max_bid: 3 } } };
    const only = { profileId: ["3301829348571624"] };
    expect(await permissions({ effects: ["read", "write", "spend"] }, { caps, only })).toEqual({
      effects: ["read", "write", "spend"],
      caps: { max_bid: { USD: 2 }, max_new_campaigns: "unlimited", profiles: { 1: { max_bid: 3 } } },
      only: expect.stringContaining("3301829348571624"),
      not_offered,
    });
    const both = await permissions(
      { effects: ["read", "write", "spend"], caps: { max_bid: { USD: 1 } } },
      { caps },
    );
    expect(both).toMatchObject({ caps: [{ max_bid: { USD: 1 } }, { max_bid: { USD: 2 } }] });
  });

  test("keeps the permissions when the budget is small", async () => {
    const ads = new AmazonAdsConnector({ auth: amazonAuth });
    const tool = await ads.tool({ outputBudget: 2500 });
    const { body, text } = await ask(tool, { entity: "connector", action: "describe" });
    expect(text.length).toBeLessThanOrEqual(2500);
    expect(body).toMatchObject({ connector: { effects: ["read"] } });
  });
});
