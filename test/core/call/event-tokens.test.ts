import { describe, expect, test } from "vitest";
import { takeEventTokens } from "../../../src/core/call/event-tokens.ts";
import { action, ConnectorError, defineConnector, type CallEvent } from "../../../src/index.ts";

const token = "12345.98765.abcd2358fdea";
const opened: unknown[] = [];

const Door = defineConnector({
  name: "door",
  title: "Door",
  endpoint: "https://door.example",
  auth: { key: { api_key: { description: "key" } } },
  eventTokens: { ring: "the token of a ring", badge: "the token of a badge", key: "the token of a key" },
  schemes: { key: { kind: "bearer", token: "{api_key}" } },
  operations: {
    "doors.open": {
      method: "POST",
      path: "/open",
      body: { kind: "json" },
      docs: "https://door.example/docs",
    },
    "doors.list": {
      method: "POST",
      path: "/list",
      body: { kind: "json" },
      docs: "https://door.example/docs",
    },
  },
  entities: {
    doors: {
      open: action({
        description: "Open the door for somebody who rings.",
        params: (z) => ({ wide: z.boolean().optional() }),
        effect: "write",
        eventToken: "ring",
        calls: "doors.open",
        example: {},
        async run({ wide }, { send, eventTokens }) {
          await send("doors.open", { wide, ...eventTokens });
          return { data: { open: true } };
        },
      }),
      unlock: action({
        description: "Unlock the door.",
        params: () => ({}),
        effect: "write",
        eventToken: ["badge", "key"],
        calls: "doors.open",
        example: {},
        async run(_params, { send, eventTokens }) {
          await send("doors.open", { ...eventTokens });
          return { data: {} };
        },
      }),
      list: action({
        description: "List the doors.",
        params: () => ({}),
        effect: "read",
        calls: "doors.list",
        example: {},
      }),
    },
  },
});

function door(code: object = {}) {
  opened.length = 0;
  const events: CallEvent[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    opened.push(JSON.parse(String(init?.body)));
    return Response.json({});
  };
  const onCall = (event: CallEvent) => events.push(event);
  return { door: new Door({ auth: { api_key: "k-12345678" } }, { fetch, onCall, ...code }), events };
}

const failure = async (call: Promise<unknown>): Promise<ConnectorError> => {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (!ConnectorError.is(error)) throw new Error("expected an error");
  expect(JSON.stringify(error)).not.toContain(token);
  expect(opened).toEqual([]);
  return error;
};

describe("an event token", () => {
  test("reaches the action, but neither onCall nor beforeWrite", async () => {
    const seen: unknown[] = [];
    const { door: one, events } = door({ beforeWrite: (context: unknown) => void seen.push(context) });
    await one.doors.open({ wide: true }, { context: { door: { ring: token }, user: "u1" } });
    expect(opened).toEqual([{ wide: true, ring: token }]);
    expect(seen).toEqual([{ user: "u1" }]);
    expect(events.map(({ context, params }) => [context, params])).toEqual([[{ user: "u1" }, ["wide"]]]);
  });

  test("is not needed by other actions, whose context stays the same object", async () => {
    const context = { user: "u1" };
    const { door: one, events } = door();
    await one.doors.list({}, { context });
    expect(events[0]!.context).toBe(context);
  });

  test.each([
    ["no context", undefined, "options.context.door.ring", /needs the token of a ring/],
    ["another connector's", { slack: { ring: token } }, "options.context.door.ring", /needs the token/],
    ["another token", { door: { badge: token } }, "options.context.door.ring", /needs the token/],
    ["an undefined token", { door: { ring: undefined } }, "options.context.door.ring", /needs the token/],
    ["no tokens", { door: undefined }, "options.context.door.ring", /needs the token/],
    ["a text with a space", { door: { ring: ` ${token}` } }, "options.context.door.ring", /must be a string/],
    ["a long text", { door: { ring: "x".repeat(4097) } }, "options.context.door.ring", /1 to 4096/],
    [
      "a long name",
      { door: { ["x".repeat(61)]: token } },
      `options.context.door.${"x".repeat(60)}…`,
      /"x{60}…"/,
    ],
    [
      "a name of 60 letters",
      { door: { ["x".repeat(60)]: token } },
      `options.context.door.${"x".repeat(60)}`,
      /"x{60}"/,
    ],
    ["an unknown token", { door: { bell: token } }, "options.context.door.bell", /no event token/],
    ["a number", { door: { ring: 5 } }, "options.context.door.ring", /must be a string/],
    ["an empty text", { door: { ring: "" } }, "options.context.door.ring", /must be a string/],
    [
      "a text with a line break",
      { door: { ring: `${token}\n` } },
      "options.context.door.ring",
      /must be a string/,
    ],
    ["a list", { door: [token] }, "options.context.door", /plain object/],
    ["the token itself", { door: token }, "options.context.door", /plain object/],
  ])("is refused before anything is sent: %s", async (_what, context, path, message) => {
    for (const dry_run of [false, true]) {
      const error = await failure(door().door.doors.open({ dry_run }, { context } as never));
      expect(error).toMatchObject({ code: "config_error", path, outcome: "not_started" });
      expect(error.message).toMatch(message);
      expect(error.hint).toBeTruthy();
    }
  });

  test.each([{ bell: token }, token])("is refused with a list of the event tokens: %j", async (given) => {
    const error = await failure(door().door.doors.open({}, { context: { door: given } } as never));
    expect(error.hint).toBe("Event tokens: ring, badge, key.");
  });

  test("is refused with the right way to pass it", async () => {
    const error = await failure(door().door.doors.open({}));
    expect(error.hint).toContain("{ context: { door: { ring } } }. It is not a param.");
  });

  test.each(["badge", "key"])("can be one of several: %s", async (name) => {
    await door().door.doors.unlock({}, { context: { door: { [name]: token } } });
    expect(opened).toEqual([{ [name]: token }]);
  });

  test("is needed if the action accepts several, and the error names all of them", async () => {
    const error = await failure(door().door.doors.unlock({}, { context: { door: { ring: token } } }));
    expect(error).toMatchObject({
      path: "options.context.door.badge",
      message: "doors.unlock needs the token of a badge, or the token of a key.",
      hint: expect.stringContaining("{ context: { door: { badge } } }, or key instead."),
    });
  });

  test("is never a param", async () => {
    const error = await failure(door().door.execute("doors", "open", { ring: token } as never));
    expect(error).toMatchObject({ code: "invalid_params", path: "params.ring" });
    expect(error.message).toContain("only the application can pass it");
  });
});

test("a connector without event tokens reads nothing from the context", () => {
  const context = { door: { ring: token } };
  const { eventTokens, rest } = takeEventTokens({ name: "door", title: "Door" }, context);
  expect(eventTokens).toEqual({});
  expect(rest).toBe(context);
});

describe("a tool", () => {
  test("offers the action only if `include` has its full name", async () => {
    const { door: one } = door();
    const plain = await one.tool({ effects: ["read", "write"] });
    expect(plain.description).not.toContain("open");
    expect(await plain.call({ entity: "doors", action: "open" })).toMatchObject({
      ok: false,
      error: { code: "policy_denied", hint: expect.stringContaining('include: ["doors.open"') },
    });
    for (const [include, offers] of [
      [["doors"], false],
      [["doors.*"], false],
      [["doors", "doors.open"], true],
    ] as const) {
      const tool = await one.tool({ effects: ["read", "write"], include });
      expect(tool.description.includes("open(")).toBe(offers);
      expect(JSON.stringify([tool.description, tool.inputSchema])).not.toContain("ring:");
    }
  });

  test("passes the token from the options of the call, never from the model", async () => {
    const { door: one } = door();
    const tool = await one.tool({ effects: ["write"], include: ["doors.open"] });
    const call = { entity: "doors", action: "open", params: {} };
    expect(await tool.call(call)).toMatchObject({ ok: false, error: { code: "config_error" } });
    expect(await tool.call({ ...call, params: { ring: token } })).toMatchObject({ ok: false });
    expect(await tool.call({ ...call, context: { door: { ring: token } } })).toMatchObject({ ok: false });
    expect(opened).toEqual([]);
    expect(await tool.call(call, { context: { door: { ring: token } } })).toMatchObject({ ok: true });
    expect(opened).toEqual([{ ring: token }]);
  });
});

test("an action can only need an event token that its connector declares", () => {
  const { entities, operations } = {
    operations: {
      "doors.open": { method: "POST", path: "/open", docs: "https://door.example/docs" },
    } as const,
    entities: {
      doors: {
        open: action({
          description: "Open.",
          params: () => ({}),
          effect: "write",
          eventToken: "rong",
          calls: "doors.open",
          example: {},
        }),
      },
    },
  };
  const definition = {
    name: "door",
    title: "Door",
    endpoint: "https://door.example",
    auth: {},
    entities,
    operations,
  };
  expect(() => defineConnector({ ...definition, eventTokens: { ring: "the token of a ring" } })).toThrow(
    expect.objectContaining({ code: "config_error", hint: expect.stringContaining("Did you mean ring?") }),
  );
});
