import { expect, test } from "vitest";
import { runNode } from "../run-node.ts";

test("the test in examples/tool-test.ts passes, which is in the index for coding agents", async () => {
  const { code, stdout } = await runNode(["examples/tool-test.ts"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("pass 1\n")]);
});
