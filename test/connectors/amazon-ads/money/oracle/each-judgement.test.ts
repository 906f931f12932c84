import { expect, test } from "vitest";
import { judgedFields, turnOff } from "./judged-fields.ts";
import { cases, readings, run, writer } from "./send-cases.ts";

// Turns off one judgement after another. Each time, the oracle must find a raise that passes as a write.

test.for(judgedFields)('without the judgement "$kind" of $action, a raise passes', async (judged) => {
  const some = cases.filter((one) => `${one.entity}.${one.action}` === judged.action);
  const turnOn = turnOff(judged);
  try {
    const raised: string[] = [];
    for (const reading of readings)
      for (let start = 0; start < some.length && raised.length === 0; start += 12)
        for (const { verdict } of (await run(writer, some.slice(start, start + 12), reading)).values())
          raised.push(...verdict.raised);
    expect(raised).not.toEqual([]);
  } finally {
    turnOn();
  }
});
