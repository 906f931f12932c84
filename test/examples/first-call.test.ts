import { expect, test } from "vitest";
import { runNode } from "../run-node.ts";

test("the first call of the README runs unchanged", async () => {
  const { code, stdout, stderr } = await runNode(["examples/first-call.ts"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^general, random, /);
  expect(stdout).toMatch(/\nhttps:\/\/\S+\.slack\.com\/archives\/C\w+\/p\d{16}\n/);
  expect(stdout).toContain("priya.raman Priya Raman");
});
