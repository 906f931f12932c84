import { execFileSync } from "node:child_process";
import { gzipSync } from "node:zlib";

/** Returns the size in KB after gzip. The bundle contains neither zod nor zod-to-json-schema. */
export function bundleSize(esbuild: string, cwd: string, file: string): number {
  const options = ["--bundle", "--minify", "--format=esm", "--platform=node"];
  const zod = ["--external:zod", "--external:zod-to-json-schema"];
  const bundle = execFileSync(esbuild, [file, ...options, ...zod], { cwd, maxBuffer: 2 ** 26 });
  return gzipSync(bundle, { level: 9 }).length / 1000;
}
