import type { ChaosTest } from "./chaos-test.ts";
import { killCreates } from "./kill-creates.ts";

export const tests: readonly ChaosTest[] = [killCreates("sqlite"), killCreates("postgres")];
