import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

let bundled: Promise<string> | undefined;

/**
 * Bundles the service and its packages into one file, and returns the path of this file. The bundled program starts
 * with less than half of the CPU time, because Node does not look for hundreds of modules.
 */
export const program = (): Promise<string> => (bundled ??= bundle());

async function bundle(): Promise<string> {
  const build = await rolldown({
    input: at("service/src/bin.ts"),
    platform: "node",
    // This package is CommonJS, and does not work in a bundle.
    external: ["pg"],
    resolve: { conditionNames: ["agent-connectors-source", "node", "import"] },
  });
  const { output } = await build.generate({ codeSplitting: false, comments: false });
  await build.close();
  const [{ code }] = output;
  const folder = at("node_modules/.cache/programs");
  const file = `${folder}/service.mjs`;
  if (existsSync(file) && readFileSync(file, "utf8") === code) return file;
  // Another worker may write or start the same program at this moment. It never sees half a file.
  mkdirSync(folder, { recursive: true });
  const temporary = `${file}.${randomUUID()}`;
  writeFileSync(temporary, code);
  renameSync(temporary, file);
  return file;
}
