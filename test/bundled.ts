import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const programs = {
  cli: "cli/index.ts",
  service: "service/src/bin.ts",
  "migrate-store": "service/test/store/migrate-store.ts",
} as const;
type Program = keyof typeof programs;

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const bundles = new Map<Program, Promise<string>>();

/**
 * Bundles a program and its packages into one file, and returns the path of this file. The bundled program starts with
 * less than half of the CPU time, because Node does not look for hundreds of modules.
 */
export function bundled(program: Program): Promise<string> {
  const file = bundles.get(program) ?? bundle(program);
  bundles.set(program, file);
  return file;
}

async function bundle(program: Program): Promise<string> {
  const build = await rolldown({
    input: at(programs[program]),
    platform: "node",
    // This package is CommonJS, and does not work in a bundle.
    external: ["pg"],
    resolve: { conditionNames: ["agent-connectors-source", "node", "import"] },
  });
  const { output } = await build.generate({ codeSplitting: false, comments: false });
  await build.close();
  const [{ code }] = output;
  const folder = at("node_modules/.cache/programs");
  const file = `${folder}/${program}.mjs`;
  if (existsSync(file) && readFileSync(file, "utf8") === code) return file;
  // Another worker may write or start the same program at this moment. That worker never sees half a file.
  mkdirSync(folder, { recursive: true });
  const temporary = `${file}.${randomUUID()}`;
  writeFileSync(temporary, code);
  renameSync(temporary, file);
  return file;
}
