import { describe, expect, test } from "vitest";
import { excerptsOf } from "../../../../src/core/tool/output/excerpt.ts";

const filler = (length: number) => "lorem ipsum ".repeat(length / 12 + 1).slice(0, length);
const textOf = (text: string, words: string[]) => {
  const { items, positions } = excerptsOf([{ text }], { field: "text", ids: [], words });
  return { shown: (items[0] as { text: string }).text, isPart: positions.length > 0 };
};
const marks = /… \[\+(\d+) characters\](?: …)?/g;

/** Returns the number of characters that an excerpt shows and says to be missing. */
const accounted = (shown: string) =>
  [...shown.matchAll(marks)].reduce((sum, [, count]) => sum + Number(count), shown.replaceAll(marks, "").length); // prettier-ignore

describe("an excerpt", () => {
  test("of 500 characters is the whole text", () => {
    const text = `${filler(494)} tent.`;
    expect(textOf(text, ["tent"])).toEqual({ shown: text, isPart: false });
    expect(textOf(`${text}.`, ["tent"]).isPart).toBe(true);
  });

  test.each([
    ["at the beginning", `Tent, ${filler(900)}`, /^Tent, lorem.{80,130}… \[\+\d+ characters\]$/],
    ["at the end", `${filler(900)} a tent`, /^… \[\+\d+ characters\] ….{90,130} a tent$/],
    ["in the middle", `${filler(900)} a TENT ${filler(900)}`, /\] ….{80,130} a TENT .{80,130}… \[/],
    [
      "twice",
      `${filler(900)} tent A ${filler(900)} tent B`,
      /\] ….{80,130}tent A .{80,130}… \[\+\d+ characters\]$/,
    ],
    ["nowhere", filler(900), /^lorem.{150,220}… \[\+\d+ characters\]$/],
    ["only inside of a word", `${filler(900)} a contents ${filler(900)}`, /a contents/],
    ["also inside of a word", `contents ${filler(900)} tents ${filler(900)}`, /^… .*\] …[^…]+ tents /],
  ])("shows the words %s", (_where, text, pattern) => {
    // prettier-ignore
    const { shown } = textOf(text, ["tent"]);
    expect(shown).toMatch(pattern);
    expect(shown.length).toBeLessThan(350);
    expect(accounted(shown)).toBe(text.length);
  });

  test("shows two places, those with most of the words, in the order of the text", () => {
    const text = `The bid. ${filler(300)} the tent ${filler(300)} budget of the tent ${filler(300)} the raise ${filler(300)}`;
    const { shown } = textOf(text, ["the", "raise", "budget", "tent"]);
    expect(shown).toMatch(/^… \[\+\d+ characters\] ….+budget of the tent.+\] ….+the raise.+\]$/);
    expect(shown.match(marks)).toHaveLength(3);
    expect(accounted(shown)).toBe(text.length);
  });

  test("never splits a pair of surrogates", () => {
    for (let shift = 0; shift < 4; shift++) {
      const { shown } = textOf(`${"x".repeat(shift)}${"🏕".repeat(400)}tent${"🏕".repeat(400)}`, ["tent"]);
      expect(shown.isWellFormed()).toBe(true);
      expect(shown).toContain("tent");
    }
  });

  test("reads signs in words as signs", () => {
    expect(textOf(`${filler(900)} a.c(d ${filler(900)} abc`, ["a.c(d"]).shown).toContain("a.c(d");
  });

  test("is quick for a long text with many words", () => {
    const words = Array.from({ length: 500 }, (_, index) => `w${index}`);
    expect(textOf("w1 w2 w3 ".repeat(4_000), words).shown.length).toBeLessThan(500);
  });
});

test("items without the text stay as they are", () => {
  const items = [{ id: 1 }, "text", null, { text: 5 }];
  expect(excerptsOf(items, { field: "text", ids: [], words: [] })).toEqual({ items, positions: [] });
});
