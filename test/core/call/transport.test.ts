import { virtualClock } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";
import { createInProcessTransport } from "../../../src/core/call/in-process-transport.ts";
import type { Controls, PlannedCall } from "../../../src/core/call/planned-call.ts";
import { replyMeta } from "../../../src/core/call/send-operation.ts";
import type { TransportCall } from "../../../src/core/call/transport.ts";
import type { ActionDefinition } from "../../../src/core/contract/action.ts";
import type { Client, SendOptions } from "../../../src/core/contract/client.ts";
import type { Paging } from "../../../src/core/contract/paging.ts";
import type { Reply, RunContext } from "../../../src/core/contract/run-context.ts";
import { ConnectorError } from "../../../src/core/ground/errors.ts";

const headers = new Headers();

function open(
  answer: (operation: string) => unknown = () => ({}),
  more: Partial<Client> = {},
  keep?: boolean,
) {
  const sent: { operation: string; args: object; options: SendOptions }[] = [];
  const clock = virtualClock(1_000_000);
  const client = {
    send: async (operation: string, args: object, options: SendOptions) => {
      sent.push({ operation, args, options });
      return { body: await answer(operation), headers };
    },
    ...more,
  } as Client;
  const transport = createInProcessTransport(
    client,
    clock,
    keep === undefined ? undefined : { keepIdempotency: keep },
  );
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

test.for<[Partial<Reply>, object]>([
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
    expect(await record({ note: { a: 1 } }, { pick: "note", echo: ["id"] })).toEqual({ a: 1 });
  });
  test("is the response and the repeated params, if the response contains no record", async () => {
    expect(await record({ note: null, ok: 1 }, { pick: "note", item, echo: ["id"] })).toEqual({
      note: null,
      ok: 1,
      id: "n1",
    });
    expect(await record({ a: 1 }, { item })).toEqual({ a: 1 });
    expect(await record(undefined, { echo: ["id"] })).toEqual({ id: "n1" });
    expect(await record("ok", { echo: ["id"] })).toBe("ok");
    expect(await record({}, {}, { undefined: 1, mutant: 2 })).toEqual({});
    expect(Object.keys((await record({}, { echo: ["id", "gone"] })) as object)).toEqual(["id"]);
  });
});

describe("an action with its own `run`", () => {
  const running = (run: (context: RunContext) => Promise<unknown>, more: Parameters<typeof call>[1] = {}) =>
    call({ run: async (params, context) => ({ data: [params, await run(context)] }) }, more);

  test("gets everything that it needs", async () => {
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
  const enrich: Client["enrich"] = async ({ data, meta }, params, signal) => ({
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
  });
});

describe("a write with a key", () => {
  const keyed = (more: Parameters<typeof call>[1] = {}, definition: Parameters<typeof call>[0] = {}) =>
    call(definition, { idempotencyKey: "k", ...more });

  test("is sent once", async () => {
    const { transport, sent } = open(() => ({ nth: sent.length }));
    const [first, second] = await Promise.all([transport(keyed()), transport(keyed())]);
    expect(second).toBe(first);
    expect(first).toEqual({ data: { nth: 1 }, meta: {} });
    await expect(transport(keyed({ planned: { ...keyed().planned, params: { id: "n2" } } }))).rejects.toMatchObject({ code: "idempotency_key_reused" }); // prettier-ignore
    await transport(keyed({ idempotencyKey: "other" }));
    expect(sent).toHaveLength(2);
  });
  test("is sent each time if it has no key, is a read, or if the service keeps the outcomes", async () => {
    const { transport, sent } = open();
    for (const one of [call({}), keyed({ effect: "read" })])
      await Promise.all([transport(one), transport(one)]);
    expect(sent).toHaveLength(4);
    const kept = open(() => ({}), {}, false);
    await Promise.all([kept.transport(keyed()), kept.transport(keyed())]);
    expect(kept.sent).toHaveLength(2);
  });
  test("runs again after an unknown outcome only if the action can find its earlier write", async () => {
    const attempts: unknown[] = [];
    const run: ActionDefinition["run"] = async (_params, { unknownAttempt }) => {
      attempts.push(unknownAttempt);
      if (attempts.length === 1) throw new ConnectorError("upstream_timeout", "x", { outcome: "unknown" });
      return { data: "done" };
    };
    const { transport } = open();
    await expect(transport(keyed({}, { run, settles: true }))).rejects.toMatchObject({ outcome: "unknown" });
    expect((await transport(keyed({}, { run, settles: true }))).data).toBe("done");
    expect(attempts).toEqual([
      undefined,
      {
        since: 1_000_000,
        until: 1_000_000,
        error: expect.objectContaining({ code: "upstream_timeout" }) as unknown,
      },
    ]);
    attempts.length = 0;
    const other = open();
    for (let nth = 0; nth < 2; nth++)
      await expect(other.transport(keyed({}, { run }))).rejects.toMatchObject({ outcome: "unknown" });
    expect(attempts).toHaveLength(1);
  });
  test("an abort of the caller that runs the write gives the error of the write", async () => {
    const stop = new AbortController();
    const error = new ConnectorError("aborted", "The request was not sent.", { outcome: "not_started" });
    const { transport, sent } = open(
      () =>
        new Promise((_, reject) =>
          stop.signal.addEventListener("abort", () => void Promise.resolve().then(() => reject(error))),
        ),
    );
    const first = transport(keyed({ signal: stop.signal }));
    await expect.poll(() => sent.length).toBe(1);
    stop.abort();
    await expect(first).rejects.toMatchObject({
      message: "The request was not sent.",
      outcome: "not_started",
    });
  });
  test("continues for the first caller if a second caller stops waiting", async () => {
    let release: (body: unknown) => void = () => {};
    const { transport, sent } = open(() => new Promise((resolve) => (release = resolve)));
    const first = transport(keyed());
    await expect.poll(() => sent.length).toBe(1);
    const stop = new AbortController();
    const second = transport(keyed({ signal: stop.signal }));
    await Promise.resolve();
    stop.abort();
    await expect(second).rejects.toMatchObject({
      code: "aborted",
      outcome: "unknown",
      message: expect.stringMatching(/^notes\.set was aborted/),
    });
    release({ ok: 1 });
    expect((await first).data).toEqual({ ok: 1 });
  });
  test("fails in the same way for all callers that wait", async () => {
    const { transport } = open(() => {
      throw new ConnectorError("upstream_error", "Down.", { outcome: "unknown" });
    });
    const both = await Promise.allSettled([transport(keyed()), transport(keyed())]);
    for (const { status, reason } of both as PromiseRejectedResult[])
      expect([status, reason]).toMatchObject(["rejected", { code: "upstream_error", message: "Down." }]);
  });
});
