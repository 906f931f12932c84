import { expect, test } from "vitest";
import { agentTool } from "../../../../src/core/tool/offer/agent-tool.ts";

/** Creates a tool that records the calls that it plans and runs. */
function recording() {
  const planned: unknown[] = [];
  const ran: unknown[] = [];
  const facts = { name: "x", description: "x", inputSchema: {}, effects: [] };
  const tool = agentTool(facts, (input) => {
    if (input === "bad") throw new TypeError("bad");
    const own = structuredClone(input);
    planned.push(own);
    const resolved = { entity: "x", action: "x", params: {}, effect: "read" } as const;
    return {
      resolved,
      preview: () => Promise.reject(new Error("not used")),
      run: async () => {
        ran.push(own);
        return { ok: true, data: own, meta: {}, text: "" };
      },
    };
  });
  return { tool, planned, ran };
}

test("a call that was resolved before runs with the same plan", async () => {
  const { tool, planned, ran } = recording();
  expect(tool.resolve({ a: 1 })).toBeDefined();
  expect(tool.resolve({ a: 1 })).toBeDefined();
  await tool.call({ a: 1 });
  expect([planned, ran]).toEqual([[{ a: 1 }], [{ a: 1 }]]);
});

test("arguments that change after they were resolved are planned again", async () => {
  const { tool, ran } = recording();
  const input = { a: 1 };
  tool.resolve(input);
  input.a = 2;
  await tool.call(input);
  expect(ran).toEqual([{ a: 2 }]);
});

test("a repeated call is a new call", async () => {
  const { tool, planned, ran } = recording();
  tool.resolve({ a: 1 });
  await tool.call({ a: 1 });
  await tool.call({ a: 1 });
  expect([planned.length, ran.length]).toEqual([2, 2]);
});

test("only the last 16 resolved calls are remembered", async () => {
  const { tool, planned } = recording();
  for (let a = 0; a < 17; a++) tool.resolve({ a });
  await tool.call({ a: 16 });
  await tool.call({ a: 1 });
  expect(planned).toHaveLength(17);
  await tool.call({ a: 0 });
  expect(planned).toHaveLength(18);
});

test("very long arguments are not remembered", async () => {
  const { tool, planned } = recording();
  const input = { a: "x".repeat(1_000_001) };
  tool.resolve(input);
  await tool.call(input);
  expect(planned).toHaveLength(2);
});

test.each([undefined, 1n, "bad"])("%s resolves and runs without throwing", async (input) => {
  const { tool } = recording();
  tool.resolve(input);
  const envelope = await tool.call(input);
  expect(envelope.ok).toBe(input !== "bad");
});
