import type { NotionWorkspace } from "./types.ts";

/** The workspace of a small shop. */
export const defaultWorkspace: NotionWorkspace = {
  people: ["Maya Chen", "Omar Diaz", "Priya Nair"],
  pages: [
    {
      title: "Fernhill Home",
      icon: "🌿",
      hours_ago: 72,
      markdown: [
        "# Welcome",
        "Everything that the team of Fernhill needs.",
        "- Opening hours: 9:00 to 18:00",
        "- Deliveries: Tuesday and Friday",
      ],
      comments: [
        { from: "Omar Diaz", text: "Are the hours right on holidays?", replies: [{ from: "Maya Chen", text: "I will ask." }] }, // prettier-ignore
      ],
      pages: [
        {
          title: "Meeting notes",
          hours_ago: 50,
          pages: [
            {
              title: "Weekly meeting 9 March",
              by: "Priya Nair",
              hours_ago: 30,
              markdown: [
                "## Topics",
                "- Spring catalogue",
                "- New supplier for pots",
                "## Action items",
                "- [ ] Maya asks the supplier for samples",
                "- [x] Omar sends the catalogue to print",
              ],
            },
          ],
        },
      ],
      data_sources: [
        {
          title: "Tasks",
          properties: {
            Name: "title",
            Status: { status: ["Not started", "In progress", "Done"] },
            Priority: { select: ["High", "Low"] },
            Due: "date",
            Owner: "people",
            Hours: "number",
          },
          entries: [
            { values: { Name: "Order pots", Status: "In progress", Priority: "High", Due: "2026-03-10", Owner: "Maya Chen", Hours: 3 } }, // prettier-ignore
            { values: { Name: "Print catalogue", Status: "Done", Priority: "High", Due: "2026-03-06", Owner: "Omar Diaz", Hours: 5 } }, // prettier-ignore
            { values: { Name: "Plan spring window", Status: "Not started", Priority: "Low", Due: "2026-03-27" } }, // prettier-ignore
          ],
        },
      ],
    },
    { title: "Salaries", shared: false, markdown: "Only for the owners." },
  ],
};
