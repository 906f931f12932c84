import type { Operations } from "../../../core/contract/wire/operation.ts";
import { cursors, method } from "./method.ts";
import { tier2, tier3, tier4 } from "./rate-tiers.ts";

const read = ["lists:read"];
const write = ["lists:write"];

export const lists = {
  "slackLists.access.delete": method("slackLists.access.delete", tier3, write),
  "slackLists.access.set": method("slackLists.access.set", tier3, write),
  "slackLists.create": method("slackLists.create", tier2, write),
  "slackLists.download.get": method("slackLists.download.get", tier4, read),
  "slackLists.download.start": method("slackLists.download.start", tier2, read),
  "slackLists.items.create": method("slackLists.items.create", tier3, write),
  "slackLists.items.delete": method("slackLists.items.delete", tier2, write),
  "slackLists.items.deleteMultiple": method("slackLists.items.deleteMultiple", tier2, write),
  "slackLists.items.info": method("slackLists.items.info", tier2, read),
  "slackLists.items.list": method("slackLists.items.list", tier2, read, undefined, {
    paging: cursors(100),
  }),
  "slackLists.items.update": method("slackLists.items.update", tier3, write),
  "slackLists.update": method("slackLists.update", tier2, write, undefined, { arguments: { list_id: "id" } }),
} satisfies Operations;
