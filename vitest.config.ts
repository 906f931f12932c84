import { existsSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

const conditions = ["agent-connectors-source"];

// Node keeps the compiled form of modules here. Workers and the programs that tests start then load modules in a third
// of the time.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("node_modules/.cache/node", import.meta.url));

// The stores of the service wait for the disk after each write, several milliseconds each time. On Linux, the temporary
// files of the tests are in memory if there is room.
const memory = "/dev/shm";
const freeBytes = (path: string) => {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
};
if (existsSync(memory) && freeBytes(memory) > 2 ** 31) process.env.TMPDIR ??= memory;

export const builtOnly = [
  "service/test/deploy/image.test.ts",
  "prove/test/bin.test.ts",
  "prove/test/run.test.ts",
];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["{test,service/test,prove/test,examples/recipes}/**/*.test.ts"],
    // `npm run test:built` runs these, because they build and install packages.
    exclude: [...configDefaults.exclude, ...builtOnly],
    // The files of one worker share their modules, which saves a third of the time. A file that calls `vi.mock` resets
    // the modules before its imports and after its tests.
    isolate: false,
    execArgv: conditions.map((condition) => `--conditions=${condition}`),
    // `npm test` switches it on. It compiles the tests of types and what they import. `npm run check` compiles the whole
    // project.
    typecheck: { include: ["test/**/*.test-d.ts"], tsconfig: "tsconfig.types.json" },
    // Several tests run whole programs, the compiler among them: this is for what hangs, and not a measure of speed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Much of the time is waiting for other processes. On two cores, three workers need six sevenths of the time of two.
    maxWorkers: Math.max(3, availableParallelism()),
  },
});
