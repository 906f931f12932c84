import { expect, test } from "vitest";
import { runNode } from "../run-node.ts";

test("of 40 proposed changes, 37 are made once although a process is killed, and all are undone", async () => {
  const { code, stdout, stderr } = await runNode(["examples/forty-changes.ts"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("was ended by SIGKILL");
  // The program reads these numbers from the sandbox.
  expect(
    [...stdout.matchAll(/At Amazon: (\d+) of 40 .* after (\d+) write/g)].map(([, ...some]) => some),
  ).toEqual([
    ["0", "0"],
    ["0", "0"],
    ["37", "1"],
    ["37", "1"],
    ["0", "2"],
  ]);
  expect(stdout).toContain("In the journal: ok, agreed by maya@example.com, 37 rows.");
});
