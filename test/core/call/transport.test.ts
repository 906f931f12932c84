import { virtualClock } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";
import { memoryStore } from "../../../src/core/store/memory-store.ts";
import { statesOf } from "../../../src/core/store/states.ts";
import { createInProcessTransport } from "../../../src/core/call/in-process-transport.ts";
import type { Controls, PlannedCall } from "../../../src/core/call/params/planned-call.ts";
import { replyMeta } from "../../../src/core/call/send-operation.ts";
import type { TransportCall } from "../../../src/core/call/transport.ts";
import type { ActionDefinition } from "../../../src/core/contract/action.ts";
import type { PlatformClient, SendOptions } from "../../../src/core/contract/client.ts";
import type { Paging } from "../../../src/core/contract/wire/paging.ts";
import type { PlatformReply, RunContext } from "../../../src/core/contract/run-context.ts";

const headers = new Headers();

function open(answer: (operation: string) => unknown = () => ({}), more: Partial<PlatformClient> = {}) {
  const sent: { operation: string; args: object; options: SendOptions }[] = [];
  const clock = virtualClock(1_000_000);
  const client = {
    send: async (operation: string, args: object, options: SendOptions) => {
      sent.push({ operation, args, options });
      return { body: await answer(operation), headers };
    },
    ...more,
  } as PlatformClient;
  const transport = createInProcessTransport(client, clock, {
    states: statesOf(memoryStore(), async () => "notes"),
    keeper: { title: "Notes", store: memoryStore(), owner: async () => "notes", forgets: true },
  });
  return { transport, sent, clock };
}

function call(
  definition: Partial<ActionDefinition> & { paging?: Paging },
  more: Partial<TransportCall> & { controls?: Partial<Controls> } = {},
): TransportCall {
  const { paging, ...rest } = definition;
  const { controls = {}, ...given } = more;
  return {
    planned: {
      compiled: {
        entity: "notes",
        action: "set",
        definition: { effect: "write", calls: ["main", "other"], paginated: false, ...rest },
        operation: { paging },
      },
      params: { id: "n1" },
      controls,
    } as unknown as PlannedCall,
    params: { id: "n1" },
    effect: "write",
    signal: undefined,
    idempotencyKey: undefined,
    eventTokens: {},
    waits: { left: 5 },
    ...given,
  };
}

describe("a list", () => {
  const paging = {
    kind: "cursor" as const,
    limit: "size",
    cursor: "after",
    next: "next",
    default: 7,
    max: 9,
  };
  const list = (
    body: unknown,
    definition: Parameters<typeof call>[0] = {},
    controls: Partial<Controls> = {},
  ) => {
    const { transport, sent } = open(() => body);
    const given = call({ paginated: true, paging, ...definition }, { controls, effect: "read" });
    return { result: transport(given), sent };
  };

  test("is the whole response if the action has no `pick`", async () => {
    expect(await list([1, 2]).result).toEqual({ data: [1, 2], meta: { has_more: false } });
    await expect(list({ items: [1] }).result).rejects.toMatchObject({
      code: "upstream_invalid_response",
      message: expect.stringMatching(/a list/),
    });
  });
  test("converts each record, drops what becomes undefined, and knows the first page", async () => {
    const pages: boolean[] = [];
    const item: ActionDefinition["item"] = ({ id }, later) => {
      pages.push(later);
      return id === 2 ? undefined : { n: id };
    };
    const body = { all: [{ id: 1 }, { id: 2 }, "text"], next: "p2" };
    const first = list(body, { item, pick: "all" });
    expect(await first.result).toEqual({
      data: [{ n: 1 }, "text"],
      meta: { has_more: true, next_cursor: "p2" },
    });
    await list(body, { item, pick: "all" }, { cursor: "p2" }).result;
    expect(pages).toEqual([false, false, true, true]);
  });
  test("sends only paging arguments that the platform has", async () => {
    const { limit: _limit, ...fixed } = paging;
    const sizes = list([], { paging: fixed }, { limit: 3, cursor: "c" });
    await sizes.result;
    expect(sizes.sent[0]).toMatchObject({ operation: "main", args: { id: "n1", after: "c" } });
    expect(sizes.sent[0]!.args).toEqual({ id: "n1", after: "c" });
    const none = list([], { paging: undefined as never }, { limit: 3 });
    expect(await none.result).toEqual({ data: [], meta: { has_more: false } });
    expect(none.sent[0]!.args).toEqual({ id: "n1" });
  });
  test("with numbered pages gives the next number, and takes no other cursor", async () => {
    const { next: _next, ...rest } = paging;
    const numbered = { ...rest, kind: "page" as const, pages: "pages.all" };
    const body = { items: [1], pages: { all: 2 } };
    const page = (cursor?: string) => list(body, { paging: numbered, pick: "items" }, { cursor }).result;
    expect((await page()).meta).toEqual({ has_more: true, next_cursor: "2" });
    expect((await page("1")).meta).toEqual({ has_more: true, next_cursor: "2" });
    expect((await page("2")).meta).toEqual({ has_more: false });
    const { result, sent } = list(body, { paging: numbered, pick: "items" }, { cursor: "p2" });
    await expect(result).rejects.toMatchObject({ code: "invalid_params", path: "params.cursor" });
    expect(sent).toEqual([]);
    expect((await list([], {}, { cursor: "p2" }).result).data).toEqual([]);
  });
});

test.for<[Partial<PlatformReply>, object]>([
  [{}, {}],
  [{ warnings: [] }, {}],
  [{ warnings: ["slow"] }, { warnings: ["slow"] }],
  [{ already: "pinned" }, { already: "pinned" }],
])("the meta of a reply with %j is %j", ([reply, meta]) => {
  expect(replyMeta({ body: {}, headers, ...reply })).toEqual(meta);
  expect(Object.keys(replyMeta({ body: {}, headers, ...reply }))).toEqual(Object.keys(meta));
});

describe("a record", () => {
  const record = async (
    body: unknown,
    definition: Partial<ActionDefinition>,
    params: object = { id: "n1" },
  ) => (await open(() => body).transport(call(definition, { params: params as never }))).data;
  const item: ActionDefinition["item"] = (one, later) => ({ ...one, later });

  test("is the part that the action picks, after conversion", async () => {
    expect(await record({ note: { a: 1 } }, { pick: "note", item })).toEqual({ a: 1, later: false });
    expect(await record({ note: "text" }, { pick: "note", item })).toBe("text");
    expect(await record({ a: 1 }, { item, echo: ["id"] })).toEqual({ a: 1, id: "n1", later: false });
    expect(await record({ note: { a: 1 } }, { pick: "note", echo: ["id"] })).toEqual({ a: 1 });
  });
  test("is the response and the repeated params, if the response contains no record", async () => {
    expect(await record({ note: null, ok: 1 }, { pick: "note", item, echo: ["id"] })).toEqual({
      note: null,
      ok: 1,
      id: "n1",
    });
    expect(await record(undefined, { echo: ["id"] })).toEqual({ id: "n1" });
    expect(await record("ok", { echo: ["id"] })).toBe("ok");
    expect(await record({}, {}, { undefined: 1, mutant: 2 })).toEqual({});
    expect(Object.keys((await record({}, { echo: ["id", "gone"] })) as object)).toEqual(["id"]);
  });
});

describe("a file", () => {
  const file = async (given: Record<string, string>) => {
    const body = new ReadableStream();
    const reply: PlatformReply = { body, headers: new Headers(given), warnings: ["slow"] };
    const { transport } = open(undefined, { send: async () => reply });
    const { data, meta } = await transport(call({ effect: "read" }));
    expect(data).toBe(body);
    return meta;
  };
  const named = (disposition: string) => ({ "content-disposition": disposition });

  test("has the name, type and size that the platform announces, after the meta of the reply", async () => {
    const given = {
      ...named('attachment; filename="note 1.pdf"'),
      "content-type": "application/pdf",
      "content-length": "12",
    };
    expect(await file(given)).toEqual({
      warnings: ["slow"],
      filename: "note 1.pdf",
      content_type: "application/pdf",
      size: 12,
    });
  });
  test("has default values if the platform announces nothing", async () => {
    expect(await file({})).toStrictEqual({
      warnings: ["slow"],
      filename: "file",
      content_type: "application/octet-stream",
    });
  });
  test.for([
    ["attachment; filename=note.pdf; size=1", "note.pdf"],
    ["attachment; filename*=UTF-8''na%C3%AFve.pdf", "naïve.pdf"],
    ["attachment; filename=\"word.pdf\"; filename*=utf-8''encoded.pdf", "encoded.pdf"],
    ["attachment; filename=word.pdf; filename*=utf-8''%E0%A4%A", "word.pdf"],
    ['attachment; filename="../a\\\\b/c.pdf"', ".._a__b_c.pdf"],
    ["attachment", "file"],
  ] as const)("with the header %s has the name %s", async ([disposition, filename]) => {
    expect(await file(named(disposition))).toMatchObject({ filename });
  });
  test("has a type of at most 200 characters", async () => {
    const type = `text/${"x".repeat(195)}`;
    expect(await file({ "content-type": `${type}yz` })).toMatchObject({ content_type: type });
  });
});

test("the writes of a call have different idempotency keys, which a repeated call has too", async () => {
  const keys = async () => {
    const { transport, sent } = open();
    await transport(
      call(
        {
          run: async (_params, { send }) => {
            for (let write = 0; write < 3; write++) await send("main", {});
            return { data: {} };
          },
        },
        { idempotencyKey: "k" },
      ),
    );
    return Promise.all(sent.map(({ options }) => options.idempotencyKey!()));
  };
  const first = await keys();
  const [own] = first;
  expect(first).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), `${own}-2`, `${own}-3`]);
  expect(await keys()).toEqual(first);
});

test("hidden values are removed before the action reads a reply", async () => {
  const seen: unknown[] = [];
  const run = async (_params: unknown, { send }: RunContext) => {
    seen.push((await send("main", {})).body);
    return { data: {} };
  };
  const { transport } = open(() => "R2");
  await transport(call({ run }, { hide: (() => "hidden") as never }));
  await transport(call({ run }));
  expect(seen).toEqual(["hidden", "R2"]);
});

describe("an action with its own `run`", () => {
  const running = (run: (context: RunContext) => Promise<unknown>, more: Parameters<typeof call>[1] = {}) =>
    call({ run: async (params, context) => ({ data: [params, await run(context)] }) }, more);

  test("gets its params, the page, the signal, the clock, and functions that send requests", async () => {
    const { transport, sent, clock } = open((operation) => operation);
    const { signal } = new AbortController();
    const own = new AbortController().signal;
    let seen: RunContext | undefined;
    const given = running(
      async (context) => {
        seen = context;
        await context.send("main", { a: 1 });
        await context.read("other", { b: 2 });
        await context.read("other", {}, own);
        return (await context.once("other")).body;
      },
      { signal, controls: { limit: 3 }, params: { id: "resolved" } },
    );
    expect(await transport(given)).toEqual({ data: [{ id: "resolved" }, "other"], meta: {} });
    expect(seen).toMatchObject({ signal, clock, waits: given.waits, page: { limit: 3 } });
    expect(seen!.unknownAttempt).toBeUndefined();
    expect(seen!.waits).toBe(given.waits);
    expect(await seen!.fingerprint()).toMatch(/^[0-9a-f]{32}$/);
    const { waits } = given;
    const idempotencyKey = expect.any(Function);
    expect(sent).toEqual([
      { operation: "main", args: { a: 1 }, options: { repeatable: false, signal, waits, idempotencyKey } },
      { operation: "other", args: { b: 2 }, options: { repeatable: true, signal, waits } },
      { operation: "other", args: {}, options: { repeatable: true, signal: own, waits } },
      { operation: "other", args: {}, options: { repeatable: true } },
    ]);
  });
  test("can repeat its requests in a read", async () => {
    const { transport, sent } = open();
    await transport(running(({ send }) => send("main", {}), { effect: "read" }));
    expect(sent[0]!.options.repeatable).toBe(true);
  });
  test.for(["send", "read", "once"] as const)("can %s only the operations in its calls", async (way) => {
    const { transport, sent } = open();
    await expect(transport(running((context) => context[way]("stray", {})))).rejects.toMatchObject({
      code: "internal",
      message: expect.stringMatching(/stray/),
    });
    expect(sent).toEqual([]);
  });
  test("can return meta", async () => {
    const run = async () => ({ data: 1, meta: { warnings: ["w"] } });
    expect(await open().transport(call({ run }))).toEqual({ data: 1, meta: { warnings: ["w"] } });
  });
  test("gets a reply of `once`; an abort or an error affects only its caller", async () => {
    let fail = true;
    const { transport, sent } = open(() => {
      if (fail) throw new TypeError("broken");
      return 1;
    });
    const stop = new AbortController();
    const one = () => running(({ once }) => once("other"), { signal: stop.signal });
    await expect(transport(one())).rejects.toThrow("broken");
    fail = false;
    await transport(one());
    await transport(one());
    expect(sent).toHaveLength(2);
    stop.abort();
    await expect(transport(one())).rejects.toMatchObject({
      code: "aborted",
      message: expect.stringMatching(/^other was aborted/),
    });
  });
});

describe("enriching a result", () => {
  const enrich: PlatformClient["enrich"] = async ({ data, meta }, { params, signal }) => ({
    data: [data, params, signal],
    meta: { ...meta, rich: true },
  });
  test("is done by the client, for actions that request it", async () => {
    const { signal } = new AbortController();
    const { transport } = open(() => ({ ok: 1 }), { enrich });
    expect(await transport(call({ enrich: true }, { signal }))).toEqual({
      data: [{ ok: 1 }, { id: "n1" }, signal],
      meta: { rich: true },
    });
    expect(await transport(call({}))).toEqual({ data: { ok: 1 }, meta: {} });
    expect(await open().transport(call({ enrich: true }))).toEqual({ data: {}, meta: {} });
    // The reads of a guard need no names.
    expect(await transport(call({ enrich: true }, { signal, plain: true }))).toEqual({
      data: { ok: 1 },
      meta: {},
    });
  });
});
