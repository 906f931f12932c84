import { expect, test } from "vitest";
import { atMost, proposalsOf, proposalText } from "../../../src/core/policy/cap-proposals.ts";
import type { Exceeded } from "../../../src/core/policy/find-exceeded.ts";

const above = (path: string, most: number, factor?: number) =>
  ({
    raise: { path, ...(factor === undefined ? {} : { of: `${path} x ${factor}`, factor }) },
    limits: [],
    most,
  }) as unknown as Exceeded;

test("of several caps for one param, the proposal keeps to all of them, in either order", () => {
  for (const mosts of [
    [10, 5, 8],
    [5, 8, 10],
    [8, 10, 5],
  ]) {
    const all = proposalsOf(mosts.map((most) => above("budget", most)));
    expect(all).toEqual(mosts.map(() => ({ of: "budget", most: "5" })));
    expect(all.map(atMost)).toEqual(mosts.map(() => "at most 5"));
    expect(proposalText(all)).toBe("Propose at most 5, or ask the user.");
  }
});

test("a product with a factor limits the param to the amount divided by the factor", () => {
  expect(proposalsOf([above("bid", 10), above("bid", 12, 4)]).map(({ most }) => most)).toEqual(["3", "3"]);
  expect(proposalsOf([above("bid", 2), above("bid", 12, 4)]).map(({ most }) => most)).toEqual(["2", "2"]);
});
