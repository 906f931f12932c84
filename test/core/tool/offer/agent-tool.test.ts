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

test("the plan of a call runs without planning the call again", async () => {
  const { tool, planned, ran } = recording();
  const plan = tool.plan({ a: 1 });
  expect(plan.resolved).toMatchObject({ effect: "read" });
  await plan.run();
  expect([planned, ran]).toEqual([[{ a: 1 }], [{ a: 1 }]]);
});

test("a plan keeps its arguments, also if the caller changes them later", async () => {
  const { tool, ran } = recording();
  const input = { a: 1 };
  const plan = tool.plan(input);
  input.a = 2;
  await plan.run();
  expect(ran).toEqual([{ a: 1 }]);
});

test("a repeated call is a new call", async () => {
  const { tool, planned, ran } = recording();
  await tool.call({ a: 1 });
  await tool.call({ a: 1 });
  expect([planned.length, ran.length]).toEqual([2, 2]);
});

test.each([undefined, 1n, "bad"])("%s is planned and run without throwing", async (input) => {
  const { tool } = recording();
  expect(tool.plan(input).resolved === undefined).toBe(input === "bad");
  const envelope = await tool.call(input);
  expect(envelope.ok).toBe(input !== "bad");
});
