import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runHere } from "./run-here.ts";

// A coding agent reads the index in AGENTS.md. The rest of that file is the user's.

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "agents-"))));
afterEach(() => rmSync(folder, { recursive: true }));
const init = () => runHere(["init", "--agents", "--folder", folder]);
const read = () => readFileSync(join(folder, "AGENTS.md"), "utf8");
const write = (text: string, file = "AGENTS.md") => writeFileSync(join(folder, file), text);
const index = readFileSync(new URL("../../skills/agent-connectors/index.md", import.meta.url), "utf8");

test("without AGENTS.md, the command creates the file, and a second run changes nothing", async () => {
  const { code, stdout } = await init();
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Created .*AGENTS\.md/)]);
  const text = read();
  expect(text).toBe(`<!-- agent-connectors: begin -->\n${index.trimEnd()}\n<!-- agent-connectors: end -->\n`);
  expect((await init()).stdout).toMatch(/already has this index\. Nothing was changed\./);
  expect(read()).toBe(text);
});

test.each([
  ["a file without a last line break", "# Mine\n\tkeep me  "],
  ["a file with CRLF", "# Mine\r\n\r\nkeep me\r\n"],
  ["a file with a byte order mark", "\uFEFF# Mine\n"],
])("%s keeps its text byte for byte, also when the block is replaced", async (_name, mine) => {
  write(mine);
  expect((await init()).stdout).toMatch(/^Added the index/);
  const added = read();
  expect(added.startsWith(mine)).toBe(true);
  if (mine.includes("\r\n")) expect(added.replaceAll("\r\n", "")).not.toContain("\n");
  const after = "\n## Below\n \n";
  write(`${added.replace("Prefer these pages", "Old words: these pages")}${after}`);
  expect((await init()).stdout).toMatch(/^Replaced the index/);
  expect(read()).toBe(added + after);
});

test("markers that do not belong together are refused, and the file stays", async () => {
  for (const text of [
    "<!-- agent-connectors: begin -->\nmine",
    "<!-- agent-connectors: end -->\n<!-- agent-connectors: begin -->\n",
    "<!-- agent-connectors: begin -->\n<!-- agent-connectors: begin -->\n<!-- agent-connectors: end -->",
  ]) {
    write(text);
    expect((await init()).stderr).toMatch(/The markers in .* do not belong together\./);
    expect(read()).toBe(text);
  }
});

test("CLAUDE.md is not changed, and the command says what it lacks", async () => {
  write("# Claude\n", "CLAUDE.md");
  expect((await init()).stdout).toContain("Add the line @AGENTS.md to it.");
  expect(readFileSync(join(folder, "CLAUDE.md"), "utf8")).toBe("# Claude\n");
  write("@AGENTS.md\n", "CLAUDE.md");
  expect((await init()).stdout).not.toContain("CLAUDE.md");
});
