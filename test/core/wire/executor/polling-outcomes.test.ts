import * as fc from "fast-check";
import { expect, test } from "vitest";
import { action, ConnectorError, defineConnector, type Clock } from "../../../../src/index.ts";

// A platform that works in the background, with a fault or an abort at every moment of a call.

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const docs = "https://jobs.example/docs";

const Jobs = defineConnector({
  name: "jobs",
  title: "Jobs",
  endpoint: "https://jobs.example",
  auth: { key: { api_key: { description: "API key" } } },
  schemes: { key: { kind: "bearer", token: "{api_key}" } },
  identify: { calls: "start" },
  operations: {
    start: { method: "POST", path: "/jobs", docs, polling: { at: { header: "location" }, everySeconds: 1 } },
  },
  entities: {
    jobs: {
      create: action({
        description: "Start a job.",
        params: { type: "object", properties: {} },
        effect: "write",
        calls: "start",
        example: {},
      }),
    },
  },
});

/** A clock whose sleeps end after some turns of the event loop. */
function turningClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    async sleep(ms, signal) {
      for (let turns = 0; turns < 4; turns++) {
        signal?.throwIfAborted();
        await turn();
      }
      now += ms;
    },
  };
}

const faults = {
  none: () => undefined,
  lost: () => {
    throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNRESET" } });
  },
  forbidden: () => Response.json({}, { status: 403 }),
  unauthorized: () => Response.json({}, { status: 401 }),
  gone: () => Response.json({}, { status: 404 }),
  broken: () => Response.json({}, { status: 500 }),
  busy: () => Response.json({}, { status: 429 }),
};
const fault = fc.constantFrom(...(Object.keys(faults) as (keyof typeof faults)[]));

test("after the platform has accepted the work, no outcome says that nothing was started", async () => {
  const seen = { aborted: 0, failed: 0, done: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        first: fc.oneof(fc.constant("none" as const), fault),
        reads: fc.array(fault, { minLength: 1, maxLength: 4 }),
        abortAfter: fc.option(fc.nat(40), { nil: undefined }),
      }),
      async ({ first, reads, abortAfter }) => {
        let accepted = false;
        let left = [...reads];
        const jobs = new Jobs(
          { auth: { api_key: "k" } },
          {
            clock: turningClock(),
            totalWaitMs: 20_000,
            async fetch(_url, init) {
              await turn();
              init?.signal?.throwIfAborted();
              const headers = { location: "/jobs/1" };
              if (init?.method === "POST") {
                const failed = accepted ? undefined : faults[first]();
                if (failed) return failed;
                accepted = true;
                await turn();
                init.signal?.throwIfAborted();
                return Response.json({}, { status: 202, headers });
              }
              const [next, ...others] = left;
              left = others;
              return (
                (next && faults[next]()) ??
                Response.json({}, { status: left.length > 0 ? 202 : 200, headers })
              );
            },
          },
        );
        const controller = new AbortController();
        const call = jobs.execute("jobs", "create", {}, { signal: controller.signal }).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (abortAfter !== undefined) {
          for (let turns = 0; turns < abortAfter; turns++) await turn();
          controller.abort();
        }
        const error = await call;
        if (error === undefined) {
          seen.done++;
          return;
        }
        if (!ConnectorError.is(error)) throw error;
        seen[error.code === "aborted" ? "aborted" : "failed"]++;
        if (accepted) expect([error.outcome, error.retryable]).toEqual(["unknown", false]);
      },
    ),
    { numRuns: 400, seed: 9 },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(30);
});
