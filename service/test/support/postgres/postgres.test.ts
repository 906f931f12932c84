import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { noPostgres, startCluster } from "./postgres.ts";

// Test runs keep an empty cluster in node_modules/.cache, and copy it for each cluster that they start.

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "acs-"));
  chmodSync(root, 0o755);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const copy = (from: string, to: string) => spawnSync("cp", ["-a", from, to]);
const started = async (cache: string) => {
  const cluster = await startCluster({ cache });
  await cluster.stop();
  return readdirSync(cache);
};

test.skipIf(noPostgres !== undefined)("a copied checkout makes its own cluster", async () => {
  const [first, second] = [join(root, "first"), join(root, "second")];
  const [kept] = await started(first);
  expect(await started(first)).toEqual([kept]);
  copy(first, second);
  const names = await started(second);
  expect([names.length, names.includes(kept!)]).toEqual([2, true]);
});

test.skipIf(noPostgres !== undefined || process.getuid?.() !== 0)(
  "after a checkout was given to another user, the cluster of the former user is replaced",
  async () => {
    const cache = join(root, "cache");
    mkdirSync(cache);
    const [kept] = await started(cache);
    spawnSync("chown", ["-R", "12345", cache]);
    expect(await started(cache)).toEqual([kept]);
  },
);
