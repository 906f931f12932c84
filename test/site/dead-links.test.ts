import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { deadLinksOfSite } from "../../site/check/dead-links.ts";
import { serveSite } from "../../site/check/serve-site.ts";

const folder = mkdtempSync(join(tmpdir(), "site-"));
mkdirSync(join(folder, "docs"));
const good =
  '<a class="x" href="/base/docs/usage#calls">a</a><a href="usage">b</a><a href="https://other.example/">c</a>';
writeFileSync(join(folder, "docs/usage.html"), `<h2 id="calls">Calls</h2>${good}`);
writeFileSync(join(folder, "404.html"), "Not here");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("finds links to pages, headings and pictures that are not there, and no others", () => {
  expect(deadLinksOfSite(folder, "/base/")).toEqual([]);
  const bad =
    '<a href="#calls">a</a><a href="/base/docs/gone">b</a><a href="usage#gone">c</a><img src="gone.svg"><a href="/docs/usage">d</a>';
  writeFileSync(join(folder, "docs/bad.html"), bad);
  expect(deadLinksOfSite(folder, "/base/")).toEqual([
    "docs/bad.html: #calls has no such heading",
    "docs/bad.html: /base/docs/gone is not there",
    "docs/bad.html: usage#gone has no such heading",
    "docs/bad.html: gone.svg is not there",
    "docs/bad.html: /docs/usage is not there",
  ]);
  expect(deadLinksOfSite(folder, "/base/", { "docs/usage.html": ["gone"] })).not.toContain(
    "docs/bad.html: usage#gone has no such heading",
  );
});

test("serves pages at addresses without .html, and nothing outside of the folder", async () => {
  const { address, close } = await serveSite(join(folder, "docs"), "/base/");
  writeFileSync(join(folder, "docs/404.html"), "Not here");
  expect(await (await fetch(`${address}usage`)).text()).toContain("Calls");
  for (const path of ["..%2f404.html", "../404.html", "gone"]) {
    const response = await fetch(address + path);
    expect([path, response.status, await response.text()]).toEqual([path, 404, "Not here"]);
  }
  await close();
});
