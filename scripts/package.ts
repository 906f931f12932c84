import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Lays out build/package as it is published: what dist holds, and the manifest without what only this repository uses.

const root = fileURLToPath(new URL("..", import.meta.url));
const target = `${root}build/package`;

type Exports = Record<string, string | Record<string, string>>;
const {
  exports,
  scripts: _scripts,
  devDependencies: _dev,
  allowScripts: _allow,
  overrides: _over,
  workspaces: _work,
  ...manifest
} = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as Record<string, unknown> & { exports: Exports };

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
for (const name of ["dist", "docs", "README.md", "LICENSE"])
  cpSync(`${root}${name}`, `${target}/${name}`, { recursive: true });
writeFileSync(`${target}/package.json`, `${JSON.stringify({ ...manifest, exports: published }, null, 2)}\n`);
execFileSync("npm", ["pack", "--silent", "--pack-destination", `${root}build`], {
  cwd: target,
  stdio: "inherit",
});
