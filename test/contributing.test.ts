import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** Folders of the tree in CONTRIBUTING.md: names that end with a slash, nested by indentation. */
function foldersInTree(page: string): string[] {
  const [, tree = ""] = /## The rooms[\s\S]*?```\n([\s\S]*?)```/.exec(page) ?? [];
  const parents: { indent: number; path: string }[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, spaces = "", names = ""] = /^( *)((?:[\w.-]+\/ ?)+)/.exec(line) ?? [];
    while ((parents.at(-1)?.indent ?? -1) >= spaces.length) parents.pop();
    const paths = names.split(" ").flatMap((name) => (name ? [(parents.at(-1)?.path ?? "") + name] : []));
    if (paths[0]) parents.push({ indent: spaces.length, path: paths[0] });
    return paths;
  });
}

const foldersIn = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}${name}/`);

test("the tree in CONTRIBUTING.md names exactly the folders that exist", () => {
  const tree = foldersInTree(readFileSync(join(root, "CONTRIBUTING.md"), "utf8"));
  const parents = ["src/", "src/core/", "src/connectors/", "src/connectors/slack/", "src/connectors/amazon-ads/", "service/src/"]; // prettier-ignore
  const existing = parents.flatMap(foldersIn);
  expect(existing.length).toBeGreaterThan(30);
  expect(tree.filter((path) => /^(src|service\/src)\/./.test(path)).toSorted()).toEqual(existing.toSorted());
  const top = tree.filter((path) => /^[^/]+\/$/.test(path));
  expect(foldersIn("")).toEqual(expect.arrayContaining(top));
});

test("every path in CONTRIBUTING.md exists", () => {
  const page = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  const paths = page.matchAll(/`((?:adapters|cli|examples|sandbox|scripts|service|src|test)\/[^`<]*)`/g);
  const missing = [...paths].map(([, path]) => path!).filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});

test("the files of a Slack action are those that CONTRIBUTING.md lists", () => {
  const files = ["docs", "sandbox", "scripts", "service/src", "src", "test"].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.(ts|md|json)$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  const own = relative(root, import.meta.filename);
  const found = files.filter(
    (file) => file !== own && /set_status|threads\.setStatus/.test(readFileSync(join(root, file), "utf8")),
  );
  expect(found.toSorted()).toEqual([
    "docs/slack-coverage.md",
    "docs/slack-guide.md",
    "docs/slack.md",
    "sandbox/slack/methods/assistant-threads.ts",
    "src/connectors/slack/asked/workspace.ts",
    "src/connectors/slack/audience/write-actions.ts",
    "src/connectors/slack/entities/threads.ts",
    "src/connectors/slack/operations/messages.ts",
    "src/connectors/slack/operations/write-classes.ts",
    "src/connectors/slack/policy/everyday-actions.ts",
    "test/chaos/write-cases/write-cases-messages.ts",
    "test/connectors/everyday-actions.test.ts",
    "test/suites/slack/threads.ts",
  ]);
});
