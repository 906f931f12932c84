import { listAction } from "../../../core/contract/action.ts";
import { Found } from "../records.ts";
import { foundView } from "../text/views.ts";

export const titles = listAction({
  description: "Find pages and data sources by title, or list all that the connection can see.",
  params: (z) => ({
    query: z.string().optional().describe("words of the title"),
    filter: z
      .strictObject({ property: z.literal("object"), value: z.enum(["page", "data_source"]) })
      .optional(),
    sort: z
      .strictObject({
        timestamp: z.literal("last_edited_time"),
        direction: z.enum(["ascending", "descending"]),
      })
      .optional(),
  }),
  result: Found,
  calls: "search",
  view: foundView,
  example: { query: "Plan", filter: { property: "object", value: "page" } },
});
