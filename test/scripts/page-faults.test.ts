import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { deadLinks } from "../../scripts/page-faults.ts";

const folder = mkdtempSync(join(tmpdir(), "pages-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("finds links to files and headings that are not there, and takes no comment of a code block for a heading", () => {
  writeFileSync(
    join(folder, "usage.md"),
    "# Usage\n\n1. Run it:\n\n   ```sh\n# Install it\n   ```\n\n## Calls\n",
  );
  const good = "[a](usage.md#calls) [b](usage.md) `[c](gone.md)`\n```md\n[d](gone.md)\n```\n";
  writeFileSync(join(folder, "page.md"), `${good}[e](gone.md) [f](usage.md#gone) [g](usage.md#install-it)\n`);
  expect(deadLinks(folder, "page.md")).toEqual([
    "page.md: gone.md is not there",
    "page.md: usage.md#gone has no such heading",
    "page.md: usage.md#install-it has no such heading",
  ]);
});
