import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  action,
  ConnectorError,
  defineConnector,
  memorySpendStore,
  type SpendStore,
} from "../../../src/index.ts";

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

/** A store whose updates take time. `stored` returns the reserved and the confirmed amounts. */
function slowStore() {
  const inner = memorySpendStore();
  let id: string | undefined;
  const store: SpendStore = {
    async update(name, change) {
      id = name;
      await turn();
      const result = await inner.update(name, change);
      await turn();
      return result;
    },
  };
  const stored = async () => {
    if (id === undefined) return { reserved: 0, confirmed: 0 };
    const totals = await inner.update(id, (found) => ({ totals: found, result: found }));
    return {
      reserved: Object.keys(totals.reserved).length,
      confirmed: Object.values(totals.amounts).filter(({ high }) => high > 0).length,
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
          spendStore: store,
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
