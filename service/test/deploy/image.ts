import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

// Runs the steps of the Dockerfile in folders, because a test has no Docker. Each stage is a folder that stands for the
// root of its file system.

const root = fileURLToPath(new URL("../../../", import.meta.url));
const dockerfile = join(root, "service/Dockerfile");

interface Instruction {
  name: string;
  text: string;
}

/** Returns the instructions of a Dockerfile. Joins lines that end with a backslash. */
export function instructionsOf(text: string): Instruction[] {
  const lines = text.replaceAll(/^\s*#.*\n/gm, "").replaceAll(/\\\n\s*/g, "");
  return lines
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, name = "", text = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name: name.toUpperCase(), text };
    });
}

/** Whether a file belongs to the build context: the last pattern that contains it decides. */
export function inContext(file: string, ignoreFile: string): boolean {
  let ignored = false;
  for (const line of ignoreFile.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const keeps = line.startsWith("!");
    const pattern = keeps ? line.slice(1) : line;
    if (pattern === "*" || file === pattern || file.startsWith(`${pattern}/`)) ignored = !keeps;
  }
  return !ignored;
}

interface Stage {
  folder: string;
  workdir: string;
  user: string;
  env: Record<string, string>;
  /** Words of the last HEALTHCHECK, ENTRYPOINT and CMD. */
  healthcheck: string[];
  entrypoint: string[];
  command: string[];
}

export interface Image extends Disposable, Stage {
  /** The names of the images on which stages build. */
  bases: string[];
  /** The folder of the stage with the packages that send traces. */
  tracing: string;
  /** The paths of files in the image that do not belong to a volume. */
  files(): string[];
  /** Starts a program of the image as the user of the image. `args` replace the words of CMD. */
  run(args?: readonly string[], env?: Record<string, string>): ChildProcess;
  /** Runs the health check of the image, and returns its exit code. */
  health(env?: Record<string, string>): number | null;
}

/** Runs all steps. Needs the npm registry. */
export function buildImage(): Image {
  // Not in the clone, where Node would find packages that the image lacks. Not in memory, because the build needs much room.
  const parent = mkdtempSync(join(existsSync("/var/tmp") ? "/var/tmp" : tmpdir(), "acs-image-"));
  chmodSync(parent, 0o755);
  const stages = new Map<string, Stage>();
  const bases: string[] = [];
  let stage: Stage | undefined;
  const at = (path: string, of = stage!) => join(of.folder, posix.resolve(of.workdir, path));
  const steps: Record<string, (text: string) => void> = {
    FROM(text) {
      const [, base = "", name = "last"] = /^(\S+)(?: AS (\S+))?$/.exec(text) ?? [];
      const folder = join(parent, name);
      const earlier = stages.get(base);
      if (earlier) {
        // Links take no room. The later steps add files, and change none.
        run("cp", ["-al", earlier.folder, folder]);
        stages.set(name, (stage = { ...earlier, folder, env: { ...earlier.env } }));
        return;
      }
      mkdirSync(folder);
      bases.push(base);
      const words = { healthcheck: [], entrypoint: [], command: [] };
      stages.set(name, (stage = { folder, workdir: "/", user: "0", env: {}, ...words }));
      // The base image has Node, and nothing else that the service may need.
      mkdirSync(join(folder, "usr/local/bin"), { recursive: true });
      cpSync(process.execPath, join(folder, "usr/local/bin/node"));
      chmodSync(join(folder, "usr/local/bin/node"), 0o755);
    },
    WORKDIR(text) {
      stage!.workdir = posix.resolve(stage!.workdir, text);
      mkdirSync(at("."), { recursive: true });
    },
    COPY(text) {
      const words = text.split(/\s+/);
      const flags = new Map(
        words
          .filter((word) => word.startsWith("--"))
          .map((word) => word.slice(2).split("=") as [string, string]),
      );
      const paths = words.filter((word) => !word.startsWith("--"));
      const target = paths.pop()!;
      for (const path of paths) {
        if (!flags.has("from")) return copyContext(at(target));
        const source = at(path, stages.get(flags.get("from")!));
        const to = target.endsWith("/") ? join(at(target), basename(path)) : at(target);
        cpSync(source, to, { recursive: true, verbatimSymlinks: true });
        const [uid, gid] = (flags.get("chown") ?? "0:0").split(":").map(Number) as [number, number];
        if (process.getuid?.() === 0) chownSync(to, uid, gid);
        if (flags.has("chmod")) chmodSync(to, Number.parseInt(flags.get("chmod")!, 8));
      }
    },
    RUN(text) {
      const { NODE_OPTIONS: _, ...env } = process.env;
      const { status, stdout, stderr } = spawnSync("sh", ["-c", text], {
        cwd: at("."),
        env: { ...env, npm_config_prefer_offline: "true" },
        encoding: "utf8",
      });
      if (status !== 0) throw new Error(`RUN ${text}\n${stdout}\n${stderr}`);
    },
    USER: (text) => void (stage!.user = text),
    ENV(text) {
      for (const [, name, value] of text.matchAll(/(\w+)=(\S+)/g)) stage!.env[name!] = value!;
    },
    HEALTHCHECK: (text) => void (stage!.healthcheck = JSON.parse(text.slice(text.indexOf("["))) as string[]),
    ENTRYPOINT: (text) => void (stage!.entrypoint = JSON.parse(text) as string[]),
    CMD: (text) => void (stage!.command = JSON.parse(text) as string[]),
    EXPOSE() {},
    VOLUME() {},
  };
  const remove = () => rmSync(parent, { recursive: true, force: true });
  try {
    for (const { name, text } of instructionsOf(readFileSync(dockerfile, "utf8"))) {
      const step = steps[name];
      if (!step) throw new Error(`The test cannot run ${name} ${text}`);
      step(text);
    }
  } catch (error) {
    remove();
    throw error;
  }
  const image = stage!;
  const [uid, gid] = image.user.split(":").map(Number) as [number, number];
  const asUser = process.getuid?.() === 0 ? { uid, gid } : {};
  /** Paths of the image lead to its folder. */
  const inFolder = (word: string) => (word.startsWith("/") ? join(image.folder, word) : word);
  const start = (words: readonly string[], env: Record<string, string>) => {
    const values = Object.entries({ ...image.env, ...env }).map(([name, value]) => [name, inFolder(value)]);
    return {
      program: join(image.folder, "usr/local/bin", words[0]!),
      args: words.slice(1).map(inFolder),
      options: {
        ...asUser,
        cwd: join(image.folder, image.workdir),
        // Without `PATH` and without a home directory, there is no shell and no other program.
        env: Object.fromEntries(values) as NodeJS.ProcessEnv,
      },
    };
  };
  return {
    ...image,
    bases,
    tracing: stages.get("tracing")!.folder,
    files: () => globSync("app/**/*", { cwd: image.folder }),
    run(args = image.command, env = {}) {
      const { program, args: words, options } = start([...image.entrypoint, ...args], env);
      return spawn(program, words, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    },
    health(env = {}) {
      const { program, args, options } = start(image.healthcheck, env);
      return spawnSync(program, args, options).status;
    },
    [Symbol.dispose]: remove,
  };
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
}

function copyContext(target: string): void {
  const ignoreFile = readFileSync(`${dockerfile}.dockerignore`, "utf8");
  const listed = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  if (listed.status !== 0) throw new Error("The clone has no list of files.");
  for (const file of listed.stdout.split("\0"))
    if (file !== "" && inContext(file, ignoreFile) && existsSync(join(root, file)))
      cpSync(join(root, file), join(target, file));
}
