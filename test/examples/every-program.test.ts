import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";

const read = (pattern: string[]) =>
  globSync(pattern).map((file) => [file, readFileSync(file, "utf8")] as const);

const marks = read(["README.md", "docs/**/*.md", "service/README.md"]).flatMap(([page, text]) =>
  // `examples/notebook.ipynb#plot` is a cell of a notebook. The test of the notebook runs all cells.
  [...text.matchAll(/<!-- code: ([^\s#]+)\S* -->/g)].map(([, program]) => [program!, page] as const),
);
const tests = read(["test/**/*.ts", "service/test/**/*.ts"])
  .filter(([file]) => !file.endsWith("every-program.test.ts"))
  .map(([, text]) => text);

test.each(marks)("a test runs %s, which %s shows", (program) => {
  expect(program).toMatch(/^examples\//);
  // A test names the program, or only its folder.
  const names = [program, basename(program).replace(/\.tsx?$/, ""), program.replace(/\/[^/]*$/, "/")];
  const shared = names.slice(0, program.split("/").length > 2 ? 3 : 2);
  expect(tests.some((text) => shared.some((name) => mentions(text, name)))).toBe(true);
});

/** Returns whether a test names a program. `examples/slack-bot-%s.ts` and `"bolt"` name `slack-bot-bolt`. */
const mentions = (text: string, name: string): boolean =>
  text.includes(/\/$|\.(ts|ipynb)$/.test(name) ? name : `"${name}"`) ||
  [...text.matchAll(/examples\/([\w-]+-)%s/g)].some(
    ([, prefix]) => name.startsWith(prefix!) && text.includes(`"${name.slice(prefix!.length)}"`),
  );
