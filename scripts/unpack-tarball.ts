import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));

/** @param workspace the folder of another package than the main one, such as `prove/` */
export function tarballPath(workspace = ""): string {
  const build = `${root}${workspace}build/`;
  const tarball = readdirSync(build).find((name) => name.endsWith(".tgz"));
  assert(tarball, `npm run package makes ${workspace}build/*.tgz`);
  return build + tarball;
}

/** Creates a new folder with the tarball in `node_modules/agent-connectors`, and returns its path. Sends no requests. */
export function unpackTarball(): string {
  const folder = mkdtempSync(`${tmpdir()}/agent-connectors-`);
  const target = `${folder}/node_modules/agent-connectors`;
  mkdirSync(target, { recursive: true });
  execFileSync("tar", ["-xzf", tarballPath(), "--strip-components=1", "-C", target]);
  return folder;
}
