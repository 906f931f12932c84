import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundledFile, type ChangedSources } from "../../../test/bundled.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const git = (...args: string[]) => spawnSync("git", args, { cwd: root, encoding: "utf8" });

/** Returns the last commit before a migration was added, or undefined if the clone does not have it. */
export function commitBefore(migration: string): string | undefined {
  const index = "service/src/store/migrations/index.ts";
  const { stdout } = git("log", "--format=%H %P", `-S"${migration}"`, "--", index);
  const [, parent] = stdout.trim().split("\n").at(-1)!.split(" ");
  return parent !== undefined && git("cat-file", "-e", `${parent}^{commit}`).status === 0
    ? parent
    : undefined;
}

/** Bundles the service of a commit with the packages of this clone, and returns the path of the program. */
export async function serviceOf(commit: string, changed?: ChangedSources): Promise<string> {
  const folder = join(root, "node_modules/.cache/releases", commit);
  if (!existsSync(folder)) {
    const unpacked = `${folder}.${process.pid}`;
    mkdirSync(unpacked, { recursive: true });
    const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync("tar", ["-x", "-C", unpacked], { input: archive });
    // The service must find its own release of the main package. Other packages are found in this clone.
    rmSync(join(unpacked, "node_modules"), { recursive: true, force: true });
    mkdirSync(join(unpacked, "node_modules"));
    symlinkSync("..", join(unpacked, "node_modules/agent-connectors"));
    symlinkSync(join(root, "service/node_modules"), join(unpacked, "service/node_modules"));
    execFileSync("mv", [unpacked, folder]);
  }
  const name = ["service", commit.slice(0, 12), ...(changed ? [changed.name] : [])].join("-");
  return bundledFile(join(folder, "service/src/bin.ts"), name, changed);
}
