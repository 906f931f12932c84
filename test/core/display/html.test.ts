import * as fc from "fast-check";
import { parseHTML } from "linkedom";
import { expect, test } from "vitest";
import { htmlOf } from "../../../src/core/display/html.ts";
import { notesOf } from "../../../src/core/display/result-display.ts";
import type { Shown } from "../../../src/core/display/shown.ts";
import { textOf } from "../../../src/core/display/text.ts";

const show = (value: unknown, notes: Shown["notes"] = []) => htmlOf({ title: "things.list", value, notes });
const pageOf = (html: string) => parseHTML(`<html><body>${html}</body></html>`).document;

const ownTags = [
  "P",
  "STRONG",
  "DIV",
  "TABLE",
  "THEAD",
  "TBODY",
  "TR",
  "TH",
  "TD",
  "CODE",
  "A",
  "DETAILS",
  "SUMMARY",
];
const ownAttributes = ["style", "open", "href", "target", "rel"];

const hostile = fc.oneof(
  fc.constantFrom(
    "<script>alert(1)</script>",
    `"><img src=x onerror=alert(1)>`,
    "'onmouseover='alert(1)",
    "javascript:alert(1)",
    'https://a.example/"onclick=alert(1)',
    "https://a.example/'><script>",
    "data:text/html,<script>alert(1)</script>",
    "</td></table><iframe src=x>",
    "<!-- -->",
    "&lt;b&gt;",
    "\u202Eevil\u2066",
    "line\nbreak",
    "\ud800",
  ),
  fc.string({ unit: "binary", maxLength: 300 }),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    hostile,
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(hostile, tie("value"), { maxKeys: 4 }),
    fc.record({
      columns: fc.array(hostile, { maxLength: 3 }),
      rows: fc.array(fc.array(tie("value"), { maxLength: 3 }), { maxLength: 3 }),
    }),
  ),
})).value;

test("no text from a platform becomes markup, and every link leads to http, https or mailto", () => {
  fc.assert(
    fc.property(hostile, json, hostile, hostile, (title, value, text, code) => {
      const page = pageOf(htmlOf({ title, value, notes: [{ text }, { text, code }] }));
      for (const element of page.body.querySelectorAll("*")) {
        expect(ownTags).toContain(element.tagName);
        for (const { name } of element.attributes) expect(ownAttributes).toContain(name);
        if (element.tagName === "A")
          expect(element.getAttribute("href")).toMatch(/^(https?:\/\/|mailto:)[^"<>]*$/);
      }
    }),
    { numRuns: 300 },
  );
});

test("no control character and no character that changes the direction of text is written, except line breaks", () => {
  fc.assert(
    fc.property(hostile, json, (text, value) => {
      const shown = { title: text, value, notes: [{ text, code: text }] };
      for (const output of [htmlOf(shown), textOf(shown)]) {
        expect(output).not.toMatch(/(?![\n\t])[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029]/u);
        expect(output.isWellFormed()).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
  expect(show({ name: "a\u202Eb" })).toContain("a\\u{202e}b");
  expect(show({ name: "👩‍💻 نمی‌خواهم" })).toContain("👩‍💻 نمی‌خواهم");
});

test("a long text is folded, and its end can still be read", () => {
  const text = `${"long ".repeat(100)}end`;
  const [details] = pageOf(show([{ text }])).querySelectorAll("details");
  expect(details!.hasAttribute("open")).toBe(false);
  expect(details!.querySelector("summary")!.textContent!.length).toBeLessThan(170);
  expect(details!.querySelector("div")!.textContent).toBe(text);
  expect(show([{ text: "x".repeat(30_000) }])).toContain("20000 more characters");
});

test("a table has at most 20 rows and 25 columns, and names what is left out", () => {
  const wide = Object.fromEntries(Array.from({ length: 27 }, (_, index) => [`field${index}`, index]));
  const page = pageOf(show(Array.from({ length: 23 }, () => wide)));
  expect(page.querySelectorAll("tbody tr")).toHaveLength(20);
  expect(page.querySelectorAll("thead th")).toHaveLength(25);
  expect(page.body.textContent).toContain("3 more rows");
  expect(page.body.textContent).toContain("2 more columns: field25, field26");
});

test("deeply nested lists do not make a long output", () => {
  const nest = (depth: number): unknown =>
    Array.from({ length: 20 }, () => (depth === 0 ? { leaf: "text" } : { inner: nest(depth - 1), other: 1 }));
  expect(show(nest(3)).length).toBeLessThan(700_000);
  let chain: unknown = { end: true };
  for (let depth = 0; depth < 1000; depth++) chain = { chain, more: [1] };
  expect(show(chain).length).toBeLessThan(20_000);
});

test.each([
  ["an empty list", [], /<strong>things\.list<\/strong>: no rows/],
  ["an empty record", {}, /<strong>things\.list<\/strong>/],
  ["nothing", undefined, /<strong>things\.list<\/strong>: /],
  ["a list of texts", ["a", "b"], /: a, b/],
  [
    "a nested record",
    [{ budget: { budget: 40, budgetType: "DAILY" } }],
    /<td[^>]*>budget: 40, budgetType: DAILY<\/td>/,
  ],
  [
    "a link",
    { link: "https://a.example/?a=1&b" },
    /<a href="https:\/\/a\.example\/\?a=1&#38;b" target="_blank" rel="noopener noreferrer">/,
  ],
  ["an address of mail", { link: "mailto:a@b.example" }, /<a href="mailto:a@b\.example"/],
  ["a text with a link", { text: "see https://a.example" }, /<td[^>]*>see https:\/\/a\.example<\/td>/],
  ["ids", { reportIds: ["a-1", "b-2"] }, /<code>a-1<\/code>, <code>b-2<\/code>/],
  [
    "the result of a batch",
    {
      succeeded: [{ index: 0, id: "1" }],
      failed: [{ index: 1, error: { code: "TOO_LOW", message: "<b>" } }],
    },
    /<strong>failed<\/strong>: 1 row[^]*code: TOO_LOW, message: &#60;b&#62;/,
  ],
  [
    "a table",
    { columns: ["a", "b"], rows: [[1], [2, 3]], total: 9 },
    /<th[^>]*>total<\/th>[^]*<strong>rows<\/strong>: 2 rows[^]*<th[^>]*>b<\/th>/,
  ],
  ["a field that only one record has", [{ constructor: "own" }, { id: "1" }], /^(?![^]*native code)[^]*own/],
  ["dates of a report", [{ date: "2026-02-01" }], /white-space:nowrap">2026-02-01/],
])("shows %s", (_, value, expected) => {
  expect(show(value)).toMatch(expected);
});

test("the notes of a result say what happened and what can follow", () => {
  const call = { entity: "reports", action: "download", params: { id: "1" } };
  const notes = notesOf({
    dry_run: true,
    already: "already_pinned",
    recovered: "timeout",
    repeated: "reset",
    currency: "CAD",
    normalized: ["user became users"],
    warnings: ["Not final."],
    next_cursor: "abc",
    undo: { ...call, action: "delete" },
    reread: call,
  });
  expect(textOf({ title: "reports.run", value: { status: "completed" }, notes })).toBe(
    [
      "reports.run",
      "  status: completed",
      "This is a dry run: nothing was changed.",
      "Nothing was changed, because the state was already there: already_pinned",
      "The write succeeded, although the first response was the error timeout",
      "The write was sent again after the error reset",
      "Amounts of money are in CAD.",
      "Corrected: user became users",
      "Warning: Not final.",
      'There are more. For the next page, repeat the call with the param cursor: "abc"',
      "To undo this with reports.delete: await connector.undo(result)",
      'To read this again: await connector.execute("reports", "download", {"id":"1"})',
    ].join("\n"),
  );
  expect(notesOf({})).toEqual([]);
});

test("the text of a table names the columns that do not fit, and cuts long cells", () => {
  const record = { id: "C1", text: "x".repeat(200), third: "y".repeat(60), fourth: "z".repeat(60) };
  expect(textOf({ title: "things.list", value: [record], notes: [] })).toBe(
    [
      "things.list: 1 row",
      `id  text${" ".repeat(39)}third`,
      `C1  ${"x".repeat(40)}…  ${"y".repeat(40)}…`,
      "(1 more column: fourth)",
    ].join("\n"),
  );
});

test("a value that is not JSON can be printed", () => {
  expect(textOf({ title: "things.get", value: { big: { value: 1n } }, notes: [] })).toBe(
    "things.get\n  big: (not JSON)",
  );
  expect(show({ big: { value: 1n } })).toContain("value: 1");
});

test("records with very many or very long fields give a short output that counts what is left out", () => {
  const of = (count: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, value]));
  const text = textOf({ title: "things.get", value: of(5000, "a"), notes: [{ text: "The note." }] }).split(
    "\n",
  );
  expect(text).toHaveLength(202);
  expect(text.slice(-2)).toEqual(["(4801 more lines about the result)", "The note."]);
  expect(textOf({ title: "things.get", value: of(500, [{ a: 1 }]), notes: [] }).split("\n")).toHaveLength(
    201,
  );
  expect(show(of(5000, "a"))).toContain("1000 more fields in the result");
  const long = "n".repeat(100_000);
  for (const value of [{ [long]: 1 }, [{ [long]: 1 }], { [long]: [{ a: 1 }] }, [{ ...of(30, 1), [long]: 1 }]])
    expect(show(value).length).toBeLessThan(20_000);
});
