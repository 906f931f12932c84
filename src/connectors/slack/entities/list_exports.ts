import { action } from "../../../core/contract/action.ts";
import { listId } from "../params.ts";

export const start = action({
  description: "Start the export of a list as CSV. Then call `get` until the status is COMPLETED.",
  params: (z) => ({ list_id: listId(z), include_archived: z.boolean().optional().meta({ rare: true }) }),
  result: (z) => z.object({ job_id: z.string() }),
  // The export changes nothing that a person can see.
  effect: "read",
  calls: "slackLists.download.start",
  example: { list_id: "F012AB3CD" },
});

export const get = action({
  description: "Get the status of an export, and the link to its file. The link needs the token.",
  params: (z) => ({ list_id: listId(z), job_id: z.string().min(1) }),
  result: (z) => z.object({ status: z.string(), download_url: z.string().nullish() }),
  effect: "read",
  calls: "slackLists.download.get",
  example: { list_id: "F012AB3CD", job_id: "Le012AB3CD" },
});
