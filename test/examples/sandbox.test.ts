import { expect, test } from "vitest";
import { runNode } from "../run-node.ts";

test("the program of the sandbox's page runs unchanged", async () => {
  const { code, stdout, stderr } = await runNode(["examples/sandbox.ts"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout.match(/chat\.postMessage/g)).toHaveLength(2);
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/$/m);
});
