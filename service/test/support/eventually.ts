import { expect } from "vitest";

/** Waits until a value is as expected. The time limit is long enough for a slow machine. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 120_000, interval: 10 });
