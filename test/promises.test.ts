import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** The words of a page, without links and line breaks. */
const wordsOf = (page: string): string =>
  page.replaceAll(/(?<!!)\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/\s+/g, " ");

interface Row {
  room: string;
  promise: string;
  page: string;
  file: string;
  title: string;
}

/** The rows of all tables in docs/promises.md. */
const rows = read("docs/promises.md")
  .split(/^## /m)
  .slice(1)
  .flatMap((section) => {
    const room = section.slice(0, section.indexOf("\n"));
    const lines = section
      .split("\n")
      .filter((line) => line.startsWith("| ") && !line.startsWith("| Promise |"));
    return lines.map((line): Row => {
      const cells = /^\| (.+) \| \[[^\]]+\]\(([^)]+)\) \| `([^`]+)`: (.+) \|$/.exec(line);
      if (!cells) throw new Error(`A row of ${room} does not have the form of the others: ${line}`);
      const [, promise, page, file, title] = cells as unknown as string[];
      return { room, promise: promise!, page: page!, file: file!, title: title!.replaceAll("\\|", "|") };
    });
  });

test("every promise stands on its page", () => {
  const missing = rows.filter(({ promise, page }) => {
    const words = wordsOf(read(join("docs", page)));
    let from = 0;
    return promise.split(" … ").some((part) => {
      const at = words.indexOf(part, from);
      from = at + part.length;
      return at < 0;
    });
  });
  expect(missing).toEqual([]);
});

test("every promise has a test that exists", () => {
  const missing = rows.filter(({ file, title }) => {
    const source = read(file)
      .replaceAll(/\\(["'`])/g, "$1")
      .replaceAll(/([([])\s+/g, "$1");
    return !["(", "["].some((before) =>
      ['"', "'", "`"].some((quote) => source.includes(before + quote + title + quote)),
    );
  });
  expect(missing).toEqual([]);
});

test("every room has promises, and no promise is listed twice", () => {
  const rooms = [
    "tool",
    "approval",
    "journal",
    "job",
    "call",
    "policy",
    "money",
    "connect",
    "wire",
    "store",
    "import",
    "command line",
  ];
  expect([...new Set(rows.map(({ room }) => room))].toSorted()).toEqual(rooms.toSorted());
  const keys = rows.map(({ promise, page }) => `${page}: ${promise}`);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});
