import { expect } from "vitest";

/** Asserts that a value becomes as expected, on however slow a machine. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 120_000, interval: 10 });
