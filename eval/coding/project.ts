import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CodingTask, Files } from "./coding-task.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A folder with the packed tarball and links to the other packages of this repository, but without the repository itself. */
export interface Workshop extends Disposable {
  /** Creates a project, and returns its folder. */
  project(name: string, ...files: Files[]): string;
}

export function openWorkshop(): Workshop {
  const base = mkdtempSync(join(tmpdir(), "coding-"));
  const modules = join(base, "node_modules");
  const target = join(modules, "agent-connectors");
  mkdirSync(target, { recursive: true });
  const tarball = readdirSync(`${root}build`).find((file) => file.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm run package makes build/*.tgz.");
  execFileSync("tar", ["-xzf", `${root}build/${tarball}`, "--strip-components=1", "-C", target]);
  for (const name of readdirSync(`${root}node_modules`))
    if (!existsSync(join(modules, name)) && !name.startsWith("agent-connectors"))
      symlinkSync(`${root}node_modules/${name}`, join(modules, name));
  return {
    project(name, ...files) {
      const folder = join(base, name);
      mkdirSync(folder);
      symlinkSync(modules, join(folder, "node_modules"));
      const manifest = { private: true, type: "module", dependencies: { "agent-connectors": "*" } };
      write(folder, { "package.json": JSON.stringify(manifest, null, 2) }, ...files);
      return folder;
    },
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}

function write(folder: string, ...all: Files[]): void {
  for (const [file, text] of all.flatMap((files) => Object.entries(files)))
    writeFileSync(join(folder, file), text);
}

/** Runs the check of a task in a project. Returns undefined if the task is done, and otherwise what is wrong. */
export function checkProject({ check }: CodingTask, folder: string): string | undefined {
  copyFileSync(fileURLToPath(new URL("check-tools.ts", import.meta.url)), join(folder, "check-tools.ts"));
  write(folder, { "check.ts": check });
  const { PATH, HOME } = process.env;
  const { status, stderr, error } = spawnSync(process.execPath, ["check.ts"], {
    cwd: folder,
    env: { PATH, HOME },
    encoding: "utf8",
    timeout: 60_000,
  });
  if (status === 0) return undefined;
  const [reason] = /^\w*(Error|Exception)\b.*$/m.exec(stderr) ?? [];
  return reason ?? error?.message ?? stderr.trim().split("\n").at(-1) ?? "It ended with an error.";
}
