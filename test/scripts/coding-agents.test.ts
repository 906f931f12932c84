import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { agentsIndex, mostOfIndex, mostOfSkill, skill } from "../../scripts/pages/coding-agents.ts";
import { llmsFull, llmsIndex } from "../../scripts/pages/llms.ts";
import { taskPages } from "../../scripts/pages/task-pages.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { exports, files } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as {
  exports: Record<string, unknown>;
  files: string[];
};

test("the index and the skill are small, and import only paths that the package has", () => {
  expect(Buffer.byteLength(agentsIndex(root))).toBeLessThanOrEqual(mostOfIndex);
  expect(Buffer.byteLength(skill(root))).toBeLessThanOrEqual(mostOfSkill);
  const paths = [...(agentsIndex(root) + skill(root)).matchAll(/["`]agent-connectors(\/[\w-]+)?["`]/g)];
  expect(paths.length).toBeGreaterThan(8);
  for (const [, path = ""] of paths) expect(Object.keys(exports)).toContain(`.${path}`);
});

test("the pages of tasks are in the package, and each is in llms.txt and llms-full.txt once", () => {
  const pages = taskPages(root).flatMap(([, all]) => all);
  const [short, full] = [llmsIndex("https://example.com/"), llmsFull()];
  for (const { path, title } of pages) {
    expect(files).not.toContain(`!${path}`);
    expect(short.split(`- [${title}](https://example.com/${path}): `)).toHaveLength(2);
    expect(full.split(`<!-- ${path} -->\n\n# ${title}\n`)).toHaveLength(2);
  }
  expect(full).not.toContain("<!-- clone -->");
  expect(full).not.toContain("# Slack: all entities and actions");
});
