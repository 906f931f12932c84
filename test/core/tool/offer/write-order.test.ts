import * as fc from "fast-check";
import { agentTools, type AgentTool } from "agent-connectors";
import { expect, test } from "vitest";

// Random writes and reads of one agent, some of which are aborted while they wait or run.

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const step = fc.record({
  reads: fc.boolean(),
  /** The turns of the event loop that the tool needs. */
  takes: fc.integer({ min: 1, max: 5 }),
  fails: fc.boolean(),
  abortAfter: fc.option(fc.nat(12), { nil: undefined, freq: 2 }),
});

test("writes run one after another in the order of their calls, and an aborted write lets no other overtake", async () => {
  const seen = { leftBefore: 0, waited: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const started: number[] = [];
      let running = 0;
      const own: AgentTool = {
        name: "own",
        description: "An application's own tool.",
        inputSchema: {},
        effects: ["read", "write"],
        plan: (input) => {
          const { reads } = steps[(input as { index: number }).index]!;
          const effect = reads ? "read" : "write";
          const resolved = { entity: "own", action: "run", params: {}, effect } as const;
          return { resolved, run: () => own.call(input) };
        },
        async call(input) {
          const { index } = input as { index: number };
          const { reads, takes, fails } = steps[index]!;
          if (!reads) {
            started.push(index);
            expect(++running).toBe(1);
          }
          for (let turns = 0; turns < takes; turns++) await turn();
          if (!reads) running--;
          if (fails) throw new Error("It failed.");
          return { ok: true, data: index, meta: {}, text: "{}" };
        },
      };
      const [tool] = await agentTools(own);
      const ended: number[] = [];
      await Promise.all(
        steps.map(async ({ abortAfter }, index) => {
          const controller = new AbortController();
          const call = tool!.call({ index }, { signal: controller.signal }).then(
            () => "ended",
            () => "left",
          );
          if (abortAfter !== undefined) {
            for (let turns = 0; turns < abortAfter; turns++) await turn();
            controller.abort(new Error("The caller left."));
          }
          const outcome = await call;
          ended.push(index);
          // Without an abort, every call gets an answer. A call that leaves while it waits is never started.
          if (abortAfter === undefined) expect(outcome).toBe("ended");
          if (outcome === "left" && !steps[index]!.reads && !started.includes(index)) seen.leftBefore++;
        }),
      );
      for (let turns = 0; turns < 20; turns++) await turn();
      expect(started).toEqual(started.toSorted((one, other) => one - other));
      expect(new Set(started).size).toBe(started.length);
      const writes = steps.flatMap(({ reads, abortAfter }, index) =>
        reads || abortAfter !== undefined ? [] : [index],
      );
      expect(started).toEqual(expect.arrayContaining(writes));
      if (writes.length > 1) seen.waited++;
    }),
    { numRuns: 300, seed: 17 },
  );
  expect([seen.leftBefore > 50, seen.waited > 50]).toEqual([true, true]);
});
