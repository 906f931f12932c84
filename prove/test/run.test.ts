import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { faultEntries, type Defence, type FaultName, type Variant } from "../src/faults.ts";
import { frameworks } from "../src/frameworks/all-frameworks.ts";
import { failuresOf, isProven } from "../src/report.ts";
import { runAll } from "../src/run.ts";

// Runs the whole program with each framework, in processes of their own and over real sockets.

/** The failures of the plain tool: what goes wrong in how many tries, if each variant of each fault is tried once. */
const usual: Record<FaultName, Record<string, number>> = {
  crash: { twice: 1 },
  retry: { twice: 1 },
  replay: { twice: 2 },
  "lost answer": { lost: 1 },
  "self-approval": { unapproved: 3 },
  leak: { leaked: 1 },
};
const plainFailures: Record<string, Record<FaultName, Record<string, number>>> = {
  // The AI SDK signs its questions, so only a forged answer to a real question counts.
  "ai-sdk": { ...usual, "self-approval": { unapproved: 1 } },
  langchain: usual,
  langgraph: usual,
  // The OpenAI Agents SDK hides the text of an error.
  "openai-agents": { ...usual, leak: {} },
  // A call has no id that stays the same, so the step of a run is not tried.
  mcp: { ...usual, replay: { twice: 1 } },
};
const none = { twice: 0, lost: 0, leaked: 0 };

test("every framework is tested, and the pages have the numbers of a run with two tries", () => {
  expect(Object.keys(plainFailures)).toEqual(Object.keys(frameworks));
  const numbers = Object.values(plainFailures)
    .flatMap((failures) => Object.values(failures))
    .flatMap((one) => Object.values(one));
  const failures = 2 * numbers.reduce((sum, number) => sum + number, 0);
  const variants = faultEntries.flatMap(([, fault]) => Object.values<Variant>(fault.variants));
  const tries = Object.keys(frameworks).flatMap((name) =>
    variants.filter(({ notIn }) => !notIn?.includes(name)),
  );
  for (const page of ["../README.md", "../../README.md"]) {
    const text = readFileSync(join(import.meta.dirname, page), "utf8").replaceAll(/\s+/g, " ");
    expect(text).toContain(`plain tool has ${failures} failures in ${2 * tries.length} tries`);
  }
});

test.each(Object.keys(plainFailures))(
  "%s: the plain tool fails as expected, and agent-connectors does not fail",
  async (framework) => {
    const rows = await runAll({ frameworks: [framework], tries: 1, without: undefined });
    expect(rows.map(({ fault }) => fault)).toEqual(faultEntries.map(([fault]) => fault));
    expect(isProven(rows)).toBe(true);
    for (const { fault, tries, plain, ours } of rows) {
      const unapproved = plain.unapproved === undefined ? undefined : 0;
      expect(plain, fault).toEqual({ tries, ...none, unapproved, ...plainFailures[framework]![fault] });
      expect(ours, fault).toEqual({ tries, ...none, unapproved });
    }
  },
);

describe("without a defence, agent-connectors fails too", () => {
  test.each<[Defence, FaultName, object]>([
    ["once", "crash", { lost: 1 }],
    ["once", "replay", { twice: 1 }],
    ["approval", "self-approval", { unapproved: 1 }],
    ["recovery", "retry", { twice: 1 }],
    ["redaction", "leak", { leaked: 1 }],
  ])("%s: %s", async (without, fault, failures) => {
    const rows = await runAll({ frameworks: ["ai-sdk"], tries: 1, without, faults: [fault] });
    expect(rows).toMatchObject([{ fault, ours: failures }]);
    expect(failuresOf(rows[0]!.ours)).toBeGreaterThan(0);
    expect(isProven(rows)).toBe(false);
  });
});
