import { describe, expect, test } from "vitest";
import { action, defineConnector, listAction } from "../../../src/index.ts";
import type { PlatformClient, PlatformReply } from "../../../src/toolkit.ts";
import { connectAcmeTo } from "../../fixtures/acme/made.ts";

const docs = "https://acme.example";
const operations = {
  list: { method: "GET", path: "/", docs, paging: { kind: "cursor", limit: "size", cursor: "after", next: "page.next", default: 7, max: 9 } }, // prettier-ignore
  read: { method: "GET", path: "/", docs },
  write: { method: "POST", path: "/", docs },
} as const;
const things = {
  list: listAction({ description: "d", params: () => ({}), calls: "list", pick: "page.items", example: {} }),
  numbers: listAction({
    description: "d",
    params: () => ({}),
    calls: "list",
    example: {},
    run: async (_, { page }) => ({ data: [page.limit, page.cursor] }),
  }),
  get: action({
    description: "d",
    params: () => ({}),
    effect: "read",
    calls: "read",
    pick: "thing",
    example: {},
  }),
  first: action({ description: "d", params: () => ({}), effect: "read", calls: "list", example: {} }),
  update: action({
    description: "d",
    params: (z) => ({ name: z.string() }),
    effect: "write",
    calls: "write",
    example: { name: "x" },
    undo: () => {
      throw new Error("no way back");
    },
  }),
  touch: action({
    description: "d",
    params: (z) => ({ id: z.string(), name: z.string().optional(), loud: z.boolean().optional() }),
    effect: "write",
    calls: "write",
    pick: "thing",
    echo: ["id", "name"],
    example: { id: "t1" },
  }),
  stray: action({
    description: "d",
    params: () => ({}),
    effect: "write",
    calls: "write",
    example: {},
    run: async (_, { send }) => ({ data: await send("read", {}) }),
  }),
  strays: action({
    description: "d",
    params: (z) => ({ by: z.enum(["once", "read"]) }),
    effect: "read",
    calls: "read",
    example: { by: "once" },
    run: async ({ by }, context) => ({
      data: await (by === "once" ? context.once("list") : context.read("list", {})),
    }),
  }),
  trusting: action({
    description: "d",
    params: () => ({}),
    effect: "read",
    calls: "read",
    example: {},
    run: async (_, { unchecked }) => ({ data: unchecked }),
  }),
  whoami: action({
    description: "d",
    params: () => ({}),
    effect: "read",
    calls: "read",
    example: {},
    run: async (_, { once }) => ({ data: (await once("read")).body }),
  }),
  broken: action({
    description: "d",
    params: (z) => ({ first: z.boolean().optional() }),
    effect: "write",
    calls: "write",
    example: {},
    run: async ({ first }, { send }) => {
      if (!first) await send("write", {});
      throw new TypeError("undefined is not a function");
    },
  }),
};

function connect(answer: (operation: string, args: unknown) => unknown) {
  const sent: [string, unknown, object][] = [];
  const client: PlatformClient = {
    send: async (operation, args, options) => {
      sent.push([operation, args, options]);
      return { headers: new Headers(), ...((await answer(operation, args)) as Pick<PlatformReply, "body">) };
    },
    identify: async () => ({ identity: {} }),
  };
  const Things = defineConnector({
    name: "things",
    title: "Things",
    endpoint: "https://acme.example",
    requestIdHeader: "x-id",
    auth: { key: { key: { description: "key" } } },
    entities: { things },
    operations,
    connect: () => client,
    toolEffects: ["read"],
  });
  return { things: new Things({ auth: { key: "k" } }).things, sent };
}

describe("a list", () => {
  test("sends limit and cursor under the platform's names, and returns them under our names", async () => {
    const { things: on, sent } = connect(() => ({ body: { page: { items: [1], next: "p2" } } }));
    expect(await on.list({ limit: 3, cursor: "p1" })).toEqual({
      data: [1],
      meta: { has_more: true, next_cursor: "p2" },
    });
    await on.list();
    expect(sent.map(([, args]) => args)).toEqual([{ size: 3, after: "p1" }, { size: 7 }]);
  });
  test.for<[string, unknown, object]>([
    ["an empty cursor is the end", { items: [], next: "" }, { data: [], meta: { has_more: false } }],
    ["null is the end", { items: [], next: null }, { data: [], meta: { has_more: false } }],
    [
      "a number is a cursor",
      { items: [], next: 0 },
      { data: [], meta: { has_more: true, next_cursor: "0" } },
    ],
    ["a list that is left out is empty", {}, { data: [], meta: { has_more: false } }],
    ["null is empty", { items: null }, { data: [], meta: { has_more: false } }],
  ])("%s", async ([, page, result]) => {
    expect(await connect(() => ({ body: { page } })).things.list()).toEqual(result);
  });
  test("a response that is not a list is an error of the platform, not an empty list", async () => {
    await expect(
      connect(() => ({ body: { page: { items: { 0: 1 } } } })).things.list(),
    ).rejects.toMatchObject({
      code: "upstream_invalid_response",
    });
  });
  test("on its last page has no cursor, not even an undefined one", async () => {
    const { meta } = await connect(() => ({ body: { page: { items: [1] } } })).things.list();
    expect(Object.keys(meta)).toEqual(["has_more"]);
  });
  test("begins at the item that the cursor names", async () => {
    const { things: on, sent } = connect(() => ({ body: { page: { items: [1, 2, 3] } } }));
    expect((await on.list({ cursor: "~1~p1" })).data).toEqual([2, 3]);
    expect(sent.map(([, args]) => args)).toEqual([{ size: 7, after: "p1" }]);
  });
  test("is not the result of an action for one record that sends the same operation", async () => {
    const { things: on, sent } = connect(() => ({ body: { id: 1 } }));
    expect((await on.first()).data).toEqual({ id: 1 });
    expect(sent.map(([, args]) => args)).toEqual([{}]);
  });
  test("with its own `run` gets the requested page", async () => {
    const { things: on } = connect(() => ({}));
    expect((await on.numbers({ limit: 2, cursor: "c" })).data).toEqual([2, "c"]);
  });
});

describe("a record", () => {
  test.for<[unknown, unknown]>([
    [{ thing: { id: 1 } }, { id: 1 }],
    [{ ok: true }, { ok: true }],
    [null, {}],
  ])("of %j is %j", async ([body, data]) =>
    expect((await connect(() => ({ body })).things.get()).data).toEqual(data),
  );
});

describe("the params of a write", () => {
  test("are not part of the result", async () => {
    const answers = [{ ok: true }, {}, null, [1], "done"];
    for (const body of answers)
      expect((await connect(() => ({ body })).things.update({ name: "x" })).data).toEqual(body ?? {});
  });
  test.for<[string, unknown, unknown]>([
    ["the response has no record", { ok: true }, { id: "t1", name: "x", ok: true }],
    ["a value of the platform replaces a param", { id: "t2" }, { id: "t2", name: "x" }],
    ["a record gets no params", { thing: { size: 1 } }, { size: 1 }],
  ])("are repeated in the result, if the action says so: %s", async ([, body, data]) => {
    const { things: on } = connect(() => ({ body }));
    expect((await on.touch({ id: "t1", name: "x", loud: true })).data).toEqual(data);
  });
  test("are not repeated if they were not given", async () => {
    const { data } = await connect(() => ({ body: {} })).things.touch({ id: "t1" });
    expect(Object.keys(data as object)).toEqual(["id"]);
  });
});

test("meta contains warnings, and whether nothing had to change", async () => {
  const reply = { body: {}, warnings: ["slow"], already: "as_asked" };
  expect((await connect(() => reply).things.update({ name: "x" })).meta).toEqual({ warnings: ["slow"], already: "as_asked" }); // prettier-ignore
});

test("an error of undo does not fail the write", async () => {
  expect(await connect(() => ({ body: {} })).things.update({ name: "x" })).toEqual({
    data: {},
    meta: {},
  });
});

test("reads are repeatable, writes are not, and both receive the signal and the wait budget", async () => {
  const { things: on, sent } = connect(() => ({ body: {} }));
  const { signal } = new AbortController();
  await on.get({}, { signal });
  await on.update({ name: "x" }, { signal });
  expect(sent.map(([, , options]) => options)).toEqual([
    { repeatable: true, signal, waits: expect.objectContaining({ left: 30_000 }) },
    {
      repeatable: false,
      signal,
      waits: expect.objectContaining({ left: 30_000 }),
      idempotencyKey: expect.any(Function),
    },
  ]);
});

test.each(["once", "read"] as const)(
  "an action can send only the operations in its calls, by %s",
  async (by) => {
    const { things: made, sent } = connect(() => ({ body: {} }));
    await expect(made.strays({ by })).rejects.toMatchObject({ code: "internal" });
    expect(sent).toEqual([]);
  },
);

test("an action sends values that this package does not know only if the caller has asked for that", async () => {
  const { things: made } = connect(() => ({ body: {} }));
  const seen = async (options?: object) => (await made.trusting({}, options)).data;
  expect([
    await seen(),
    await seen({}),
    await seen({ unchecked: false }),
    await seen({ unchecked: true }),
  ]).toEqual([false, false, false, true]);
});

test("an action can send only the operations in its calls", async () => {
  const { things: on, sent } = connect(() => ({ body: {} }));
  await expect(on.stray()).rejects.toMatchObject({
    code: "internal",
    message: expect.stringContaining("read"),
  });
  expect(sent).toEqual([]);
});

describe("a fault of the connector", () => {
  test("the outcome is unknown if a write may have been sent", async () => {
    const { things: on } = connect(() => ({ body: {} }));
    await expect(on.broken()).rejects.toMatchObject({
      code: "internal",
      outcome: "unknown",
      retryable: false,
    });
  });
  test("the outcome of a read is not_started", async () => {
    const { things: on } = connect(() => { throw new TypeError("x"); }); // prettier-ignore
    await expect(on.get()).rejects.toMatchObject({ code: "internal", outcome: "not_started" });
  });
});

describe("once", () => {
  test("sends one request for all callers, and a new request after a failure", async () => {
    let fail = true;
    const { things: on, sent } = connect(() => {
      if (fail) throw new TypeError("x");
      return { body: { id: "u1" } };
    });
    await Promise.allSettled([on.whoami(), on.whoami()]);
    expect(sent.length).toBe(1);
    fail = false;
    expect(await Promise.all([on.whoami(), on.whoami()])).toEqual(Array.from({ length: 2 }, () => ({ data: { id: "u1" }, meta: {} }))); // prettier-ignore
    await on.whoami();
    expect(sent.length).toBe(2);
  });
  test("the abort of one caller ends only this caller's wait", async () => {
    let release: (reply: unknown) => void = () => {};
    const { things: on, sent } = connect(() => new Promise((resolve) => (release = resolve)));
    const abort = new AbortController();
    const first = on.whoami({}, { signal: abort.signal });
    const second = on.whoami();
    await expect.poll(() => sent.length).toBe(1);
    abort.abort();
    await expect(first).rejects.toMatchObject({ code: "aborted", outcome: "not_started" });
    release({ body: { id: "u1" } });
    expect((await second).data).toEqual({ id: "u1" });
  });
  test("is kept per connector, not per class", async () => {
    const policy = { include: ["budgets.update"] };
    const one = connectAcmeTo({ policy });
    const other = connectAcmeTo({ policy });
    await one.connector.budgets.update({ daily: 1 });
    await one.connector.budgets.update({ daily: 2 });
    await other.connector.budgets.update({ daily: 3 });
    expect([one.sent.length, other.sent.length]).toEqual([3, 2]);
  });
});
