import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { bundledFile } from "./bundled.ts";

// Tests start programs from bundles, and keep a bundle as long as its sources are the same.

const folder = mkdtempSync(join(tmpdir(), "bundled-"));
const name = `test-${process.pid}`;
let bundle = "";
afterAll(() => {
  rmSync(folder, { recursive: true });
  for (const file of [bundle, join(dirname(bundle), `${name}.sources.json`)]) rmSync(file, { force: true });
});

test("a bundle is kept until one of its sources changes", async () => {
  const [main, part] = [join(folder, "main.js"), join(folder, "part.js")];
  const write = async (word: string) => {
    writeFileSync(part, `export const word = process.argv[3] ?? "${word}";`);
    // A file that is as new as the bundle counts as changed.
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const made = async () => {
    bundle = await bundledFile(main, name);
    const [, word] = /\?\? "(\w+)"/.exec(readFileSync(bundle, "utf8"))!;
    return { word, at: statSync(bundle).ino };
  };
  writeFileSync(main, `import { word } from "./part.js";\nconsole.log(word);`);
  await write("one");
  const first = await made();
  expect(first.word).toBe("one");
  writeFileSync(bundle, readFileSync(bundle, "utf8").replace("one", "kept"));
  expect(await made()).toEqual({ word: "kept", at: first.at });
  await write("two");
  expect(await made()).toMatchObject({ word: "two" });
  rmSync(bundle);
  expect(await made()).toMatchObject({ word: "two" });
});
