import { ConnectorError } from "agent-connectors";
import { notionSandbox, type NotionWorkspace } from "agent-connectors/sandbox";
import { expect, test } from "vitest";
import { bench } from "./helpers.ts";

const source = (more: object) => ({ pages: [{ title: "Home", data_sources: [{ title: "Tasks", ...more }] }] }); // prettier-ignore

test.each<[unknown, string, string]>([
  [{ page: [] }, "workspace.page", "Options: name, people, pages"],
  [{ pages: [{}] }, "workspace.pages[0].title", "is missing"],
  [{ pages: [{ title: "A", text: "x" }] }, "workspace.pages[0].text", "markdown"],
  [{ pages: [{ title: "A", markdown: 3 }] }, "workspace.pages[0].markdown", "a list of lines"],
  [{ pages: [{ title: "A", markdown: "<table>" }] }, "workspace.pages[0].markdown", "does not imitate <table>"],
  [{ pages: [{ title: "A", pages: [{ title: "B", id: "7" }] }] }, "workspace.pages[0].pages[0].id", "32 hexadecimal digits"],
  [{ people: [{ email: "a@b.example" }] }, "workspace.people[0].name", "is missing"],
  [{ people: ["Ana Silva"], pages: [{ title: "A", comments: [{ from: "Ana", text: "x" }] }] }, "workspace.pages[0].comments[0].from", "Ana Silva"],
  [{ people: ["Ana Silva"], pages: [{ title: "A", comments: [{ from: "Ana Silva", text: "x", on: "y" }] }] }, "workspace.pages[0].comments[0].on", "no block"],
  [source({ properties: { Sum: "formula" } }), "workspace.pages[0].data_sources[0].properties.Sum", "no properties of the type"],
  [source({ properties: { Rel: { relation: "Nothing" } } }), "workspace.pages[0].data_sources[0].properties.Rel", "no data source with the title"],
  [source({ entries: [{}] }), "workspace.pages[0].data_sources[0].entries[0].values", "is missing"],
  [source({ entries: [{ values: { Title: "x" } }] }), "workspace.pages[0].data_sources[0].entries[0].values.Title", "The properties are: Name"],
  [source({ properties: { Status: { status: ["Open"] } }, entries: [{ values: { Status: "Lost" } }] }), "workspace.pages[0].data_sources[0].entries[0].values.Status", "does not exist"],
  [source({ properties: { Rel: { relation: "Tasks" } }, entries: [{ values: { Rel: "x" } }] }), "workspace.pages[0].data_sources[0].entries[0].values.Rel", "0 entries have the title"],
])("a mistake names its place: %j", (workspace, path, words) => {
  let thrown: unknown;
  try {
    notionSandbox({ workspace: workspace as NotionWorkspace });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(ConnectorError);
  const { code, path: where, message, hint } = thrown as ConnectorError;
  expect({ code, path: where }).toEqual({ code: "config_error", path });
  expect(`${message} ${hint ?? ""}`).toContain(words);
}); // prettier-ignore

test("a workspace is written by names, in any order, and the ids are the same each time", async () => {
  const workspace: NotionWorkspace = {
    name: "Acme",
    people: [{ name: "Ana Silva", email: "ana@acme.example" }, "Ben Okoro"],
    pages: [
      {
        title: "Home",
        id: "00000000-0000-0000-0000-00000000000a",
        icon: "🏠",
        by: "Ben Okoro",
        hours_ago: 2,
        data_sources: [
          {
            title: "Tasks",
            database: "Work",
            properties: { Task: "title", Project: { relation: "Projects" }, Span: "date", Files: "files" },
            entries: [
              {
                values: { Task: "A", Project: ["P"], Span: "2026-03-01/2026-03-02", Files: ["https://a.example/f.pdf"] },
                markdown: ["One", "Two"],
              },
            ],
          },
          { title: "Projects", database: "Work", entries: [{ values: { Name: "P" } }] },
        ],
      },
    ],
  }; // prettier-ignore
  const { ask, sandbox, idOf } = bench(workspace);
  expect(sandbox.state()).toEqual(bench(workspace).sandbox.state());
  const home = await ask("GET pages/0000000000000000000000000000000a");
  expect(home).toMatchObject({ icon: { emoji: "🏠" }, created_time: "2026-03-12T14:30:00.000Z" });
  const { results: users } = await ask("GET users");
  expect(home.created_by.id).toBe(users[1].id);
  expect(users).toMatchObject([{ person: { email: "ana@acme.example" } }, { person: { email: "ben.okoro@fernhill.example" } }, { type: "bot", bot: { workspace_name: "Acme" } }]); // prettier-ignore
  const entry = await ask(`GET pages/${idOf("A")}`);
  expect(entry.properties).toMatchObject({ Project: { relation: [{ id: idOf("P") }] }, Span: { date: { start: "2026-03-01", end: "2026-03-02" } }, Files: { files: [{ name: "f.pdf" }] } }); // prettier-ignore
  const [database] = sandbox.state().databases;
  expect(database).toMatchObject({ data_sources: [{ name: "Tasks" }, { name: "Projects" }] });
});

test("an unknown option is refused", () => {
  expect(() => notionSandbox({ seed: {} } as never)).toThrow(expect.objectContaining({ path: "seed", hint: expect.stringContaining("workspace") })); // prettier-ignore
});
