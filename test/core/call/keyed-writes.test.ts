import * as fc from "fast-check";
import { expect, test } from "vitest";
import { action, ConnectorError, defineConnector } from "../../../src/index.ts";

// Repeats calls with idempotency keys while responses are lost before or after the platform has done the write. Some
// operations have an idempotency header: the platform then does a write with the same header value only once.

const docs = "https://shop.example/docs";
const params = { type: "object", properties: { item: { type: "string" } }, required: ["item"] } as const;
const example = { item: "a" };
const parts = { description: "Order.", params, effect: "write", example } as const;

const Shop = defineConnector({
  name: "shop",
  title: "Shop",
  endpoint: "https://shop.example",
  auth: { key: { api_key: { description: "API key" } } },
  schemes: { key: { kind: "bearer", token: "{api_key}" } },
  identify: { calls: "plain" },
  operations: {
    plain: { method: "POST", path: "/plain", docs },
    headed: { method: "POST", path: "/headed", docs, idempotencyHeader: "idempotency-key" },
    other: { method: "POST", path: "/other", docs, idempotencyHeader: "idempotency-key" },
  },
  entities: {
    orders: {
      plain: action({ ...parts, calls: "plain" }),
      headed: action({ ...parts, calls: "headed" }),
      twice: action({
        ...parts,
        calls: ["headed", "plain"],
        run: async ({ item }, { send }) => {
          await send("headed", { item });
          await send("plain", { item });
          return { data: {} };
        },
      }),
      both: action({
        ...parts,
        calls: ["headed", "other"],
        run: async ({ item }, { send }) => {
          await send("headed", { item });
          await send("headed", { item: `${item} 2` });
          await send("other", { item });
          return { data: {} };
        },
      }),
    },
  },
});

const faults = ["none", "none", "lost before", "lost after", "refused"] as const;
const step = fc.record({
  name: fc.constantFrom("plain", "headed", "twice", "both"),
  key: fc.constantFrom("k1", "k2"),
  faults: fc.array(fc.constantFrom(...faults), { minLength: 3, maxLength: 3 }),
});

test("with a key, no write takes effect twice, and a success means that every write was done", async () => {
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      /** What the platform has done, and the responses of writes with a header. */
      const done: string[] = [];
      const headers = new Set<string>();
      let next: (typeof faults)[number][] = [];
      let call = "";
      const lost = () => Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNRESET" } });
      const shop = new Shop(
        { auth: { api_key: "k" } },
        {
          totalWaitMs: 0,
          async fetch(url, init) {
            const { pathname } = new URL(url as string);
            const fault = next.shift() ?? "none";
            if (fault === "lost before") throw lost();
            if (fault === "refused") return Response.json({}, { status: 400 });
            const header = new Headers(init?.headers).get("idempotency-key");
            const seen = header !== null && headers.has(`${pathname} ${header}`);
            if (header !== null) headers.add(`${pathname} ${header}`);
            if (!seen) done.push(`${call} ${pathname} ${String(init?.body)}`);
            if (fault === "lost after") throw lost();
            return Response.json({});
          },
        },
      );
      for (const { name, key, faults: given } of steps) {
        next = [...given];
        call = `${name} ${key}`;
        const outcome = await shop
          .execute("orders", name as "plain", { item: name }, { idempotencyKey: `${name}-${key}` })
          .then(
            () => "ok",
            (error: unknown) => {
              if (!ConnectorError.is(error)) throw error;
              return error.outcome;
            },
          );
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        expect(new Set(done).size, "no write takes effect twice").toBe(done.length);
        const writes = { plain: 1, headed: 1, twice: 2, both: 3 }[name];
        const own = done.filter((one) => one.startsWith(`${call} `));
        if (outcome === "ok") expect(own).toHaveLength(writes);
        if (outcome === "not_started") expect(own).toEqual([]);
      }
    }),
    { numRuns: 300, seed: 3 },
  );
  for (const outcome of ["ok", "unknown", "not_started"]) expect(outcomes.get(outcome)).toBeGreaterThan(50);
});
