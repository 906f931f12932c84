import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// A tarball of a source folder has no built code, or conditions that lead to files outside the tarball.
test.each([
  ["pack", ".", "npm run package,"],
  ["publish", ".", "npm run package,"],
  ["pack", "service", "npm run package -w service,"],
  ["publish", "service", "npm run package -w service,"],
  ["pack", "prove", "npm run package -w prove,"],
  ["publish", "prove", "npm run package -w prove,"],
])("npm %s of the source folder %s is refused, and the error says what to do", (command, folder, advice) => {
  const cwd = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  const { status, stdout, stderr } = spawnSync("npm", [command, "--dry-run"], {
    cwd,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  expect([status, stdout + stderr]).toEqual([1, expect.stringContaining(advice)]);
});
