import { expect, test } from "vitest";
import { runNode } from "../run-node.ts";

test("the program of the WebClient page runs unchanged", async () => {
  const { code, stdout, stderr } = await runNode(["examples/slack-web-client.ts"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Posted by the WebClient\n\S.* 200\n$/);
});
