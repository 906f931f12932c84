import { beforeEach, describe, expect, test, vi } from "vitest";
import { memoryTotals, totalsOn } from "../policy/memory-totals.ts";
import { beginEvent } from "../../../src/core/call/call-event.ts";
import type { PlannedCall } from "../../../src/core/call/params/planned-call.ts";
import { memoryStore } from "../../../src/core/store/memory-store.ts";
import { createOncePerKey } from "../../../src/core/call/once/once-per-key.ts";
import type { RunParts } from "../../../src/core/call/run-parts.ts";
import { createRunPlanned } from "../../../src/core/call/run-planned.ts";
import type { TransportCall } from "../../../src/core/call/transport.ts";
import type { ActionDefinition } from "../../../src/core/contract/action.ts";
import type { ActionIndex, CompiledAction } from "../../../src/core/contract/compiled-action.ts";
import type { ConnectorDefinition } from "../../../src/core/contract/definition.ts";
import { type AllowListKinds, hiddenText } from "../../../src/core/contract/policy.ts";
import type { Judgement } from "../../../src/core/contract/judgement.ts";
import type { Result } from "../../../src/core/contract/result.ts";
import { ConnectorError } from "../../../src/core/ground/errors.ts";

const sent: TransportCall[] = [];
let answer: (call: TransportCall) => Result | Promise<Result>;
beforeEach(() => {
  sent.length = 0;
  answer = () => ({ data: { id: "n1" }, meta: {} });
});

const compile = (entity: string, action: string, definition: Partial<ActionDefinition>): CompiledAction =>
  ({
    entity,
    action,
    definition: { effect: "write", calls: ["note.set", "note.get"], ...definition },
    json: { type: "object", properties: { room: { type: "string" } } },
    controls: [],
    validate: (params: object) => ({ value: params }),
  }) as unknown as CompiledAction;

function planned(
  definition: Partial<ActionDefinition> = {},
  more: Partial<PlannedCall> & { dry_run?: boolean } = {},
): PlannedCall {
  const { dry_run, ...rest } = more;
  return {
    compiled: compile("notes", "set", definition),
    params: { room: "lobby" },
    input: {},
    controls: { limit: undefined, cursor: undefined, fields: undefined, dry_run },
    effect: "write",
    notes: [],
    ...rest,
  };
}

function run(
  call: PlannedCall,
  parts: Partial<RunParts> & { connector?: Partial<ConnectorDefinition> } = {},
  options: { signal?: AbortSignal; idempotencyKey?: string } = {},
) {
  const { connector = {}, ...more } = parts;
  const lookup = {
    compile: async (entity: string, action: string) => compile(entity, action, { effect: "read" }),
  } as unknown as ActionIndex;
  const runPlanned = createRunPlanned(connector as ConnectorDefinition, lookup, {
    transport: async (given) => {
      sent.push(given);
      return answer(given);
    },
    remote: false,
    resolve: undefined,
    audience: undefined,
    policies: [],
    totalWaitMs: 700,
    clock: { now: () => 0, sleep: async () => {} },
    totals: memoryTotals(),
    ...more,
  });
  const progress = beginEvent("acme", "notes", "set");
  return { result: runPlanned(call, progress, { eventTokens: {}, external: "allow", ...options }), progress };
}
const names = () => sent.map(({ planned: { compiled } }) => `${compiled.entity}.${compiled.action}`);

const allowListKinds: AllowListKinds = {
  room: {
    params: ["room"],
    accepts: { pattern: /^R/, says: "an id" },
    hide: (value) => JSON.parse(JSON.stringify(value).replaceAll("R2", hiddenText)) as unknown,
    without: [],
  },
};
const onlyR1 = { policies: [{ only: { room: ["R1"] } }], connector: { allowListKinds } };

describe("a call", () => {
  test("is sent with all its parts", async () => {
    const { signal } = new AbortController();
    const call = planned();
    const { result, progress } = run(call, {}, { signal, idempotencyKey: "k" });
    expect(await result).toEqual({ data: { id: "n1" }, meta: {} });
    expect(sent).toEqual([
      {
        planned: call,
        params: { room: "lobby" },
        effect: "write",
        signal,
        idempotencyKey: "k",
        eventTokens: {},
        external: "allow",
        waits: { left: 700, seen: expect.objectContaining({ retries: 0, waitedMs: 0 }) },
      },
    ]);
    expect(progress).toMatchObject({ effect: "write", sent: true });
  });
  test("returns its corrections, in a copy", async () => {
    const notes = ['room: 5 read as "5"'];
    answer = () => ({ data: 1, meta: { has_more: false } });
    const { meta } = await run(planned({}, { notes })).result;
    expect(meta).toEqual({ normalized: notes, has_more: false });
    expect(meta.normalized).not.toBe(notes);
  });
  test("sends nothing and resolves no names if the policy denies it", async () => {
    const resolve = vi.fn<() => Promise<Record<string, unknown>>>();
    for (const policies of [[{ effects: ["read"] }], [{}, { exclude: ["notes.set"] }]] as const) {
      const { result, progress } = run(planned(), { policies, resolve });
      await expect(result).rejects.toMatchObject({ code: "policy_denied" });
      expect(progress).toMatchObject({ effect: "write", sent: false });
    }
    expect(resolve).not.toHaveBeenCalled();
    expect(sent).toEqual([]);
  });
  test("is not sent if it is aborted before", async () => {
    const { result, progress } = run(planned(), {}, { signal: AbortSignal.abort() });
    await expect(result).rejects.toMatchObject({
      code: "aborted",
      outcome: "not_started",
      message: expect.stringMatching(/^notes\.set was aborted/),
    });
    expect(progress.sent).toBe(false);
    expect(sent).toEqual([]);
  });
});

describe("names", () => {
  const resolve: RunParts["resolve"] = async (params, { operation, read }) => {
    const { data } = await read("rooms", "find", { room: `${operation}?` });
    return { ...params, room: (data as { id: string }).id };
  };
  beforeEach(() => {
    answer = ({ effect }) => ({ data: { id: effect === "read" ? "R1" : "n1" }, meta: {} });
  });

  test("are replaced by ids, with reads that ignore the caller's signal and share its waiting time", async () => {
    const { signal } = new AbortController();
    await run(planned(), { resolve }, { signal, idempotencyKey: "k" }).result;
    expect(names()).toEqual(["rooms.find", "notes.set"]);
    const [read, write] = sent;
    expect(read).toMatchObject({ params: { room: "note.set?" }, effect: "read", signal: undefined, idempotencyKey: undefined }); // prettier-ignore
    expect(write!.params).toEqual({ room: "R1" });
    expect(write!.planned.params).toEqual({ room: "lobby" });
    expect(write!.waits).toBe(read!.waits);
  });
  test("are resolved by the service in hosted mode, unless the client needs the ids", async () => {
    await run(planned(), { resolve, remote: true }).result;
    expect(names()).toEqual(["notes.set"]);
    await run(planned(), { resolve, remote: true, policies: [{ exclude: [] }] }).result;
    expect(names()).toEqual(["notes.set", "notes.set"]);
    await run(planned({}, { dry_run: true }), { resolve, remote: true }).result;
    await run(planned(), { ...onlyR1, resolve, remote: true }).result;
    expect(names().slice(2)).toEqual(["rooms.find", "rooms.find", "notes.set"]);
  });
  test("that do not exist fail the call; with an allow-list, the error suggests no other names", async () => {
    const error = new ConnectorError("invalid_params", "There is no lobby.", {
      path: "params.room",
      hint: "Similar: hall.",
    });
    const fail: RunParts["resolve"] = async () => {
      throw error;
    };
    await expect(run(planned(), { resolve: fail }).result).rejects.toBe(error);
    await expect(run(planned(), { ...onlyR1, resolve: fail }).result).rejects.toMatchObject({
      code: "policy_denied",
      message: expect.stringContaining('"lobby"'),
    });
    expect(sent).toEqual([]);
  });
  test("that are not allowed are refused, and the error shows them as the caller wrote them", async () => {
    answer = () => ({ data: { id: "R2" }, meta: {} });
    await expect(run(planned(), { ...onlyR1, resolve }).result).rejects.toMatchObject({
      code: "policy_denied",
      message: expect.stringMatching(/^notes\.set .*"lobby"/),
    });
    expect(names()).toEqual(["rooms.find"]);
  });
  test("do not delay an abort", async () => {
    const stop = new AbortController();
    const never: RunParts["resolve"] = () => new Promise(() => {});
    const { result } = run(planned(), { resolve: never }, { signal: stop.signal });
    stop.abort();
    await expect(result).rejects.toMatchObject({ code: "aborted", outcome: "not_started" });
  });
});

describe("an allow-list", () => {
  const call = () => planned({}, { params: { room: "R1" } });
  test("adds the only allowed id, and hides other ids in the result", async () => {
    answer = () => ({ data: ["R1", "R2"], meta: { warnings: ["R2 is full"] } });
    const { data, meta } = await run(planned({}, { params: {} }), onlyR1).result;
    expect(sent[0]!.params).toEqual({ room: "R1" });
    expect(data).toEqual(["R1", hiddenText]);
    expect(meta).toEqual({ warnings: [`${hiddenText} is full`] });
  });
  test("hides other ids in what a preview reads, and removes an undo that would need them", async () => {
    const undo: ActionDefinition["undo"] = (_params, _data, before) => ({ entity: "x", action: "y", params: { before } }); // prettier-ignore
    const preview: ActionDefinition["preview"] = async (_params, read) => ({
      before: (await read("rooms", "get", {})).data,
    });
    answer = () => ({ data: { id: "R1" }, meta: {} });
    expect((await run(planned({ undo, preview }, { params: { room: "R1" } }), onlyR1).result).meta.undo).toBeDefined(); // prettier-ignore
    answer = () => ({ data: { id: "R2" }, meta: {} });
    const { data, meta } = await run(planned({ undo, preview }, { params: { room: "R1" } }), onlyR1).result;
    expect([data, meta]).toEqual([{ id: hiddenText }, {}]);
  });
  test("hides nothing from the search for names, but hides ids in its errors", async () => {
    const resolve: RunParts["resolve"] = async (params, { read }) => {
      const { data } = await read("rooms", "find", {});
      if (JSON.stringify(data) !== '["R2"]') throw new Error("the list of rooms is not complete");
      throw new ConnectorError("upstream_error", "R2 is broken.", params);
    };
    answer = () => ({ data: ["R2"], meta: {} });
    await expect(run(call(), { ...onlyR1, resolve }).result).rejects.toMatchObject({
      code: "upstream_error",
      message: `${hiddenText} is broken.`,
    });
  });
  test("hides other names in the hint of an error", async () => {
    answer = () => {
      throw new ConnectorError("upstream_rejected", "No.", { path: "params.room", hint: "Try hall." });
    };
    await expect(run(call(), onlyR1).result).rejects.toMatchObject({
      code: "upstream_rejected",
      hint: expect.stringContaining("R1"),
    });
  });
});

describe("a guard", () => {
  const guard =
    (effect: "write" | "spend", from = 1, to = 2): ActionDefinition["guard"] =>
    async (params, read) => {
      const { data } = await read("rooms", "get", { room: (params as { room: string }).room });
      return {
        effects: [effect],
        before: data,
        after: "new",
        raises: [{ path: "size", cap: "max_size", from, to }],
      };
    };
  const effect = { weakest: "write", strongest: "spend", of: () => undefined } as const;
  const guarded = (given: ActionDefinition["guard"], more: Parameters<typeof planned>[1] = {}) =>
    planned({ effect, guard: given!, undo: (_params, _data, before) => ({ entity: "x", action: "y", params: { before } }) }, { effect: "spend", ...more }); // prettier-ignore

  test("reads with the caller's signal and waiting time, and decides the effect", async () => {
    const { signal } = new AbortController();
    const policies = [{ effects: ["write"] }] as const;
    const { result, progress } = run(guarded(guard("write")), { policies }, { signal });
    expect((await result).meta.undo).toEqual({ entity: "x", action: "y", params: { before: { id: "n1" } } });
    expect(names()).toEqual(["rooms.get", "notes.set"]);
    expect(sent[0]).toMatchObject({ params: { room: "lobby" }, signal, effect: "read" });
    expect(sent[1]!.waits).toBe(sent[0]!.waits);
    expect(sent[1]!.effect).toBe("write");
    expect(progress.effect).toBe("write");
  });
  test("reads without the policy, but its effect is checked by the policy", async () => {
    const policies = [{ effects: ["write"] }] as const;
    const { result, progress } = run(guarded(guard("spend")), { policies });
    await expect(result).rejects.toMatchObject({ code: "policy_denied" });
    expect(names()).toEqual(["rooms.get"]);
    expect(progress).toMatchObject({ effect: "spend", sent: false });
  });
  test("can find an effect that the policy does not allow, without a cap", async () => {
    const judge: ActionDefinition["guard"] = async () => ({ effects: ["destructive"], before: 1, after: 2 });
    const policies = [{ effects: ["write"] }] as const;
    await expect(run(guarded(judge), { policies }).result).rejects.toMatchObject({ code: "policy_denied" });
    expect(sent).toEqual([]);
  });
  test("does not run if no effect of the action is allowed", async () => {
    await expect(
      run(guarded(guard("write")), { policies: [{ effects: ["read"] }] }).result,
    ).rejects.toThrow();
    expect(sent).toEqual([]);
  });
  test("does not run again for a repeated idempotency key, but its effect is checked by the policy", async () => {
    const once = createOncePerKey(memoryStore(), async () => "notes/1", {
      now: () => 0,
      sleep: async () => {},
    });
    const options = { idempotencyKey: "k" };
    const policies = [{ caps: { max_size: 5 } }];
    const first = await run(guarded(guard("spend", 1, 5)), { policies, once }, options).result;
    sent.length = 0;
    expect(await run(guarded(guard("spend", 1, 6)), { policies, once }, options).result).toEqual(first);
    const other = run(guarded(guard("spend")), { policies: [{ effects: ["write"] }], once }, options);
    await expect(other.result).rejects.toMatchObject({ code: "policy_denied" });
    expect(sent).toEqual([]);
    // A dry run with the same key is no repetition.
    const dry = await run(guarded(guard("spend"), { dry_run: true }), { policies, once }, options).result;
    expect(dry.meta).toEqual({ dry_run: true });
  });
  test("is followed by the check of caps", async () => {
    const policies = [{ caps: { max_size: 5 } }];
    await run(guarded(guard("spend", 1, 5)), { policies }).result;
    sent.length = 0;
    await expect(run(guarded(guard("spend", 1, 6)), { policies }).result).rejects.toMatchObject({
      code: "cap_exceeded",
      message: expect.stringMatching(/^notes\.set: size would be 6/),
    });
    expect(names()).toEqual(["rooms.get"]);
  });
  test("can replace the params of the write, of its undo and of a dry run, but not in another process", async () => {
    const params = { room: "lobby", size: 2 };
    const judge: ActionDefinition["guard"] = async () => ({ effects: ["write"], params });
    const undo: ActionDefinition["undo"] = (given) => ({ entity: "x", action: "y", params: given });
    const call = (more: object = {}) => planned({ effect, guard: judge, undo }, { effect: "spend", ...more });
    expect((await run(call()).result).meta.undo?.params).toEqual(params);
    expect(sent[0]!.params).toEqual(params);
    expect((await run(call({ dry_run: true })).result).data).toMatchObject({ params });
    sent.length = 0;
    // The service judges the call itself, so it gets the params of the call.
    await run(call(), { remote: true }).result;
    expect(sent[0]!.params).toEqual({ room: "lobby" });
  });
  test("provides the values of a dry run", async () => {
    const policies = [{ caps: { max_size: 5 } }];
    expect(await run(guarded(guard("spend"), { dry_run: true }), { policies }).result).toEqual({
      data: {
        entity: "notes",
        action: "set",
        effect: "spend",
        params: { room: "lobby" },
        before: { id: "n1" },
        after: "new",
      },
      meta: { dry_run: true },
    });
    expect(names()).toEqual(["rooms.get"]);
  });
});

test("a dry run judges a piece of content as if it were the whole content; a call leaves that to the action", async () => {
  const connector: Partial<ConnectorDefinition> = {
    allowListKinds: {
      room: {
        ...allowListKinds.room!,
        pieces: ["notes.set"],
        embedded: ({ text }) => (text === "see R2" ? { path: "text", reason: "names a room" } : undefined),
      },
    },
  };
  const call = (dry_run: boolean) =>
    run(planned({}, { params: { room: "R1", text: "see R2" }, dry_run }), { ...onlyR1, connector }).result;
  await expect(call(true)).rejects.toMatchObject({ code: "policy_denied", path: "params.text" });
  await call(false);
  expect(() => sent[0]!.enforceContent?.({ text: "see R2" })).toThrow(/names a room/);
});

test("the hosted service decides whether a call can raise spending, if the policies of this process have no caps", async () => {
  const guard = async (): Promise<Judgement> => ({ effects: ["spend"], before: 1 });
  const effect = { weakest: "write", strongest: "spend", of: () => undefined } as const;
  const call = (parts: Partial<RunParts>) =>
    run(planned({ effect, guard }, { effect: "spend" }), { ...parts, connector: { name: "acme" } }).result;
  await call({ remote: true });
  expect(sent).toHaveLength(1);
  for (const parts of [{ remote: false }, { remote: true, policies: [{ caps: {} }] }])
    await expect(call(parts)).rejects.toMatchObject({ code: "policy_denied" });
  expect(sent).toHaveLength(1);
});

describe("the raise of a call that is not sent is released", () => {
  const account = { id: "1" };
  const raising: Judgement = {
    effects: ["spend"],
    before: 1,
    account: async () => account,
    raises: [{ path: "daily", cap: "max_sum", perDay: true, from: 0, to: 5 }],
    changes: { account, records: [], outdated: [{ prefix: "a" }] },
  };
  const outside = async () => ({
    readers: "Acme",
    external: ["T1"],
    hasNames: true,
    notified: [],
    warnings: [],
  });
  test.each([
    [
      "if people outside the company could read it",
      { audience: Object.assign(outside, { learn() {} }) },
      0,
      "policy_denied",
    ],
    ["if the store fails before it is sent", {}, 3, "storage_unavailable"],
  ] as const)("%s", async (_case, parts, failing, code) => {
    // prettier-ignore
    const totals = memoryTotals();
    let updates = 0;
    const flaky: RunParts["totals"] = {
      update: async (...args) => {
        if (++updates === failing) throw new Error("The store is down.");
        return totals.update(...args);
      },
    };
    const call = planned(
      { effect: { weakest: "write", strongest: "spend", of: () => undefined }, guard: async () => raising },
      { effect: "spend" },
    );
    const policies = [{ caps: { max_sum: 9 }, external: false }];
    const { result } = run(call, { ...parts, totals: flaky, policies, connector: { name: "acme" } });
    await expect(result).rejects.toMatchObject({ code, outcome: "not_started" });
    expect(sent).toEqual([]);
    expect(updates).toBeGreaterThan(failing);
    expect((await totalsOn("1970-01-01", totals, "acme")).reserved).toEqual({});
  });
});

describe("guarded writes of one account", () => {
  const effect = { weakest: "write", strongest: "spend", of: () => undefined } as const;
  /** Returns a write that waits until `end` is called, and counts how often it is judged. */
  const write = (id: string, more: Partial<Judgement> = {}) => {
    let judged = 0;
    const guard: ActionDefinition["guard"] = async () => {
      judged++;
      const account = { id };
      return { effects: ["write"], before: 1, after: 2, account: async () => account, ...more };
    };
    return {
      call: (dry_run?: true) =>
        planned({ effect, guard: guard! }, { effect: "spend", ...(dry_run ? { dry_run } : {}) }),
      judged: () => judged,
    };
  };
  const connector = { name: "acme" };
  const settled = () => new Promise((resolve) => setTimeout(resolve));

  test("are sent one after another, and a write that has waited is judged again", async () => {
    const first = Promise.withResolvers<Result>();
    answer = () => (sent.length === 1 ? first.promise : { data: {}, meta: {} });
    const [one, two, other] = [write("1"), write("1"), write("2")];
    const running = run(one.call(), { connector }).result;
    await settled();
    const waiting = run(two.call(), { connector }).result;
    await run(other.call(), { connector }).result;
    await run(two.call(true), { connector }).result;
    expect(sent).toHaveLength(2);
    first.resolve({ data: {}, meta: {} });
    await Promise.all([running, waiting]);
    expect(sent).toHaveLength(3);
    expect([one.judged(), two.judged(), other.judged()]).toEqual([1, 3, 1]);
  });

  test("belong to the account of the changed records", async () => {
    const first = Promise.withResolvers<Result>();
    answer = () => (sent.length === 1 ? first.promise : { data: {}, meta: {} });
    const changes = { account: { id: "1" }, records: [] };
    const running = run(write("1").call(), { connector }).result;
    await settled();
    const waiting = run(write("2", { changes }).call(), { connector }).result;
    await settled();
    expect(sent).toHaveLength(1);
    first.resolve({ data: {}, meta: {} });
    await Promise.all([running, waiting]);
  });

  test("do not wait for each other if they add a record that spends nothing", async () => {
    const first = Promise.withResolvers<Result>();
    answer = () => (sent.length === 1 ? first.promise : { data: {}, meta: {} });
    const added = { before: undefined };
    const running = run(write("1", added).call(), { connector }).result;
    await settled();
    await run(write("1", added).call(), { connector }).result;
    first.resolve({ data: {}, meta: {} });
    await running;
  });

  test("wait for each other if they add a record that spends", async () => {
    const first = Promise.withResolvers<Result>();
    answer = () => (sent.length === 1 ? first.promise : { data: {}, meta: {} });
    const policies = [{ caps: { max_change_percent: 50 } }];
    const added: Partial<Judgement> = { before: undefined, effects: ["spend"] };
    const call = () => run(write("1", added).call(), { connector, policies }).result;
    const running = call();
    await settled();
    const waiting = call();
    await settled();
    expect(sent).toHaveLength(1);
    first.resolve({ data: {}, meta: {} });
    await Promise.all([running, waiting]);
    expect(sent).toHaveLength(2);
  });

  test("are not put in turns if the hosted service sends them", async () => {
    const first = Promise.withResolvers<Result>();
    answer = () => (sent.length === 1 ? first.promise : { data: {}, meta: {} });
    const running = run(write("1").call(), { connector, remote: true }).result;
    await settled();
    await run(write("1").call(), { connector, remote: true }).result;
    first.resolve({ data: {}, meta: {} });
    await running;
  });

  test("that wait can be aborted, and then send nothing", async () => {
    const first = Promise.withResolvers<Result>();
    answer = () => first.promise;
    const running = run(write("1").call(), { connector }).result;
    await settled();
    const abort = new AbortController();
    const waiting = run(write("1").call(), { connector }, { signal: abort.signal }).result;
    await settled();
    abort.abort();
    await expect(waiting).rejects.toMatchObject({
      code: "aborted",
      message: "notes.set was aborted before anything was sent.",
    });
    expect(sent).toHaveLength(1);
    first.resolve({ data: {}, meta: {} });
    await running;
  });
});

describe("the sum of a day", () => {
  const effect = { weakest: "write", strongest: "spend", of: () => undefined } as const;
  const guard: ActionDefinition["guard"] = async () => ({
    effects: ["spend"],
    raises: [{ path: "size", cap: "max_sum", from: 0, to: 6, perDay: true }],
    account: async () => ({ id: "1" }),
  });
  /** Returns a function that runs a call that raises an amount by 6. The cap is 10. */
  const open = (parts: Partial<RunParts> = {}) => {
    const totals = memoryTotals();
    const policies = [{ caps: { max_sum: 10 } }];
    return (options: { idempotencyKey?: string } = {}, dry_run?: true) =>
      run(
        planned({ effect, guard: guard! }, { effect: "spend", ...(dry_run ? { dry_run } : {}) }),
        { policies, totals, ...parts },
        options,
      ).result;
  };
  const failWith = (outcome: "unknown" | "not_started") => {
    answer = () => {
      throw new ConnectorError("upstream_error", "Closed.", { outcome });
    };
  };
  const succeed = () => {
    answer = () => ({ data: {}, meta: {} });
  };

  test("contains the raises of a write that succeeded or whose outcome is unknown", async () => {
    const raise = open();
    await raise();
    await expect(raise()).rejects.toMatchObject({ code: "cap_exceeded" });
    const doubtful = open();
    failWith("unknown");
    await expect(doubtful()).rejects.toMatchObject({ code: "upstream_error" });
    succeed();
    await expect(doubtful()).rejects.toMatchObject({ code: "cap_exceeded" });
  });

  test("contains nothing of a dry run, or of a write that did not start", async () => {
    const raise = open();
    await raise({}, true);
    failWith("not_started");
    await expect(raise()).rejects.toMatchObject({ code: "upstream_error" });
    succeed();
    await raise();
  });

  test("contains a write once that the hosted service repeats for an idempotency key", async () => {
    const [remote, here] = [open({ remote: true }), open()];
    failWith("unknown");
    for (const raise of [remote, here])
      await expect(raise({ idempotencyKey: "k" })).rejects.toThrow("Closed.");
    succeed();
    await expect(remote({ idempotencyKey: "other" })).rejects.toMatchObject({ code: "cap_exceeded" });
    await remote({ idempotencyKey: "k" });
    await expect(here({ idempotencyKey: "k" })).rejects.toMatchObject({ code: "cap_exceeded" });
  });
});

test("a call that restores a state of the same day needs no right to spend", async () => {
  const changed = (effect: "write" | "spend", before: string, after: string) => {
    const records = [{ item: 0, key: "note 1", before, after }];
    const guard: ActionDefinition["guard"] = async () => ({
      effects: [effect],
      changes: { account: { id: "1" }, records },
    });
    return planned(
      { effect: { weakest: "write", strongest: "spend", of: () => undefined }, guard: guard! },
      { effect: "spend" },
    );
  };
  const parts = { policies: [{ effects: ["write"] as const }], totals: memoryTotals() };
  const raise = () => run(changed("spend", "low", "high"), parts).result;
  await expect(raise()).rejects.toMatchObject({ code: "policy_denied" });
  await run(changed("write", "high", "low"), parts).result;
  await raise();
});

test("the warnings of a guard are before those of the platform, also in a dry run", async () => {
  answer = () => ({ data: {}, meta: { warnings: ["slow"] } });
  const guard: ActionDefinition["guard"] = async () => ({
    effects: ["write"],
    warnings: async () => ["The parent is paused."],
  });
  const call = (dry_run?: true) => planned({ guard: guard! }, dry_run ? { dry_run } : {});
  expect((await run(call()).result).meta.warnings).toEqual(["The parent is paused.", "slow"]);
  expect((await run(call(true)).result).meta.warnings).toEqual(["The parent is paused."]);
  answer = () => ({ data: {}, meta: {} });
  expect((await run(call()).result).meta.warnings).toEqual(["The parent is paused."]);
});

test("a dry run shows all effects, the spending before and after, the currency and the names", async () => {
  const account = { id: "1", currency: "USD" };
  const guard: ActionDefinition["guard"] = async () => ({
    effects: ["write", "destructive"],
    exposure: async () => ({ before: 1, after: 2 }),
    names: () => ({ R1: "lobby" }),
    changes: { account, records: [] },
  });
  expect(await run(planned({ guard: guard! }, { dry_run: true })).result).toMatchObject({
    data: { effect: "destructive", effects: ["write", "destructive"], exposure: { before: 1, after: 2 } },
    meta: { dry_run: true, currency: "USD", names: { R1: "lobby" } },
  });
});

test("a dry run shows the currency of the account that pays for the raises", async () => {
  const guard: ActionDefinition["guard"] = async () => ({
    effects: ["spend"],
    raises: [{ path: "size", cap: "max_size", to: 2 }],
    account: async () => ({ id: "1", currency: "GBP" }),
  });
  const policies = [{ caps: { max_size: 5 } }];
  const call = planned({ guard: guard! }, { dry_run: true });
  expect((await run(call, { policies }).result).meta).toEqual({ dry_run: true, currency: "GBP" });
});

describe("with an allow-list, a repeated call", () => {
  const once = () =>
    createOncePerKey(memoryStore(), async () => "notes/1", { now: () => 0, sleep: async () => {} });
  const call = () => planned({}, { params: { room: "R1" } });
  const options = { idempotencyKey: "k" };

  test("hides ids in the stored result, and removes an undo that would need them", async () => {
    const shared = once();
    const undo = { entity: "notes", action: "set", params: { room: "R2" } };
    answer = () => ({ data: { rooms: ["R1", "R2"] }, meta: { undo, warnings: ["R2 is full."] } });
    await run(call(), { once: shared }, options).result;
    expect(await run(call(), { ...onlyR1, once: shared }, options).result).toEqual({
      data: { rooms: ["R1", hiddenText] },
      meta: { warnings: [`${hiddenText} is full.`] },
    });
    expect(sent).toHaveLength(1);
  });

  test("hides ids in an error, and lists the allowed ids", async () => {
    answer = () => {
      throw new ConnectorError("upstream_rejected", "R2 is full.", { path: "params.room", hint: "Try R2." });
    };
    await expect(run(call(), { ...onlyR1, once: once() }, options).result).rejects.toMatchObject({
      message: `${hiddenText} is full.`,
      hint: expect.stringContaining("Allowed: R1."),
    });
  });
});

describe("a dry run", () => {
  test("returns the resolved call, and the fields that the connector adds to every dry run", async () => {
    const { signal } = new AbortController();
    const connector: Partial<ConnectorDefinition> = {
      preview: async (params, read) => {
        await read("rooms", "get", {});
        return {
          room_name: `${String(params["room"])}!`,
          action: "hidden",
          params: { room: "R1, in words" },
        };
      },
    };
    const call = planned({}, { dry_run: true, notes: ["a note"] });
    const { result, progress } = run(call, { connector, resolve: async () => ({ room: "R1" }) }, { signal });
    expect(await result).toEqual({
      data: {
        entity: "notes",
        action: "hidden",
        effect: "write",
        room_name: "R1!",
        params: { room: "R1, in words" },
      },
      meta: { normalized: ["a note"], dry_run: true },
    });
    expect(progress.sent).toBe(false);
    expect(sent[0]!.signal).toBe(signal);
  });
  test.for<[string, object, string[]]>([
    ["both values", { before: null, after: 2 }, ["before", "after"]],
    ["the value before", { before: 1 }, ["before"]],
    ["the value after", { after: 2 }, ["after"]],
    ["none", {}, []],
  ])("shows %s", async ([, values, fields]) => {
    const preview = vi.fn<NonNullable<ActionDefinition["preview"]>>(async () => values);
    const { data } = await run(planned({ preview }, { dry_run: true })).result;
    const { entity: _entity, action: _action, effect: _effect, params: _params, ...shown } = data as object as Record<string, unknown>; // prettier-ignore
    expect(Object.keys(shown)).toEqual(fields);
    expect(shown).toEqual(values);
    expect(preview.mock.calls[0]![0]).toEqual({ room: "lobby" });
  });
  test("foresees the platform's response, and reads each record once", async () => {
    const foresee = vi.fn<NonNullable<ConnectorDefinition["foresee"]>>(async (_params, { read }) => {
      await read("rooms", "get", {});
      return { already: "already_set" };
    });
    const preview = vi.fn<NonNullable<ActionDefinition["preview"]>>(async (_params, read) => {
      await read("rooms", "get", {});
      return {};
    });
    const { result } = run(planned({ preview }, { dry_run: true }), { connector: { foresee } });
    expect((await result).meta).toEqual({ dry_run: true, already: "already_set" });
    expect(foresee.mock.calls[0]).toMatchObject([{ room: "lobby" }, { operation: "note.set" }]);
    expect(names()).toEqual(["rooms.get"]);
  });
  test("fails if the connector foresees a refusal", async () => {
    const refused = new ConnectorError("upstream_rejected", "The room is closed.");
    const foresee = async () => {
      throw refused;
    };
    await expect(run(planned({}, { dry_run: true }), { connector: { foresee } }).result).rejects.toBe(
      refused,
    );
  });
  test("is the only call for which the connector foresees the response", async () => {
    const foresee = vi.fn<NonNullable<ConnectorDefinition["foresee"]>>();
    await run(planned(), { connector: { foresee } }).result;
    expect(foresee).not.toHaveBeenCalled();
  });
  test("without a preview shows only the call", async () => {
    const { data } = await run(planned({}, { dry_run: true })).result;
    expect(Object.keys(data as object)).toEqual(["entity", "action", "effect", "params"]);
  });
});

describe("undo", () => {
  const undo: ActionDefinition["undo"] = (params, data, before) => ({
    entity: "notes",
    action: "set",
    params: { params, data, before },
  });
  const preview: ActionDefinition["preview"] = async (_params, read) => ({
    before: (await read("rooms", "get", {})).data,
  });

  test("gets the params, the result and the earlier values, which are read with a separate time limit", async () => {
    answer = ({ effect }) => ({ data: effect === "read" ? "old" : { id: "n1" }, meta: {} });
    const { meta } = await run(planned({ undo, preview })).result;
    expect(meta.undo!.params).toEqual({ params: { room: "lobby" }, data: { id: "n1" }, before: "old" });
    expect(names()).toEqual(["rooms.get", "notes.set"]);
    expect(sent[0]!.waits).toEqual({ left: 700 });
    expect(sent[0]!.waits).not.toBe(sent[1]!.waits);
  });
  test("gets an empty object if the result is not a record", async () => {
    answer = () => ({ data: [1], meta: {} });
    expect((await run(planned({ undo })).result).meta.undo!.params["data"]).toEqual({});
  });
  test("comes from the service in hosted mode", async () => {
    const given = { entity: "a", action: "b", params: {} };
    answer = () => ({ data: 1, meta: { undo: given } });
    const { meta } = await run(planned({ undo, preview }), { remote: true }).result;
    expect(meta.undo).toEqual(given);
    expect(names()).toEqual(["notes.set"]);
  });
  test("does not exist for a read, or if nothing had to change", async () => {
    const read = planned({ undo, effect: "read" }, { effect: "read" });
    expect((await run(read).result).meta).toEqual({});
    answer = () => ({ data: 1, meta: { already: "as_asked" } });
    expect((await run(planned({ undo })).result).meta).toEqual({ already: "as_asked" });
  });
  test("does not exist if the action returns none or fails", async () => {
    expect((await run(planned({ undo: () => undefined })).result).meta).toStrictEqual({});
    const failing = () => {
      throw new Error("x");
    };
    expect((await run(planned({ undo: failing })).result).meta).toEqual({});
  });
  test("needs no earlier values, and an aborted call without them is aborted", async () => {
    const { result } = run(planned({ undo }), {}, { signal: AbortSignal.abort() });
    await expect(result).rejects.toMatchObject({ code: "aborted", outcome: "not_started" });
    expect((await run(planned({ undo })).result).meta.undo!.params["before"]).toBeUndefined();
  });
  test("is not prepared if the caller aborts while the earlier values are read", async () => {
    const stop = new AbortController();
    const waiting: ActionDefinition["preview"] = async () => {
      stop.abort();
      return { before: 1 };
    };
    await expect(
      run(planned({ undo, preview: waiting }), {}, { signal: stop.signal }).result,
    ).rejects.toMatchObject({ code: "aborted", outcome: "not_started" });
    expect(sent).toEqual([]);
  });
});

describe("learn", () => {
  const written: unknown[] = [];
  const resolve = Object.assign(async () => ({ room: "R1" }), {
    learn: (write: unknown) => {
      written.push(write);
      throw new Error("a fault in learn");
    },
  });
  beforeEach(() => void (written.length = 0));

  test("gets the params with ids and the result of a write, and cannot fail the call", async () => {
    await expect(run(planned(), { resolve }).result).resolves.toEqual({ data: { id: "n1" }, meta: {} });
    expect(written).toEqual([{ entity: "notes", params: { room: "R1" }, data: { id: "n1" } }]);
  });
  test.each([
    ["unknown", [{ entity: "notes", params: { room: "R1" }, data: undefined }]],
    ["partial", [{ entity: "notes", params: { room: "R1" }, data: undefined }]],
    ["not_started", []],
  ] as const)("gets a failed write only if it may have happened: %s", async (outcome, expected) => {
    const failure = new ConnectorError("upstream_timeout", "Slow.", { outcome });
    answer = () => Promise.reject(failure);
    await expect(run(planned(), { resolve }).result).rejects.toBe(failure);
    expect(written).toEqual(expected);
  });
  test("gets neither reads nor dry runs", async () => {
    await run(planned({}, { effect: "read" }), { resolve }).result;
    await run(planned({}, { dry_run: true }), { resolve }).result;
    expect(written).toEqual([]);
  });
});
