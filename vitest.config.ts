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
  },
});
