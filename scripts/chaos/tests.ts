import type { ChaosTest } from "./chaos-test.ts";
import { killCreates } from "./kill-creates.ts";
import { killWrites } from "./kill-writes.ts";
import { storeFailure } from "./store-failure.ts";

export const tests: readonly ChaosTest[] = [
  killCreates("sqlite"),
  killCreates("postgres"),
  killWrites("sqlite"),
  killWrites("postgres"),
  storeFailure("sqlite"),
  storeFailure("postgres"),
];
