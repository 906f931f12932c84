import { expect, test } from "vitest";
import type { Case } from "./cases.ts";
import { cases, hasObject, readings, run, unlimited, writer } from "./send-cases.ts";
import type { Verdict } from "./verdict.ts";

test("no raise of what the account can spend passes as a write, and no lowering is refused as spending", async () => {
  const raises: string[] = [];
  const verdicts = new Map<Case, Verdict[]>();
  const denied = new Set<Case>();
  let sent = 0;
  for (const reading of readings) {
    const some = reading === "merged" ? cases.filter(hasObject) : cases;
    for (const [one, { outcome, verdict }] of await run(writer, some, reading)) {
      if (outcome === "denied") denied.add(one);
      if (outcome === "sent") sent += 1;
      if (verdict.raised.length > 0) raises.push(`${one.name} (${reading}): ${verdict.raised.join(", ")}`);
    }
    const refused = some.filter((one) => denied.has(one));
    for (const [one, { verdict }] of await run({ caps: unlimited }, refused, reading))
      verdicts.set(one, [...(verdicts.get(one) ?? []), verdict]);
  }
  const lowerings = [...verdicts].filter(([, both]) =>
    both.every(({ raised, lowered }) => raised.length === 0 && lowered.length > 0),
  );
  const provenRaises = [...verdicts].filter(([, both]) => both.some(({ raised }) => raised.length > 0));
  expect(raises).toEqual([]);
  expect(lowerings.map(([{ name }, both]) => `${name}: ${both[0]!.lowered.join(", ")}`)).toEqual([]);
  // The table is not empty: it has many raises, and many writes that are no raises.
  expect(cases.length).toBeGreaterThan(700);
  expect(provenRaises.length).toBeGreaterThan(100);
  expect(sent).toBeGreaterThan(500);
});
