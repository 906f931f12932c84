import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

interface Metafile {
  outputs: Record<
    string,
    { entryPoint?: string; imports: { path: string; kind: string; external?: boolean }[] }
  >;
}

/**
 * Returns the size in KB after gzip of what a page loads at once: the bundle of a file, and the files that it imports.
 * Dynamic imports do not count. The bundle contains neither zod nor zod-to-json-schema.
 */
export function bundleSize(esbuild: string, cwd: string, file: string): number {
  const folder = mkdtempSync(join(tmpdir(), "agent-connectors-bundle-"));
  try {
    const options = ["--bundle", "--minify", "--format=esm", "--platform=node", "--splitting"];
    const zod = ["--external:zod", "--external:zod-to-json-schema"];
    const metafile = join(folder, "meta.json");
    execFileSync(esbuild, [file, ...options, ...zod, `--outdir=${folder}`, `--metafile=${metafile}`], {
      cwd,
      stdio: "pipe",
    });
    const { outputs } = JSON.parse(readFileSync(metafile, "utf8")) as Metafile;
    const loaded = new Set(Object.keys(outputs).filter((name) => outputs[name]!.entryPoint === file));
    for (const name of loaded)
      for (const { path, kind, external } of outputs[name]!.imports)
        if (kind === "import-statement" && !external) loaded.add(path);
    const sizes = [...loaded].map((name) => gzipSync(readFileSync(join(cwd, name)), { level: 9 }).length);
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
