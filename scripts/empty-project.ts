import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { tarballPath } from "./unpack-tarball.ts";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** A new folder, like a user's project. The packed tarball and packages from npm are installed in this folder. */
export interface EmptyProject extends Disposable {
  cwd: string;
  /** Throws an error with the output if the command fails. */
  run(command: string, ...args: string[]): string;
  write(file: string, text: string): void;
  /** Copies files of this repository to the same place in the folder. */
  copy(...files: string[]): void;
  /** Links packages of this repository that the folder lacks. Only for tools, not for tested packages. */
  link(...packages: string[]): void;
}

export function emptyProject(
  packages: readonly string[] = [],
  npmOptions: readonly string[] = [],
): EmptyProject {
  const cwd = mkdtempSync(join(tmpdir(), "agent-connectors-"));
  const place = (file: string) => {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    return join(cwd, file);
  };
  const project: EmptyProject = {
    cwd,
    run(command, ...args) {
      const env = { ...process.env, NO_COLOR: "1" };
      const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: "utf8", input: "" });
      assert.equal(status, 0, `${command} ${args.join(" ")}\n${stdout}\n${stderr}`);
      return stdout;
    },
    write: (file, text) => writeFileSync(place(file), text),
    copy: (...files) => files.forEach((file) => cpSync(root + file, place(file), { recursive: true })),
    link: (...names) =>
      names
        .filter((name) => !existsSync(join(cwd, "node_modules", name)))
        .forEach((name) => symlinkSync(`${root}node_modules/${name}`, place(`node_modules/${name}`))),
    [Symbol.dispose]: () => rmSync(cwd, { recursive: true, force: true }),
  };
  project.write("package.json", JSON.stringify({ type: "module", private: true }));
  const options = ["--no-audit", "--no-fund", ...npmOptions];
  project.run("npm", "install", ...options, tarballPath(), ...packages);
  return project;
}
