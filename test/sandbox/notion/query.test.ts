import { describe, expect, test } from "vitest";
import { bench, invalid, type Json } from "./helpers.ts";

// https://developers.notion.com/reference/filter-data-source-entries
// https://developers.notion.com/reference/sort-data-source-entries

const world = () =>
  bench({
    people: ["Ana Silva", "Ben Okoro"],
    pages: [
      {
        title: "Home",
        data_sources: [
          { title: "Projects", entries: [{ values: { Name: "Shop" } }] },
          {
            title: "Tasks",
            properties: {
              Name: "title",
              Status: { status: ["Open", "Late", "Done"] },
              Size: { select: ["Small", "Large"] },
              Tags: { multi_select: ["a", "b"] },
              Due: "date",
              Hours: "number",
              Paid: "checkbox",
              Owner: "people",
              Note: "rich_text",
              Link: "url",
              Project: { relation: "Projects" },
              Files: "files",
              No: { unique_id: "T" },
            },
            entries: [
              { values: { Name: "Alpha", Status: "Open", Size: "Small", Tags: ["a"], Due: "2026-03-01", Hours: 2, Paid: true, Owner: "Ana Silva", Note: "Buy Milk", Link: "https://a.example", Project: "Shop", Files: "https://a.example/f" }, hours_ago: 48 },
              { values: { Name: "Beta", Status: "Done", Size: "Large", Tags: ["a", "b"], Due: "2026-03-15T10:00:00Z", Hours: 5, Owner: ["Ana Silva", "Ben Okoro"] }, hours_ago: 24 },
              { values: { Name: "Gamma" }, by: "Ben Okoro" },
              { values: { Name: "Old", Status: "Open" }, in_trash: true },
            ],
          },
        ],
      },
    ],
  }); // prettier-ignore

type Bench = ReturnType<typeof world>;
const query = (bent: Bench, body: object) => bent.ask(`POST data_sources/${bent.idOf("Tasks")}/query`, body);
const names = ({ results }: Json) =>
  results?.map((one: Json) => one.properties.Name.title[0].plain_text[0]).join("");

test.each<[string, object, string]>([
  ["Name", { title: { equals: "Alpha" } }, "A"],
  ["Name", { title: { contains: "ETA" } }, "B"],
  ["Name", { title: { does_not_contain: "a" } }, ""],
  ["Name", { title: { starts_with: "ga" } }, "G"],
  ["Name", { title: { ends_with: "ma" } }, "G"],
  ["Note", { rich_text: { contains: "milk" } }, "A"],
  ["Note", { rich_text: { is_empty: true } }, "BG"],
  ["Note", { rich_text: { does_not_equal: "Buy Milk" } }, "BG"],
  ["Link", { url: { is_not_empty: true } }, "A"],
  ["Hours", { number: { greater_than: 2 } }, "B"],
  ["Hours", { number: { greater_than_or_equal_to: 2 } }, "AB"],
  ["Hours", { number: { less_than: 5 } }, "A"],
  ["Hours", { number: { less_than_or_equal_to: 5 } }, "AB"],
  ["Hours", { number: { does_not_equal: 5 } }, "AG"],
  ["No", { unique_id: { equals: 2 } }, "B"],
  ["Paid", { checkbox: { equals: true } }, "A"],
  ["Paid", { checkbox: { equals: false } }, "BG"],
  ["Status", { status: { equals: "Done" } }, "B"],
  ["Status", { status: { does_not_equal: "Done" } }, "AG"],
  ["Size", { select: { equals: "Small" } }, "A"],
  ["Size", { select: { is_empty: true } }, "G"],
  ["Tags", { multi_select: { contains: "b" } }, "B"],
  ["Tags", { multi_select: { does_not_contain: "b" } }, "AG"],
  ["Tags", { multi_select: { is_empty: true } }, "G"],
  ["Due", { date: { before: "2026-03-12" } }, "A"],
  ["Due", { date: { after: "2026-03-15" } }, ""],
  ["Due", { date: { on_or_after: "2026-03-15" } }, "B"],
  ["Due", { date: { on_or_before: "2026-03-15" } }, "AB"],
  ["Due", { date: { equals: "2026-03-15" } }, "B"],
  ["Due", { date: { after: "2026-03-15T09:00:00Z" } }, "B"],
  ["Due", { date: { next_week: {} } }, "B"],
  ["Due", { date: { past_week: {} } }, ""],
  ["Due", { date: { is_not_empty: true } }, "AB"],
  ["Files", { files: { is_not_empty: true } }, "A"],
])("the filter %s %j finds %j", async (property, condition, found) => {
  expect(names(await query(world(), { filter: { property, ...condition } }))).toBe(found);
});

test("filters by people, related entries, authors and times", async () => {
  const bent = world();
  const [ana, ben] = (await bent.ask("GET users")).results;
  const found = async (filter: object) => names(await query(bent, { filter }));
  expect(await found({ property: "Owner", people: { contains: ben.id } })).toBe("B");
  expect(await found({ property: "Owner", people: { contains: ana.id } })).toBe("AB");
  expect(await found({ property: "Project", relation: { contains: bent.idOf("Shop") } })).toBe("A");
  expect(await found({ timestamp: "last_edited_time", last_edited_time: { before: "2026-03-11" } })).toBe(
    "A",
  );
  expect(await found({ timestamp: "created_time", created_time: { on_or_after: "2026-03-12" } })).toBe("G");
});

test("and, or, and one in the other", async () => {
  const bent = world();
  const is = (name: string) => ({ property: "Name", title: { equals: name } });
  const found = async (filter: object) => names(await query(bent, { filter }));
  expect(await found({ or: [is("Alpha"), is("Gamma")] })).toBe("AG");
  expect(await found({ and: [{ or: [is("Alpha"), is("Beta")] }, { property: "Hours", number: { greater_than: 3 } }] })).toBe("B"); // prettier-ignore
  expect(await query(bent, { filter: { and: [{ or: [{ and: [is("Alpha")] }] }] } })).toMatchObject(invalid("nested at most 2 levels")); // prettier-ignore
});

test.each<[string, object[], string]>([
  ["a number", [{ property: "Hours", direction: "descending" }], "BAG"],
  ["a status in the order of its options", [{ property: "Status", direction: "descending" }], "BAG"],
  ["a text", [{ property: "Name", direction: "descending" }], "GBA"],
  ["the time of the last change", [{ timestamp: "last_edited_time", direction: "descending" }], "GBA"],
  ["two properties", [{ property: "Paid", direction: "ascending" }, { property: "Name", direction: "descending" }], "GBA"],
])("entries are sorted by %s, and empty values are last", async (_what, sorts, found) => {
  expect(names(await query(world(), { sorts }))).toBe(found);
}); // prettier-ignore

test("entries in the trash are found only on request", async () => {
  const bent = world();
  expect(names(await query(bent, {}))).toBe("ABG");
  expect(names(await query(bent, { in_trash: true }))).toBe("O");
});

test("pages of a query", async () => {
  const bent = world();
  const first = await query(bent, { page_size: 2 });
  expect([names(first), first.has_more]).toEqual(["AB", true]);
  expect(names(await query(bent, { page_size: 2, start_cursor: first.next_cursor }))).toBe("G");
});

describe("refused", () => {
  test.each<[object, string]>([
    [{ filter: { property: "Nothing", title: { equals: "x" } } }, "Could not find property with name or id: Nothing"],
    [{ filter: { property: "Status", select: { equals: "Done" } } }, 'body.filter.select should be status, the type of the property "Status"'],
    [{ filter: { property: "Status", status: { contains: "Done" } } }, "body.filter.status.contains should be one of equals"],
    [{ filter: { property: "Status", status: {} } }, "exactly one operator"],
    [{ filter: { property: "Hours", number: { equals: "3" } } }, "body.filter.number.equals should be a number"],
    [{ filter: { property: "Due", date: { before: "soon" } } }, "body.filter.date.before should be a valid ISO 8601"],
    [{ filter: { property: "Due", date: { this_week: {} } } }, "does not imitate the filter this_week"],
    [{ filter: { property: "Name" } }, "exactly one condition"],
    [{ sorts: [{ property: "Due", direction: "up" }] }, "body.sorts[0].direction should be"],
    [{ page_size: 0 }, "body.page_size"],
    [{ filters: {} }, "body.filters should be not present"],
  ])("%j", async (body, words) => {
    expect(await query(world(), body)).toMatchObject(invalid(words));
  }); // prettier-ignore
});

test("a search compares titles without case, and shows the newest first", async () => {
  const bent = world();
  const titles = async (body: object) => {
    const { results } = await bent.ask("POST search", body);
    return results.map(({ object, id }: Json) => `${object} ${"Alpha Beta Gamma Tasks Shop Projects Home".split(" ").find((title) => bent.idOf(title) === id)}`); // prettier-ignore
  };
  expect(await titles({ query: "a" })).toEqual([
    "data_source Tasks",
    "page Gamma",
    "page Beta",
    "page Alpha",
  ]);
  expect(await titles({ query: "TASK", filter: { property: "object", value: "data_source" } })).toEqual(["data_source Tasks"]); // prettier-ignore
  expect(await titles({ query: "TASK", filter: { property: "object", value: "page" } })).toEqual([]);
  const sort = { timestamp: "last_edited_time", direction: "ascending" };
  expect(await titles({ query: "a", sort, page_size: 2 })).toEqual(["page Alpha", "page Beta"]);
  expect(await titles({ query: "Old" })).toEqual([]);
  expect(await bent.ask("POST search", { filter: { property: "object", value: "database" } })).toMatchObject(invalid("body.filter.value")); // prettier-ignore
});
