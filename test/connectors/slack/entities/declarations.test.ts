import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
let folder = "";
const sizes = new Map<string, number>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "declarations-"));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const args = [
    tsc,
    "-p",
    join(root, "tsconfig.build.json"),
    "--outDir",
    folder,
    "--emitDeclarationOnly",
    "--noCheck",
  ];
  // Another check reports type errors. This test only measures the emitted files.
  await promisify(execFile)(process.execPath, args).catch(() => undefined);
  for (const name of await readdir(folder, { recursive: true }))
    if (name.endsWith(".d.ts")) sizes.set(name, (await stat(join(folder, name))).size);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("no emitted .d.ts exceeds 50 KB", () => {
  expect(sizes.size).toBeGreaterThan(20);
  const large = [...sizes].filter(([, size]) => size > 50 * 1024);
  expect(large).toEqual([]);
});

test("the declaration of the connector refers to its entities by name, so it has only a few lines", () => {
  // The forms of credentials and the kinds of allow-lists are written out. The actions would need over 100 KB.
  expect(sizes.get(join("src", "connectors", "slack", "index.d.ts"))).toBeLessThan(4608);
});
