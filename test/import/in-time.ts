import { expect } from "vitest";

/**
 * Runs within the time that a person waits for an import: less than two seconds on a machine with nothing else to do.
 * Counts only the processor time of this thread, which other programs can still double.
 */
export function inTime<T>(run: () => T): T {
  const start = process.threadCpuUsage();
  const value = run();
  const { user, system } = process.threadCpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(4000);
  return value;
}
