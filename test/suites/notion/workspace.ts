import { notionSandbox, type NotionSandbox } from "agent-connectors/sandbox";

/** A data source with three entries. */
export const source = "393abc1e-edcd-8178-a193-000baf4739c9";
/** A page that the connection sees. */
export const home = "393abc1e-edcd-80f3-813b-e205934558c6";
/** A page that is not shared with the connection. */
export const hidden = "00000000-0000-0000-0000-000000000000";

/** Creates a workspace with one page and a data source with three entries. */
export const suiteSandbox = (): NotionSandbox =>
  notionSandbox({
    workspace: {
      name: "Acme",
      people: ["Ana Silva"],
      pages: [
        {
          title: "Home",
          id: home,
        },
        {
          title: "Shop",
          data_sources: [
            {
              title: "Groceries",
              id: source,
              properties: { Name: "title", Done: "checkbox" },
              entries: [
                { values: { Name: "Milk", Done: true } },
                { values: { Name: "Bread", Done: false } },
                { values: { Name: "Salt", Done: false } },
              ],
            },
          ],
        },
        { title: "Salaries", id: hidden, shared: false },
      ],
    },
  });
