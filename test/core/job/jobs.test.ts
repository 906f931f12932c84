import { mkdtempSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import {
  agentTools,
  approvals,
  type AgentTool,
  ConnectorError,
  defineConnector,
  type ErrorJson,
  jobsOf,
} from "agent-connectors";
import { fileStore } from "agent-connectors/file-store";
import { memoryStore, sealedStore, sqliteStore, type StoreDriver } from "agent-connectors/store";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { testClock } from "../../fixtures/clock.ts";
import { openShop, printEntities, printDefinition, printShop } from "./print-shop.ts";

const key = Buffer.alloc(32, 7).toString("base64");
const folder = mkdtempSync(`${tmpdir()}/jobs-`);
const hour = 3_600_000;

const errorOf = async (call: Promise<unknown>): Promise<ErrorJson> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ConnectorError.is(error)) throw new Error("The call did not fail with a ConnectorError.");
  return error.toJSON();
};

describe.each([
  ["memory", () => memoryStore()],
  ["a file", () => fileStore(`${folder}/store`)],
  ["SQLite", () => sealedStore(sqliteStore(new DatabaseSync(":memory:")), key)],
] as [string, () => StoreDriver][])("jobs in %s", (_name, newStore) => {
  let clock: ReturnType<typeof testClock>;
  let store: StoreDriver;
  let shop: ReturnType<typeof printShop>;
  beforeEach(() => {
    clock = testClock(Date.now());
    store = newStore();
    shop = printShop(clock);
  });
  afterEach(() => rmSync(`${folder}/store`, { recursive: true, force: true }));

  /** Another process with the same store. */
  const open = (code = {}) => openShop(shop, clock, { store, ...code });
  const order = (params = {}, shopOf = open()) => shopOf.prints.order({ book: "Emma", ...params });
  const pendingId = async (call: Promise<unknown>): Promise<string> => {
    const error = await errorOf(call);
    expect(error.code).toBe("job_pending");
    return error.pending!.id;
  };

  test("a call that waits too short is pending, and another process reads the result by the id, several times", async () => {
    const started = clock.now();
    const error = await errorOf(order({ copies: 2, wait_seconds: 20 }));
    expect(clock.now() - started).toBe(20_000);
    expect(error).toMatchObject({
      code: "job_pending",
      outcome: "not_started",
      retryable: false,
      retry_after: 30,
      pending: {
        asks: "Print Shop prints.order",
        until: new Date(started + 24 * hour).toISOString(),
        progress: { done: 0, total: 2 },
      },
    });
    const { id } = error.pending!;
    expect(error.hint).toContain(`{"id": "${id}"}`);
    expect(error.hint).not.toContain("process ends");
    const jobs = jobsOf(open());
    expect(await jobs.list()).toMatchObject([{ id, status: "pending", entity: "prints", action: "order" }]);
    expect((await errorOf(jobs.result(id))).code).toBe("job_pending");
    await clock.sleep(hour);
    expect(await jobs.get(id)).toMatchObject({ id, status: "succeeded" });
    for (const again of [jobs, jobsOf(open())])
      expect((await again.result(id)).data).toEqual({ book: "Emma", ids: ["p1", "p2"] });
    expect(await jobs.list()).toEqual([]);
    expect(shop.state.ordered).toBe(2);
  });

  test("equal calls of several processes at once are requested once, and each gets the result", async () => {
    const calls = Array.from({ length: 6 }, () => order());
    const ids = await Promise.all(calls.map(pendingId));
    expect([new Set(ids).size, shop.state.ordered]).toEqual([1, 1]);
    await clock.sleep(hour);
    const results = await Promise.all(Array.from({ length: 6 }, () => order({ wait_seconds: 5 })));
    expect(results.map(({ data, meta }) => [data, meta.job])).toEqual(
      ids.map((id) => [{ book: "Emma", ids: ["p1"] }, id]),
    );
    expect(shop.state.ordered).toBe(1);
    await pendingId(order({ copies: 2 }));
    expect(shop.state.ordered).toBe(3);
  });

  test("the same call gets a finished job for ten minutes, and says so; then it starts a new one", async () => {
    await pendingId(order());
    await clock.sleep(hour);
    const first = await order();
    expect(first.meta.warnings ?? []).toEqual([]);
    await clock.sleep(599_000);
    const again = await order();
    expect(again.data).toEqual(first.data);
    expect(again.meta.warnings).toEqual([expect.stringContaining("The same call was made at ")]);
    await clock.sleep(2000);
    await pendingId(order());
    expect(shop.state.ordered).toBe(2);
  });

  test("a part that was requested before a failure is not requested again", async () => {
    const { state } = shop;
    const jobs = jobsOf(open());
    const { fetch } = shop;
    let left = 2;
    const failing: typeof fetch = async (input, init) =>
      init?.method === "POST" && left-- === 0 ? Response.json({}, { status: 503 }) : fetch(input, init);
    const error = await errorOf(order({ copies: 3 }, open({ fetch: failing, totalWaitMs: 0 })));
    expect(error.code).toBe("upstream_error");
    expect(state.ordered).toBe(2);
    const [job] = await jobs.list();
    await pendingId(jobs.result(job!.id));
    expect(state.ordered).toBe(3);
  });

  test("a call that requests nothing leaves nothing behind, and a later call starts anew", async () => {
    const { state } = shop;
    expect((await errorOf(order({ book: "" }))).code).toBe("invalid_params");
    state.refuse = Response.json({ error: "no paper" }, { status: 422 });
    expect((await errorOf(order())).code).toBe("upstream_rejected");
    expect(await jobsOf(open()).list()).toEqual([]);
    const kept = await Promise.all(["jobs/", "open-jobs/", "last-jobs/"].map((kind) => store.list(kind)));
    expect(kept).toEqual([[], [], []]);
    state.refuse = undefined;
    await pendingId(order());
  });

  test("a cancelled job asks nobody any more, and says what the platform does; the first end stays", async () => {
    const id = await pendingId(order());
    const jobs = jobsOf(open());
    const asked = shop.state.asked;
    expect(await jobs.cancel(id, "maya")).toMatchObject({
      status: "cancelled",
      cancelled_by: "maya",
      note: "The shop prints it all the same.",
    });
    await clock.sleep(hour);
    expect((await jobs.cancel(id, "ken")).cancelled_by).toBe("maya");
    expect(await errorOf(jobs.result(id))).toMatchObject({
      code: "job_cancelled",
      message: "maya has cancelled Print Shop prints.order.",
      hint: expect.stringContaining("The shop prints it all the same."),
    });
    expect(await jobs.get(id)).toMatchObject({ status: "cancelled" });
    expect([shop.state.asked, await jobs.list()]).toEqual([asked, []]);
    // Who wants the prints after all starts a new job.
    expect(await pendingId(order())).not.toBe(id);
  });

  test("a cancellation ends a call that waits", async () => {
    const jobs = jobsOf(open());
    const slow = { ...clock, async sleep(ms: number) {
      await clock.sleep(ms);
      const [job] = await jobs.list();
      if (job) await jobs.cancel(job.id, "maya");
    } }; // prettier-ignore
    const waiting = order({ wait_seconds: 50 }, open({ clock: slow }));
    expect((await errorOf(waiting)).code).toBe("job_cancelled");
  });

  test("work that has failed fails once, with the error of the platform, and the next call starts anew", async () => {
    const id = await pendingId(order());
    shop.state.prints.get("p1")!.failed = "torn";
    const jobs = jobsOf(open());
    expect(await jobs.waitFor(id)).toMatchObject({
      status: "failed",
      error: { code: "upstream_rejected", message: "The paper is torn." },
    });
    expect((await errorOf(jobs.result(id))).message).toBe("The paper is torn.");
    expect(await pendingId(order())).not.toBe(id);
  });

  test("work that takes longer than a day has failed", async () => {
    shop.state.prints.clear();
    const id = await pendingId(order());
    shop.state.prints.get("p1")!.ready = Infinity;
    const job = await jobsOf(open()).waitFor(id);
    expect(job).toMatchObject({ status: "failed", error: { code: "upstream_timeout", retryable: false } });
    expect(Date.parse(job.ended_at!)).toBeGreaterThanOrEqual(Date.parse(job.expires_at));
  });

  test("waitFor asks less and less often, and goes on after a failure that passes", async () => {
    const id = await pendingId(order());
    const { fetch } = shop;
    let fails = 3;
    const failing: typeof fetch = async (input, init) =>
      fails-- > 0 ? Response.json({}, { status: 503 }) : fetch(input, init);
    expect(await jobsOf(open({ fetch: failing, totalWaitMs: 0 })).waitFor(id)).toMatchObject({
      status: "succeeded",
    });
    expect(shop.state.asked).toBeLessThan(80);
  });

  test("a result that the platform has forgotten is named, and the same call starts anew", async () => {
    const id = await pendingId(order());
    await clock.sleep(hour);
    await order();
    shop.state.prints.get("p1")!.gone = true;
    expect(await errorOf(jobsOf(open()).result(id))).toMatchObject({
      code: "not_found",
      message: "The platform does not keep the result of Print Shop prints.order any more.",
    });
    expect(await pendingId(order())).not.toBe(id);
  });

  test("another account, an unknown id and a policy without the action get no result", async () => {
    const id = await pendingId(order());
    await clock.sleep(hour);
    const { PrintShop } = await import("./print-shop.ts");
    const other = new PrintShop({ auth: { api_token: "other" } }, { fetch: shop.fetch, clock, store });
    for (const [jobs, of] of [
      [jobsOf(other), id],
      [jobsOf(open()), "job_1"],
      [jobsOf(open()), `job_${"0".repeat(32)}`],
    ] as const)
      for (const call of [() => jobs.get(of), () => jobs.result(of), () => jobs.cancel(of, "maya")])
        expect((await errorOf(call())).code).toBe("not_found");
    expect(await jobsOf(other).list()).toEqual([]);
    const asked = shop.state.asked;
    const refused = jobsOf(open({ policy: { exclude: ["prints.order"] } }));
    expect((await errorOf(refused.result(id))).code).toBe("policy_denied");
    expect(shop.state.asked).toBe(asked);
  });
});

test("only what was requested while the store failed is requested again", async () => {
  const clock = testClock();
  const [shop, store] = [printShop(clock), memoryStore(clock)];
  let failing = false;
  const broken: StoreDriver = {
    ...store,
    write: (...args) => (failing ? Promise.reject(new Error("down")) : store.write(...args)),
  };
  const watching: typeof fetch = async (input, init) => {
    const answer = await shop.fetch(input, init);
    if (init?.method === "POST" && shop.state.ordered === 2) failing = true;
    return answer;
  };
  const order = (code = {}) =>
    openShop(shop, clock, { store, ...code }).prints.order({ book: "Emma", copies: 3 });
  expect((await errorOf(order({ store: broken, fetch: watching }))).code).toBe("storage_unavailable");
  failing = false;
  await clock.sleep(11_000);
  expect((await errorOf(order())).code).toBe("job_pending");
  // The first print is in the store, and the second is not.
  expect(shop.state.ordered).toBe(4);
}, 20_000);

describe("a tool", () => {
  const outcome = (tool: AgentTool, id: string) =>
    tool.call({ entity: "connector", action: "outcome", params: { id } });
  const call = { entity: "prints", action: "order", params: { book: "Emma" } };
  const openTool = async (code = {}, options = {}) => {
    const clock = testClock();
    const shop = printShop(clock);
    const connector = openShop(shop, clock, code);
    return { clock, shop, connector, tool: await connector.tool(options) };
  };

  test("gives a model the pending job in words, and its outcome later", async () => {
    const { tool, clock, shop } = await openTool();
    const first = await tool.call(call);
    const told = JSON.parse(first.text) as { error: ErrorJson };
    expect(told.error).toMatchObject({ code: "job_pending", pending: { asks: "Print Shop prints.order" } });
    const { id } = told.error.pending!;
    expect(told.error.hint).toBe(
      `Go on with other work. To read the outcome later, send the same call again, which starts nothing new. With a tool, you can also call the action outcome of the entity connector with the params {"id": "${id}"}. The job is kept only until this process ends.`,
    );
    expect(await outcome(tool, id)).toMatchObject({ ok: false, error: { code: "job_pending" } });
    await clock.sleep(hour);
    const later = await outcome(tool, id);
    expect(later).toMatchObject({ ok: true, data: { book: "Emma", ids: ["p1"] } });
    expect(later.text).toContain("p1");
    expect(shop.state.ordered).toBe(1);
    expect(await outcome(tool, `job_${"1".repeat(32)}`)).toMatchObject({ error: { code: "not_found" } });
    expect(await outcome(tool, "x")).toMatchObject({ error: { code: "not_found" } });
  });

  test("that does not offer the action reads no outcome of it", async () => {
    const { tool, connector, clock } = await openTool();
    const first = await tool.call(call);
    const { id } = first.ok ? expect.fail() : first.error.pending!;
    await clock.sleep(hour);
    const narrow = await connector.tool({ include: ["prints.count"] });
    expect(await outcome(narrow, id)).toMatchObject({ ok: false, error: { code: "policy_denied" } });
  });

  test("of approvals reads it too, and of one tool per action repeats the call", async () => {
    const { connector, clock, shop } = await openTool();
    const options = { scope: "run", store: memoryStore(), needsApproval: () => false };
    const [asking] = approvals(await agentTools(connector), options);
    const first = await asking!.call(call, { callId: "c1" });
    const { id } = first.ok ? expect.fail() : first.error.pending!;
    await clock.sleep(hour);
    expect(await outcome(asking!, id)).toMatchObject({ ok: true, data: { ids: ["p1"] } });
    const perAction = await connector.tools({ shape: "per-action" });
    const print = perAction.find(({ name }) => name.endsWith("order"))!;
    expect(await print.call(call.params)).toMatchObject({ ok: true, data: { ids: ["p1"] } });
    expect(shop.state.ordered).toBe(1);
  });
});

test("an action that writes can have no job", async () => {
  const { order } = printEntities;
  const write = { ...order, effect: "write" } as never;
  const define = async () => defineConnector({ ...printDefinition, entities: { prints: { order: write } } });
  expect(await errorOf(define())).toMatchObject({ code: "config_error", path: "entities.prints.order" });
});

test("jobsOf takes a connector", async () => {
  expect((await errorOf((async () => jobsOf({ name: "x" }))())).code).toBe("config_error");
});
