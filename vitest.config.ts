import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const conditions = ["agent-connectors-source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/**/*.test.ts", "service/test/**/*.test.ts"],
    execArgv: conditions.map((condition) => `--conditions=${condition}`),
    typecheck: { enabled: true, include: ["test/**/*.test-d.ts"] },
    testTimeout: 20_000,
    // Much of the time is waiting for other processes: two workers do it on two cores as well, in three fifths of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
