import { expect } from "vitest";

interface Received {
  text: string;
  /** Whether the result is marked as an error. Undefined if the provider's API has no such marker. */
  marked: boolean | undefined;
}

/** Checks the four results that a provider received. The second and the fourth must be errors. */
export function expectStory(results: readonly Received[]): void {
  const bodies = results.map(({ text }) => JSON.parse(text) as { data?: unknown; error?: { code: string } });
  expect(bodies.map(({ error }) => error?.code ?? "ok")).toEqual([
    "ok",
    "invalid_params",
    "ok",
    "upstream_rejected",
  ]);
  expect(results.map(({ marked }, index) => marked ?? index % 2 === 1)).toEqual([false, true, false, true]);
  expect(results[1]!.text).toContain("did you mean channel?");
  expect(results[3]!.text).toContain("channel_not_found");
  expect(bodies[2]!.data).toHaveProperty("rows.length", 1);
}
