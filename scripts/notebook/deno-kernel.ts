import { fileURLToPath } from "node:url";
import type { Kernel } from "./run-notebook.ts";

/** Returns Deno's kernel. With `source`, the kernel runs the source of this package instead of the built package. */
export const denoKernel = (
  deno: string = fileURLToPath(new URL("../../node_modules/.bin/deno", import.meta.url)),
  { source = false } = {},
): Kernel => ({
  argv: [deno, "jupyter", "--kernel", "--conn", "{connection_file}"],
  env: { DENO_NO_UPDATE_CHECK: "1", ...(source ? { DENO_CONDITIONS: "agent-connectors-source" } : {}) },
});

/**
 * The maximum number of runs. On a busy machine, Deno's kernel loses about one of 100 messages, so some outputs may be
 * missing after one run.
 */
export const mostRuns = 5;
