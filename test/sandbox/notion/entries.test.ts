import { expect, test } from "vitest";
import { bench, type Dict, invalid, text } from "./helpers.ts";

// https://developers.notion.com/reference/page-property-values
// https://developers.notion.com/reference/update-data-source-properties

const world = () =>
  bench({
    people: ["Ana Silva"],
    pages: [
      {
        title: "Home",
        data_sources: [
          { title: "Projects", entries: [{ values: { Name: "Shop" } }] },
          {
            title: "Tasks",
            properties: {
              Task: "title",
              Status: { status: ["Open", "Done"] },
              Size: { select: ["Small"] },
              Tags: { multi_select: [] },
              Due: "date",
              Hours: "number",
              Paid: "checkbox",
              Owner: "people",
              Note: "rich_text",
              Mail: "email",
              Project: { relation: "Projects" },
              Files: "files",
              No: { unique_id: "T" },
              Made: "created_time",
              "Made by": "created_by",
            },
            templates: [{ name: "Weekly", markdown: "## Agenda", is_default: true }],
            entries: [{ values: { Task: "First", Size: "Small", Hours: 1 } }, { values: { Task: "Bare" } }],
          },
        ],
        pages: [{ title: "Other" }],
      },
    ],
  });
type Bench = ReturnType<typeof world>;
const create = (bent: Bench, properties: Dict, more = {}) =>
  bent.ask("POST pages", { parent: { data_source_id: bent.idOf("Tasks") }, properties, ...more });

test("a new entry has the given values and the defaults of all other properties", async () => {
  const bent = world();
  const [ana] = (await bent.ask("GET users")).results;
  const page = await create(bent, {
    title: text("Second"),
    Status: { status: { name: "Done" } },
    Size: { select: { name: "Large" } },
    Tags: { multi_select: [{ name: "a" }, { name: "b" }] },
    Due: { date: { start: "2026-03-01", end: "2026-03-02" } },
    Hours: { number: 2.5 },
    Owner: { people: [{ id: ana.id }] },
    Note: { rich_text: text("Words") },
    Project: { relation: [{ id: bent.idOf("Shop") }] },
    Files: { files: [{ name: "f", external: { url: "https://a.example/f" } }] },
  });
  expect(page.parent).toMatchObject({ type: "data_source_id", data_source_id: bent.idOf("Tasks") });
  expect(page.properties).toMatchObject({
    Task: { id: "title", type: "title", title: [{ plain_text: "Second" }] },
    Status: { type: "status", status: { name: "Done" } },
    Size: { select: { name: "Large", color: expect.any(String) } },
    Tags: { multi_select: [{ name: "a" }, { name: "b" }] },
    Due: { date: { start: "2026-03-01", end: "2026-03-02", time_zone: null } },
    Hours: { number: 2.5 },
    Paid: { checkbox: false },
    Owner: { people: [{ object: "user", name: "Ana Silva", person: { email: "ana.silva@fernhill.example" } }] },
    Note: { rich_text: [{ plain_text: "Words" }] },
    Mail: { email: null },
    Project: { relation: [{ id: bent.idOf("Shop") }], has_more: false },
    Files: { files: [{ name: "f", type: "external", external: { url: "https://a.example/f" } }] },
    No: { unique_id: { prefix: "T", number: 3 } },
    Made: { created_time: "2026-03-12T16:30:00.000Z" },
    "Made by": { created_by: { name: "assistant" } },
  });
  // A new name of an option becomes an option.
  const source = await bent.ask(`GET data_sources/${bent.idOf("Tasks")}`);
  expect(source.properties.Size.select.options.map(({ name }: Dict) => name)).toEqual(["Small", "Large"]);
}); // prettier-ignore

test("an update changes only the given values, and null removes a value", async () => {
  const bent = world();
  const path = `PATCH pages/${bent.idOf("First")}`;
  const { properties } = await bent.ask(path, { properties: { Hours: { number: null }, Paid: { checkbox: true } } }); // prettier-ignore
  expect(properties).toMatchObject({ Hours: { number: null }, Paid: { checkbox: true }, Size: { select: { name: "Small" } } }); // prettier-ignore
});

test.each<[string, Dict, string]>([
  ["an unknown property", { Nothing: { number: 1 } }, "Nothing is not a property that exists."],
  ["a wrong type", { Status: { select: { name: "Done" } } }, "Status is expected to be status, not select."],
  ["an unknown status", { Status: { status: { name: "Lost" } } }, 'Invalid status option: "Lost" does not exist in Status.'],
  ["an option with a comma", { Size: { select: { name: "a,b" } } }, "properties.Size.select.name should be a name without commas"],
  ["a text as number", { Hours: { number: "3" } }, "body.properties.Hours.number should be a number"],
  ["a wrong date", { Due: { date: { start: "tomorrow" } } }, "Due.date.start should be a valid ISO 8601"],
  ["a date that ends before it starts", { Due: { date: { start: "2026-03-02", end: "2026-03-01" } } }, "Due.date.end should not be before start"],
  ["an unknown person", { Owner: { people: [{ id: "00000000-0000-0000-0000-000000000001" }] } }, "Owner.people[0].id"],
  ["a computed property", { Made: { created_time: "2026-01-01" } }, "Made cannot be set, because Notion computes it."],
  ["a number that Notion gives", { No: { unique_id: { number: 3 } } }, "No cannot be set"],
])("%s is refused, and nothing changes", async (_what, properties, words) => {
  const bent = world();
  const before = bent.sandbox.state();
  const path = `PATCH pages/${bent.idOf("First")}`;
  expect(await bent.ask(path, { properties: { Tags: { multi_select: [{ name: "new" }] }, ...properties } })).toMatchObject(invalid(words));
  expect(await create(bent, properties)).toMatchObject(invalid(words));
  expect(bent.sandbox.state()).toEqual(before);
}); // prettier-ignore

test("a related entry must be in the related data source, and exist", async () => {
  const bent = world();
  const relation = (id: string) => create(bent, { Project: { relation: [{ id }] } });
  expect(await relation(bent.idOf("First"))).toMatchObject(invalid("an entry of the related data source"));
  expect(await relation("00000000-0000-0000-0000-000000000001")).toMatchObject({ status: 404, code: "object_not_found" }); // prettier-ignore
});

test("a database stands for its only data source, and a page has only a title", async () => {
  const bent = world();
  const { parent } = await bent.ask(`GET data_sources/${bent.idOf("Tasks")}`);
  const { database_id } = parent;
  const entry = () =>
    bent.ask("POST pages", { parent: { database_id }, properties: { Hours: { number: 1 } } });
  expect((await entry()).parent.data_source_id).toBe(bent.idOf("Tasks"));
  await bent.ask("POST data_sources", { parent: { database_id }, properties: { Name: { title: {} } }, title: text("More") }); // prettier-ignore
  expect(await entry()).toMatchObject(invalid("has 2 data sources"));
  const parent_page = { parent: { page_id: bent.idOf("Home") } };
  expect(await bent.ask("POST pages", { ...parent_page, properties: { Hours: { number: 1 } } })).toMatchObject(invalid("Hours is not a property that exists")); // prettier-ignore
});

test("an entry without values moves to another data source", async () => {
  const bent = world();
  const parent = { data_source_id: bent.idOf("Projects") };
  expect(await bent.ask(`POST pages/${bent.idOf("Bare")}/move`, { parent })).toMatchObject({ parent, properties: { Name: { title: [{ plain_text: "Bare" }] } } }); // prettier-ignore
});

test("numbers of entries need no prefix", async () => {
  const bent = bench({ pages: [{ title: "Home", data_sources: [{ title: "List", properties: { No: "unique_id" }, entries: [{ values: { Name: "A" } }] }] }] }); // prettier-ignore
  const { properties } = await bent.ask(`GET pages/${bent.idOf("A")}`);
  expect(properties.No.unique_id).toEqual({ prefix: null, number: 1 });
});

test("a template gives an entry its content", async () => {
  const bent = world();
  const { templates } = await bent.ask(`GET data_sources/${bent.idOf("Tasks")}/templates`);
  expect(templates).toEqual([{ id: expect.any(String), name: "Weekly", is_default: true }]);
  await create(bent, { title: text("By id") }, { template: { type: "template_id", template_id: templates[0].id } }); // prettier-ignore
  await create(bent, { title: text("By default") }, { template: { type: "default" } });
  await create(bent, { title: text("Without") }, { template: { type: "none" } });
  expect(["By id", "By default", "Without"].map(bent.markdown)).toEqual(["## Agenda", "## Agenda", ""]);
  const both = { template: { type: "default" }, children: [] };
  const unknown = { template: { type: "template_id", template_id: bent.idOf("First") } };
  expect(await create(bent, {}, unknown)).toMatchObject(invalid("Could not find template with ID"));
  const other = { parent: { data_source_id: bent.idOf("Projects") }, template: { type: "default" } };
  expect(await bent.ask("POST pages", other)).toMatchObject(invalid("has no default template"));
  expect(await create(bent, {}, both)).toMatchObject(invalid("either children or a template"));
});

test("a page moves, and an entry keeps its values only inside its data source", async () => {
  const bent = world();
  const [first, other, home] = ["First", "Other", "Home"].map(bent.idOf);
  const move = (id: string, parent: Dict) => bent.ask(`POST pages/${id}/move`, { parent });
  expect(await move(first!, { data_source_id: bent.idOf("Projects") })).toMatchObject(invalid("does not imitate a move that maps the property")); // prettier-ignore
  const moved = await move(first!, { page_id: other });
  expect(moved).toMatchObject({ parent: { type: "page_id", page_id: other } });
  expect(Object.keys(moved.properties)).toEqual(["title"]);
  expect(bent.markdown("Other")).toContain(">First</page>");
  const query = await bent.ask(`POST data_sources/${bent.idOf("Tasks")}/query`, {});
  expect(query.results).toMatchObject([{ id: bent.idOf("Bare") }]);
  expect(await move(home!, { page_id: first })).toMatchObject(invalid("cannot be moved into itself"));
  expect(await move(first!, { workspace: true })).toMatchObject(invalid("does not imitate"));
});

test("get shows 25 items of a property, and the property has all of them", async () => {
  const bent = world();
  const words = Array.from({ length: 130 }, (_, index) => ({ text: { content: `${index} ` } }));
  const path = `pages/${bent.idOf("First")}`;
  await bent.ask(`PATCH ${path}`, { properties: { Note: { rich_text: words.slice(0, 100) } } });
  const { properties } = await bent.ask(`GET ${path}`);
  expect(properties.Note.rich_text).toHaveLength(25);
  const { id } = properties.Note;
  const first = await bent.ask(`GET ${path}/properties/${id}?page_size=60`);
  expect([first.results.length, first.has_more, first.property_item.type]).toEqual([60, true, "rich_text"]);
  const second = await bent.ask(
    `GET ${path}/properties/${id}?page_size=60&start_cursor=${first.next_cursor}`,
  );
  expect(second.results.map((one: Dict) => one.rich_text.plain_text).at(-1)).toBe("99 ");
  expect(await bent.ask(`GET ${path}/properties/${properties.Hours.id}`)).toMatchObject({ object: "property_item", type: "number", number: 1 }); // prettier-ignore
  const filtered = async (...ids: string[]) =>
    Object.keys(
      (await bent.ask(`GET ${path}?${ids.map((one) => `filter_properties=${one}`).join("&")}`)).properties,
    );
  expect(await filtered(properties.Hours.id)).toEqual(["Hours"]);
  expect(await filtered(properties.Hours.id, "title")).toEqual(["Task", "Hours"]);
});

const schema = (bent: Bench, properties: Dict) =>
  bent.ask(`PATCH data_sources/${bent.idOf("Tasks")}`, { properties });

test("properties are added, renamed, changed and removed", async () => {
  const bent = world();
  const { properties } = await schema(bent, {
    Price: { number: { format: "euro" } },
    Size: { name: "Effort", select: { options: [{ name: "Small" }, { name: "Medium", color: "red" }] } },
    Mail: null,
  });
  expect(properties.Price).toMatchObject({ type: "number", number: { format: "euro" } });
  expect(properties.Effort.select.options).toMatchObject([
    { name: "Small" },
    { name: "Medium", color: "red" },
  ]);
  expect(Object.keys(properties)).not.toContain("Mail");
  // The value stays with the option.
  const page = await bent.ask(`GET pages/${bent.idOf("First")}`);
  expect(page.properties.Effort.select.name).toBe("Small");
  await schema(bent, { Effort: { select: { options: [{ name: "Medium" }] } } });
  expect((await bent.ask(`GET pages/${bent.idOf("First")}`)).properties.Effort.select).toBeNull();
});

test.each<[string, Dict, string]>([
  ["the title", { Task: null }, "The title property cannot be removed."],
  ["nothing", { Nothing: null }, "Nothing is not a property that exists."],
  ["a second title", { Name: { title: {} } }, "exactly one title property"],
  ["a name twice", { Size: { name: "Hours" } }, "cannot have the same name"],
  ["options of a status", { Status: { status: { options: [{ name: "Late" }] } } }, "The name and the options of a status property cannot be changed through the API."],
  ["an option twice", { Size: { select: { options: [{ name: "a" }, { name: "a" }] } } }, "should have no option twice"],
  ["another type", { Hours: { checkbox: {} } }, "does not imitate the change of a property from number to checkbox"],
  ["a formula", { Sum: { formula: { expression: "1" } } }, "does not imitate properties of the type formula"],
  ["a new status", { State: { status: {} } }, "does not imitate new properties of the type status"],
  ["a relation to nothing", { Rel: { relation: { data_source_id: "x" } } }, "should be a valid uuid"],
  ["two types", { Sum: { number: {}, checkbox: {} } }, "the configuration of one type"],
])("a change of the schema is refused: %s", async (_what, properties, words) => {
  const bent = world();
  const before = bent.sandbox.state();
  expect(await schema(bent, { Extra: { number: {} }, ...properties })).toMatchObject(invalid(words));
  expect(bent.sandbox.state()).toEqual(before);
}); // prettier-ignore

test("a new database has one data source with the given properties", async () => {
  const bent = world();
  const parent = { type: "page_id", page_id: bent.idOf("Other") };
  const made = (initial_data_source: Dict) => bent.ask("POST databases", { parent, title: text("Stock"), initial_data_source }); // prettier-ignore
  const { data_sources, is_inline } = await made({
    properties: { Item: { title: {} }, Count: { number: {} } },
  });
  expect({ data_sources, is_inline }).toMatchObject({ data_sources: [{ name: "Stock" }], is_inline: false });
  const source = await bent.ask(`GET data_sources/${data_sources[0].id}`);
  expect(Object.keys(source.properties)).toEqual(["Item", "Count"]);
  expect(source.database_parent).toEqual(parent);
  expect(await made({ properties: { Count: { number: {} } } })).toMatchObject(invalid("exactly one property of the type title")); // prettier-ignore
});
