import { expect, test } from "vitest";
import { attackSignIns } from "./sign-in-attack-run.ts";

// A small part of `npm run chaos -- sign-in-attacks`: two attacks of each kind.

test("no attack on a sign-in gets through, and untouched sign-ins work", async () => {
  const { counts, failures } = await attackSignIns({ tries: 18, seed: 3 });
  expect(failures).toEqual([]);
  expect(counts).toMatchObject({ redirects: 2, fixation: 2, "got through": 0, controls: 1 });
});
