import { expect, test } from "vitest";
import type { Result } from "../../../src/core/contract/result.ts";
import { cellText } from "../../../cli/table/cell-text.ts";
import { commandText } from "../../../cli/table/command-text.ts";
import { csvOf } from "../../../cli/table/csv.ts";
import { resultText } from "../../../cli/table/result-text.ts";
import { cutTo, hang, padTo, widthOf, wrapTo } from "../../../cli/table/text-width.ts";

const call = {
  name: "shop",
  title: "Shop",
  found: { entity: "orders", action: "list", effect: "read", description: "List orders." },
  params: {},
  account: [] as readonly string[] | undefined,
};
const text = (data: unknown, meta: Result["meta"] = {}, columns = 80) =>
  resultText([{ data, meta }], call as never, { isTTY: false, columns });
const lines = (...args: Parameters<typeof text>) => text(...args).split("\n");

test.each([
  ["abc", 3],
  ["sofía", 5],
  ["日本語", 6],
  ["ー・㈱", 6],
  ["ｱｲｳ", 3],
  ["🚀", 2],
  ["👩‍👩‍👧", 2],
  ["e\u0301", 1],
])("%j needs %i columns", (value, width) => {
  expect(widthOf(value)).toBe(width);
  expect(widthOf(padTo(value, 9))).toBe(9);
});

test("a text is cut at its width, and never inside of a character", () => {
  expect(cutTo("hello world", 7)).toBe("hello…");
  expect(cutTo("日本語テキスト", 8)).toBe("日本語…");
  expect(cutTo("ab🚀🚀", 5)).toBe("ab🚀…");
  expect(cutTo("short", 5)).toBe("short");
  expect(wrapTo("one two\nthree https://shop.example/a/long/link", 8)).toEqual(["one two", "three", "https://shop.example/a/long/link"]); // prettier-ignore
});

test("numbers stand at the right, and a table is never wider than the terminal", () => {
  const rows = [
    {
      id: "o1",
      total: 5,
      note: "A note that is much too long for the column in which it stands, also at 120",
    },
    {
      id: "o22",
      total: 1250.5,
      note: "日本語のとても長いテキストがここにありますので表示幅を超えてしまいます",
    },
  ];
  expect(lines(rows)[2]).toMatch(/^o1 {8}5 {2}A note/);
  expect(lines(rows)[2]!.indexOf("5  A note")).toBe(lines(rows)[3]!.indexOf("1250.5") + 5);
  for (const columns of [40, 80, 120])
    for (const line of lines(rows, {}, columns)) expect(widthOf(line), line).toBeLessThanOrEqual(columns);
});

test("columns without room are left out from the right, and named", () => {
  const row = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`field_${index}`, `value${index}abc`]),
  );
  const shown = text([row, row]);
  expect(shown).toMatch(/^field_0 .*field_6\n/);
  expect(shown.replaceAll("\n", " ")).toContain("Not shown: the columns field_7, field_8, field_9, field_10, field_11. To choose fields, add --fields; --json shows all."); // prettier-ignore
});

test("columns that are false in every row come last, and only if no text is cut for them", () => {
  const row = { id: "o1", is_old: false, note: "A note of thirty-two characters.", total: 2 };
  const rows = [row, { ...row, id: "o2" }];
  expect(lines(rows, {}, 80)[0]).toMatch(/^id {2}note +total {2}is_old$/);
  expect(lines(rows, {}, 44)[0]).toMatch(/^id {2}note +total$/);
  expect(lines([row, { ...row, is_old: true }], {}, 44)[0]).toMatch(/^id {2}is_old {2}note +total$/);
});

test("the column in which most texts are cut gets the room", () => {
  const note = "A note of thirty-two characters.";
  const rows = [
    { author: note, text: note },
    { author: "Ana B", text: note },
    { author: "Ana B", text: note },
  ];
  const [, , first] = lines(rows, {}, 60);
  expect(first).toContain(`  ${note}`);
  expect(first).toContain("…");
});

test("amounts have their currency, and times are those of this computer", () => {
  expect(cellText("budget.budget", 80, { currency: "USD" })).toBe("80.00 USD");
  expect(cellText("sales14d", 4517.3, { currency: "USD" })).toBe("4517.30 USD");
  expect(cellText("defaultBid", 0.755, { currency: "USD" })).toBe("0.755 USD");
  expect(cellText("cost", 1200, { currency: "JPY" })).toBe("1200 JPY");
  expect(cellText("clicks", 80, { currency: "USD" })).toBe("80");
  expect(cellText("costType", 80, { currency: "USD" })).toBe("80");
  expect(cellText("price", { amount: 3, currencyCode: "EUR" }, {})).toBe("3.00 EUR");
  expect(cellText("acos", 0.1 + 0.2, {})).toBe("0.3");
  const local = cellText("created", "2026-03-12T09:05:00Z", {});
  expect(local).toMatch(/^2026-03-1[123] \d\d:\d5$/);
  expect(new Date(local).toISOString()).toBe("2026-03-12T09:05:00.000Z");
  expect(cellText("date", "2026-03-12", {})).toBe("2026-03-12");
  expect(text([{ at: "2026-03-12T09:05:00Z" }])).toContain("Times are in ");
  expect(text([{ at: "soon" }])).not.toContain("Times are in ");
});

test("a text of a stranger cannot command the terminal, or break a row", () => {
  const evil = "a\u001b[2Jb\u009b31m\r\nnext\u202e";
  for (const data of [[{ text: evil }], { text: evil }, evil, [evil]]) {
    const shown = text(data, { warnings: [evil] });
    // eslint-disable-next-line no-control-regex
    expect(shown).not.toMatch(/[\u001b\u009b\u202e\r]/);
  }
  expect(lines([{ text: evil }])[2]).toContain("a\\u{1b}[2Jb");
});

test("a line of help keeps its indent in a terminal, and is one line elsewhere", () => {
  const line = `    ${"word ".repeat(20)}end`;
  const shown = hang(line, { isTTY: true, columns: 60 }).split("\n");
  expect(shown.length).toBe(2);
  expect(shown.map((one) => /^ */.exec(one)![0].length)).toEqual([4, 6]);
  for (const one of shown) expect(one.length).toBeLessThanOrEqual(60);
  expect(hang(line, { isTTY: false, columns: 60 })).toBe(line);
});

test("a report has its fields above and its rows below", () => {
  const shown = lines({ id: "r1", rows: [{ day: "2026-03-12", clicks: 5 }], nested: { deep: { er: 1 } } });
  expect(shown.slice(0, 6)).toEqual(["id              r1", "nested.deep.er  1", "", "rows (1)", "day         clicks", "──────────  ──────"]); // prettier-ignore
});

test("what happened to a write is said, and the command that undoes it can be copied", () => {
  const undo = { entity: "orders", action: "open", params: { id: "o1", note: "It's $5", items: [1] } };
  const shown = text({}, { undo, already: "already_closed", recovered: "upstream_timeout" });
  expect(shown).toMatch(/^Done\.\nNothing was changed: already closed\.\nIt was done, although the first response was the error upstream_timeout\.\n/); // prettier-ignore
  expect(shown).toContain(String.raw`To undo this: agent-connectors call shop orders.open id=o1 'note=It'\''s $5' 'items:=[1]'`); // prettier-ignore
  const sandbox = resultText([{ data: {}, meta: { undo } }], { ...call, account: undefined } as never, { isTTY: false, columns: 80 }); // prettier-ignore
  expect(sandbox).not.toContain("undo");
  expect(commandText("./my shop.json", undo, ["--account", "work"])).toMatch(/^agent-connectors call '\.\/my shop\.json' .* --account work$/); // prettier-ignore
});

test("CSV keeps values as they are, and quotes what needs it", () => {
  const csv = (data: unknown) => csvOf([{ data, meta: {} }]);
  expect(
    csv([
      { a: 1, b: 'x "y", z' },
      { a: null, b: "two\nlines", c: { d: true } },
    ]),
  ).toBe('a,b,c.d\r\n1,"x ""y"", z",\r\n,"two\nlines",true\r\n');
  expect(csv({ total: 2, rows: [{ day: "2026-03-12T00:00:00Z", clicks: 5 }] })).toBe(
    "day,clicks\r\n2026-03-12T00:00:00Z,5\r\n",
  );
  expect(csv({ a: 1 })).toBe("a\r\n1\r\n");
  expect(csv({ a: 'a "b"' })).toBe('a\r\n"a ""b"""\r\n');
  expect(csv(["o1", "o2"])).toBe("value\r\no1\r\no2\r\n");
  expect(csv([])).toBe("");
});
