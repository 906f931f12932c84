import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Compiles TypeScript files with the options of this repository, and returns the lines that the compiler prints. An empty
 * list means that there are no errors.
 */
export async function compileTypes(
  files: Readonly<Record<string, string>>,
  options: Readonly<Record<string, unknown>> = {},
  ...flags: string[]
): Promise<string[]> {
  const folder = await mkdtemp(join(root, "node_modules", ".types-"));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const tsconfig = { extends: join(root, "tsconfig.json"), compilerOptions: { types: ["node"], ...options }, include: ["*.ts"] }; // prettier-ignore
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
    const tsc = join(root, "node_modules", ".bin", "tsc");
    const output = await new Promise<string>((resolve) =>
      execFile(tsc, ["-p", folder, "--pretty", "false", ...flags], { cwd: folder }, (_error, stdout) =>
        resolve(stdout),
      ),
    );
    return output.split("\n").filter((line) => line !== "");
  } finally {
    await rm(folder, { recursive: true });
  }
}
