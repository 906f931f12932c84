import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deadLinks } from "../../scripts/page-faults.ts";
import { references } from "../../scripts/pages/reference.ts";
import { taskPages } from "../../scripts/pages/task-pages.ts";
import { assemble } from "../../site/pages/assemble.ts";
import { miniSearch } from "../../site/pages/search-options.ts";
import { addressOf, sidebarOf, type SidebarItem } from "../../site/pages/sidebar.ts";
import { playables } from "../../site/playground/index.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "site-"));
let site: Awaited<ReturnType<typeof assemble>>;
const page = (path: string) => readFileSync(join(folder, "source", path), "utf8");
const linksIn = (items: readonly SidebarItem[]): string[] =>
  items.flatMap(({ link, items: inner = [] }) => [...(link === undefined ? [] : [link]), ...linksIn(inner)]);

beforeAll(async () => {
  site = await assemble(root, folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(references.map((one) => [one.connector.connectorName, one] as const))(
  "the pages of %s have each action with its params, its effect and an example",
  async (name, { connector }) => {
    const { entities } = await connector.describe();
    for (const [entity, actions] of Object.entries(entities)) {
      const [intro = "", ...sections] = page(`docs/${name}/${entity}.md`).split(/^## /m);
      expect(intro).toContain(`: ${entity}\n`);
      expect(page(`docs/${name}.md`)).toContain(`](${name}/${entity}.md)`);
      for (const [action, { params, effect, docs }] of Object.entries(actions)) {
        const section = sections.find((text) => text.startsWith(`${action}\n`)) ?? "";
        expect([entity, action, section]).toEqual([
          entity,
          action,
          expect.stringContaining(`| [${effect}](`),
        ]);
        expect(section).toContain(`.execute("${entity}", "${action}", {`);
        const call = `${name}.${entity}.${action}`;
        expect([call, section.includes(`<TryIt call="${call}">`)]).toEqual([call, site.calls.includes(call)]);
        for (const link of docs) expect(section).toContain(`](${link})`);
        for (const param of Object.keys(params.properties ?? {}))
          expect(section).toContain(`| \`${param}\` |`);
      }
    }
  },
);

test("the playground has the actions of the connectors that have a sandbox", () => {
  const names = new Set(site.calls.map((call) => call.split(".")[0]));
  expect([...names]).toEqual(["slack", "amazon-ads", "notion"]);
  for (const [name, { first }] of Object.entries(playables))
    for (const call of first) expect(site.calls).toContain(`${name}.${call}`);
});

test("each link leads to a page and a heading", () => {
  expect(site.paths.flatMap((path) => deadLinks(join(folder, "source"), path))).toEqual([]);
});

test("the sidebars lead to each page, except to code", () => {
  const links = linksIn(Object.values(site.sidebar).flat());
  const pages = site.paths.filter((path) => !page(path).startsWith("---\nsearch: false"));
  expect([...new Set(links)].toSorted()).toEqual(pages.map(addressOf).toSorted());
  expect(pages.length).toBeGreaterThan(200);
});

test("a new folder of pages gets a section with the title of its index", () => {
  const pages = new Map(site.paths.map((path) => [path, page(path)]));
  pages.set("docs/novel/index.md", "# Novel pages\n").set("docs/novel/first.md", "# The first\n");
  expect(sidebarOf(root, pages, [])["/"]).toContainEqual({
    text: "Novel pages",
    items: [
      { text: "Novel pages", link: "/docs/novel/" },
      { text: "The first", link: "/docs/novel/first" },
    ],
  });
});

test("a search puts guides before the reference, and the reference before the pages for contributors", () => {
  const { boostDocument } = miniSearch.searchOptions;
  const weights = (paths: readonly string[]) =>
    new Set(paths.map((path) => boostDocument(`/base${addressOf(path)}`)));
  const under = (folders: RegExp) => site.paths.filter((path) => folders.test(path));
  const guides = taskPages(root).flatMap(([, pages]) => pages.map(({ path }) => path));
  expect(weights(guides)).toEqual(new Set([1]));
  const names = references.map(({ connector }) => connector.connectorName);
  expect(weights(under(new RegExp(`^docs/(?:${names.join("|")})/`)))).toEqual(new Set([0.25]));
  for (const name of names) {
    const [, title] = /^# (.+)$/m.exec(page(`docs/${name}.md`))!;
    expect(boostDocument(`/docs/${name}#x`, "", { titles: [title] })).toBe(0.25);
  }
  expect(weights(under(/^docs\/decisions\/|^CHANGELOG/))).toEqual(new Set([0.2]));
});

test("the first screen says what it is, shows a program for a sandbox, and says what was never run", () => {
  const [firstScreen = "", rest = ""] = page("index.md").split("</div></div>");
  expect(firstScreen).toContain("lets an LLM agent work with Slack");
  expect(firstScreen).toContain("slackSandbox()");
  expect(firstScreen).toMatch(/never been run with real\s+accounts/);
  expect(rest).toContain("## What it promises");
});

test("the OpenAPI document has the routes of the service", () => {
  const { paths } = JSON.parse(page("public/openapi.json")) as { paths: object };
  expect(Object.keys(paths)).toContain("/v1/oauth/credentials");
  expect(Object.keys(paths).length).toBeGreaterThan(50);
});
