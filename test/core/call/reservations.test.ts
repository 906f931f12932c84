import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { StoreDriver } from "../../../src/core/contract/store-driver.ts";
import { totals } from "../../../src/core/store/kinds.ts";
import { memoryStore } from "../../../src/core/store/memory-store.ts";
import { recordsOf } from "../../../src/core/store/records.ts";
import { action, ConnectorError, defineConnector } from "../../../src/index.ts";

// Random calls that raise a day's total, with every kind of answer, and with aborts at every moment.

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const docs = "https://bank.example/docs";

const Bank = defineConnector({
  name: "bank",
  title: "Bank",
  endpoint: "https://bank.example",
  auth: { key: { api_key: { description: "API key" } } },
  schemes: { key: { kind: "bearer", token: "{api_key}" } },
  identify: { calls: "limit.get" },
  caps: ["max_sum"],
  operations: {
    "limit.get": { method: "GET", path: "/limit", docs },
    "limit.set": { method: "POST", path: "/limit", docs },
  },
  entities: {
    limits: {
      get: action({
        description: "Get the limit.",
        params: { type: "object", properties: {} },
        effect: "read",
        calls: "limit.get",
        example: {},
      }),
      update: action({
        description: "Set the limit.",
        params: { type: "object", properties: { limit: { type: "number" } }, required: ["limit"] },
        effect: { weakest: "write", strongest: "spend", of: () => undefined },
        calls: "limit.set",
        reads: ["limits.get"],
        example: { limit: 2 },
        guard: async (params, read) => {
          await read("limits", "get", {});
          const { limit } = params as { limit: number };
          return {
            effects: ["spend"],
            account: async () => ({ id: "1" }),
            raises: [{ path: "limit", cap: "max_sum", from: 0, to: limit, perDay: true }],
          };
        },
      }),
    },
  },
});

/** A store whose writes take time. `stored` returns the reserved and the confirmed amounts. */
function slowStore() {
  const inner = memoryStore();
  const store: StoreDriver = {
    ...inner,
    async write(...given) {
      await turn();
      const result = await inner.write(...given);
      await turn();
      return result;
    },
  };
  const stored = async () => {
    const all = recordsOf(inner, totals);
    const [key] = await inner.list("totals/");
    const id = key?.slice("totals/".length);
    const { amounts, reserved } = (id !== undefined && (await all.read(id))) || { amounts: {}, reserved: {} };
    return {
      reserved: Object.keys(reserved).length,
      confirmed: Object.values(amounts).filter(({ high }) => high > 0).length,
    };
  };
  return { store, stored };
}

const answers = {
  ok: () => Response.json({}),
  refused: () => Response.json({}, { status: 400 }),
  lost: () => {
    throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNRESET" } });
  },
  broken: () => new Response("<html>", { status: 502 }),
};
const step = fc.record({
  answer: fc.constantFrom(...(Object.keys(answers) as (keyof typeof answers)[])),
  abortAfter: fc.option(fc.nat(24), { nil: undefined, freq: 2 }),
});

test("when a call has answered, the store has settled its raise: counted, released, or kept if in doubt", async () => {
  const seen = { ok: 0, not_started: 0, unknown: 0, abortedEarly: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const { store, stored } = slowStore();
      let [counted, doubtful] = [0, 0];
      let answer: keyof typeof answers;
      const bank = new Bank(
        { auth: { api_key: "k" } },
        {
          policy: { caps: { max_sum: 1_000_000 } },
          store,
          totalWaitMs: 0,
          fetch: async (_url, init) => {
            await turn();
            init?.signal?.throwIfAborted();
            if (init?.method !== "POST") return Response.json({});
            return answers[answer]();
          },
        },
      );
      for (const one of steps) {
        answer = one.answer;
        const controller = new AbortController();
        const call = bank.execute("limits", "update", { limit: 5 }, { signal: controller.signal });
        const ended = call.then(
          () => "ok" as const,
          (error: unknown) => {
            if (!ConnectorError.is(error)) throw error;
            if (error.code === "aborted" && error.outcome === "not_started") seen.abortedEarly++;
            return error.outcome === "unknown" ? ("unknown" as const) : ("not_started" as const);
          },
        );
        if (one.abortAfter !== undefined) {
          for (let turns = 0; turns < one.abortAfter; turns++) await turn();
          controller.abort();
        }
        const outcome = await ended;
        seen[outcome]++;
        if (outcome === "ok") counted++;
        if (outcome === "unknown") doubtful++;
        expect(await stored()).toEqual({ reserved: doubtful, confirmed: counted });
      }
    }),
    { numRuns: 150, seed: 5 },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
});
