import { expect, test } from "vitest";
import { runNode } from "../run-node.ts";
import { environment, onSandbox } from "./environment.ts";
import { runPrograms } from "./run-programs.ts";

// These programs are in the index for coding agents.

test("examples/ask-first.ts posts after a yes, and not after a no", async () => {
  const program = { file: "examples/ask-first.ts", env: environment("http://127.0.0.1:1") };
  const { code, outputs, stderr } = await runPrograms([program, program], onSandbox, ["y", "n"]);
  expect([code, stderr]).toEqual([0, ""]);
  const [yes, no] = outputs;
  expect(yes).toContain('Param text: "Lunch is here."');
  expect(yes).toMatch(/\(y\/n\) \{"data":/);
  expect(no).toContain("(y/n) The person said no.");
});

test("the test in examples/tool-test.ts passes", async () => {
  const { code, stdout } = await runNode(["examples/tool-test.ts"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("pass 1\n")]);
});
