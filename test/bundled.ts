import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const programs = {
  cli: "cli/index.ts",
  service: "service/src/bin.ts",
  "bench-service": "bench/service/serve-slack.ts",
  "bench-pass-through": "bench/service/pass-through.ts",
  "migrate-store": "service/test/store/migrate-store.ts",
  "chaos-service": "test/chaos/service-process.ts",
  "chaos-desk": "test/chaos/approvals/desk-process.ts",
} as const;
type Program = keyof typeof programs;

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const bundles = new Map<string, Promise<string>>();

/** A change of the sources that a bundle contains. */
export interface ChangedSources {
  /** The name of the change, which becomes a part of the name of the file. */
  name: string;
  /** Returns the changed source of a module, or undefined if the module is not changed. */
  change(path: string): string | undefined;
}

/**
 * Bundles a program and its packages into one file, and returns the path of this file. The bundled program starts with
 * less than half of the CPU time, because Node does not look for hundreds of modules.
 */
export function bundled(program: Program, changed?: ChangedSources): Promise<string> {
  const name = changed ? `${program}-${changed.name}` : program;
  const file = bundles.get(name) ?? bundle(program, name, changed);
  bundles.set(name, file);
  return file;
}

const bundle = (program: Program, name: string, changed?: ChangedSources): Promise<string> =>
  bundledFile(at(programs[program]), name, changed);

const folder = at("node_modules/.cache/programs");

/** Bundles the program of a file, and returns the path of the bundle `name`. */
export async function bundledFile(input: string, name: string, changed?: ChangedSources): Promise<string> {
  const file = `${folder}/${name}.mjs`;
  const list = `${folder}/${name}.sources.json`;
  if (!changed && isCurrent(file, list)) return file;
  const { rolldown } = await import("rolldown");
  const start = Date.now();
  const build = await rolldown({
    input,
    platform: "node",
    // This package is CommonJS, and does not work in a bundle.
    external: ["pg"],
    resolve: { conditionNames: ["agent-connectors-source", "node", "import"] },
    // A package of the authorization server uses eval, which works in a bundle.
    checks: { eval: false },
    plugins: changed ? [{ name: "changed-sources", load: (path) => changed.change(path) }] : [],
  });
  const { output } = await build.generate({ codeSplitting: false, comments: false });
  const paths = [...(await build.watchFiles), at("package-lock.json")].filter((path) => existsSync(path));
  await build.close();
  const [{ code }] = output;
  if (!existsSync(file) || readFileSync(file, "utf8") !== code) write(file, code);
  const sources = paths.map(stateOf);
  // The bundle may not have the change of a file that changed meanwhile.
  if (!changed && sources.every(({ time }) => time < start)) write(list, JSON.stringify(sources));
  return file;
}

const stateOf = (path: string) => {
  const { mtimeMs, size } = statSync(path);
  return { path, time: mtimeMs, size };
};
type State = ReturnType<typeof stateOf>;

/** Whether no source has changed since a bundle was made. To make it needs two seconds of CPU time. */
const isCurrent = (file: string, list: string): boolean =>
  existsSync(file) &&
  existsSync(list) &&
  (JSON.parse(readFileSync(list, "utf8")) as State[]).every(({ path, time, size }) => {
    const now = existsSync(path) ? stateOf(path) : undefined;
    return now?.time === time && now.size === size;
  });

/** Another worker may write or start the same program at this moment. That worker never sees half a file. */
function write(file: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  const temporary = `${file}.${randomUUID()}`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}
