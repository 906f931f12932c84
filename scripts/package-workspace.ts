import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { pruneDeclarations } from "./bundle/prune-declarations.ts";
import { copyPublished } from "./published-page.ts";
import { ownerFields, readOwner } from "./release/owner.ts";

// Creates build/package of a workspace, the folder that is published: dist, pages, and a manifest. The manifest depends on a
// version of the main package instead of its folder. Runs in the folder of the workspace. Options: `--built` if the main package is
// built already, and `--dev-dependencies` if the published package needs the development dependencies too. A workspace has its
// packages there so that they are not in the image of the service, which is built from all workspaces.

interface Manifest extends Record<string, unknown> {
  files: string[];
  bin: Record<string, string>;
  exports: Record<string, string | Record<string, string>>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

const { values } = parseArgs({
  options: {
    built: { type: "boolean", default: false },
    "dev-dependencies": { type: "boolean", default: false },
  },
});
const main = fileURLToPath(new URL("..", import.meta.url));
const root = `${process.cwd()}/`;
const target = `${root}build/package/`;
const read = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Manifest;

const { devDependencies: dev, scripts: _scripts, ...manifest } = read(`${root}package.json`);
const { version } = read(`${main}package.json`);

rmSync(`${root}build`, { recursive: true, force: true });
rmSync(`${root}dist`, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
// A workspace gets the types of the main package from its dist, so the main package is built first.
if (!values.built) execFileSync("npm", ["run", "--silent", "build"], { cwd: main, stdio: "inherit" });
execFileSync("tsc", ["-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" });
const declared = Object.values(manifest.exports).flatMap((entry) =>
  typeof entry === "string" ? [] : [entry.types!],
);
pruneDeclarations(
  `${root}dist`,
  declared.map((file) => file.replace("./dist/", "")),
);
cpSync(`${main}LICENSE`, `${target}LICENSE`);
copyPublished(
  manifest.files.filter((name) => name !== "LICENSE"),
  root,
  target,
);
for (const file of Object.values(manifest.bin)) chmodSync(target + file, 0o755);
const exports = Object.entries(manifest.exports).map(([path, entry]) => {
  if (typeof entry === "string") return [path, entry];
  const { "agent-connectors-source": _source, ...conditions } = entry;
  return [path, conditions];
});
const dependencies = {
  ...manifest.dependencies,
  ...(values["dev-dependencies"] ? dev : {}),
  "agent-connectors": `^${version as string}`,
};
const published = {
  ...manifest,
  ...ownerFields(readOwner(), basename(root)),
  exports: Object.fromEntries(exports),
  dependencies,
};
writeFileSync(`${target}package.json`, `${JSON.stringify(published, null, 2)}\n`);
execFileSync("npm", ["pack", "--silent", "--pack-destination", `${root}build`], {
  cwd: target,
  stdio: "inherit",
});
