import { expect, test } from "vitest";
import { runNode } from "../run-node.ts";

test("the careful agent of the Slack page runs unchanged", async () => {
  const { code, stdout, stderr } = await runNode(["examples/careful.ts"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toMatch(/where: '#general \(C\w+\), \d+ members'/);
  expect(stdout).toContain("Lunch is *here*, @\u2060channel!");
  expect(stdout).toMatch(/^Allowed: C\w+\./m);
});
