import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { copyPublished } from "./published-page.ts";
import { ownerFields, readOwner } from "./release/owner.ts";

// Creates the folder build/package, which is published: dist, the pages, and a manifest without the fields that only
// this repository uses.

const root = fileURLToPath(new URL("..", import.meta.url));
const target = `${root}build/package/`;

interface Manifest extends Record<string, unknown> {
  files: string[];
  exports: Record<string, string | Record<string, string>>;
}
const {
  files,
  exports,
  scripts: _scripts,
  devDependencies: _dev,
  allowScripts: _allow,
  overrides: _over,
  workspaces: _work,
  ...manifest
} = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as Manifest;

const published = Object.fromEntries(
  Object.entries(exports).map(([path, entry]) => {
    if (typeof entry === "string") return [path, entry];
    const { "agent-connectors-source": _source, ...conditions } = entry;
    return [path, conditions];
  }),
);

rmSync(`${root}build`, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
execFileSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: "inherit" });
copyPublished(files, root, target);
writeFileSync(
  `${target}package.json`,
  `${JSON.stringify({ ...manifest, ...ownerFields(readOwner()), files, exports: published }, null, 2)}\n`,
);
execFileSync("npm", ["pack", "--silent", "--pack-destination", `${root}build`], {
  cwd: target,
  stdio: "inherit",
});
