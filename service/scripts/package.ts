import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { copyPublished } from "../../scripts/published-page.ts";

// Creates service/build/package, the folder that is published: dist, pages, and a manifest. The manifest depends on a
// version of the main package instead of its folder.

const root = fileURLToPath(new URL("..", import.meta.url));
const target = `${root}build/package`;
const read = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;

const { devDependencies: _dev, scripts: _scripts, ...manifest } = read(`${root}package.json`);
const { version } = read(`${root}../package.json`);

rmSync(`${root}build`, { recursive: true, force: true });
rmSync(`${root}dist`, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
// The service gets the types of the main package from its dist, so the main package is built first.
execFileSync("npm", ["run", "--silent", "build"], { cwd: `${root}..`, stdio: "inherit" });
execFileSync("tsc", ["-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" });
copyPublished(["deploy", "dist", "docs", "README.md"], root, `${target}/`);
cpSync(`${root}../LICENSE`, `${target}/LICENSE`);
chmodSync(`${target}/dist/src/bin.js`, 0o755);
writeFileSync(
  `${target}/package.json`,
  `${JSON.stringify(
    {
      ...manifest,
      exports: {
        ".": { types: "./dist/src/index.d.ts", default: "./dist/src/index.js" },
        "./package.json": "./package.json",
      },
      dependencies: { ...(manifest.dependencies as object), "agent-connectors": `^${version}` },
    },
    null,
    2,
  )}\n`,
);
execFileSync("npm", ["pack", "--silent", "--pack-destination", `${root}build`], {
  cwd: target,
  stdio: "inherit",
});
