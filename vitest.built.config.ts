import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { builtOnly } from "./vitest.config.ts";

// Runs the tests of the connectors, of both modes and of the adapters with the built package in `dist`. Imports of a
// published path lead to `dist`, by the name of the package or as a source file.

const root = fileURLToPath(new URL(".", import.meta.url));
const { exports } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as {
  exports: Record<string, string | { "agent-connectors-source": string; default: string }>;
};
const built = new Map(
  Object.values(exports).flatMap((entry) =>
    typeof entry === "string" ? [] : [[resolve(root, entry["agent-connectors-source"]), entry.default]],
  ),
);

const builtPackage: Plugin = {
  name: "built-package",
  enforce: "pre",
  resolveId(to, from) {
    if (to === "agent-connectors-service") return `${root}service/src/index.ts`;
    const file = from === undefined ? undefined : resolve(dirname(from), to);
    const output = file === undefined ? undefined : built.get(file);
    return output === undefined ? undefined : { id: resolve(root, output), external: true };
  },
};

export default defineConfig({
  plugins: [builtPackage],
  test: {
    include: [
      "test/{connectors,hosted,adapters}/**/*.test.ts",
      "test/{define,hostile,secrets}.test.ts",
      ...builtOnly,
    ],
    // These tests replace parts of the source.
    exclude: [
      "test/adapters/planned-once.test.ts",
      "test/connectors/amazon-ads/money/oracle/each-judgement.test.ts",
    ],
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
});
