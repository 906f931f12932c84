import type { Operations } from "../../../core/contract/wire/operation.ts";
import { cursors, forUsers, method, pages } from "./method.ts";
import { generous, tier2, tier3, tier4 } from "./rate-tiers.ts";

const searchBot = ["search:read.public", "search:read.files", "search:read.users"];
const searchUser = [...searchBot, "search:read.private", "search:read.im", "search:read.mpim"];
const canvases = ["canvases:write"];

export const workspace = {
  "api.test": method("api.test", tier4, []),
  "assistant.search.context": method("assistant.search.context", generous, searchBot, searchUser, {
    paging: cursors(20, 20),
  }),
  "assistant.search.info": method("assistant.search.info", tier2, ["search:read.public"]),
  "auth.teams.list": method("auth.teams.list", tier2, [], undefined, { paging: cursors(100) }),
  "auth.test": method("auth.test", generous, []),
  "canvases.access.delete": method("canvases.access.delete", tier3, canvases),
  "canvases.access.set": method("canvases.access.set", tier3, canvases),
  "canvases.create": method("canvases.create", tier2, canvases, undefined, {
    arguments: { channel: "channel_id" },
  }),
  "canvases.delete": method("canvases.delete", tier3, canvases),
  "canvases.edit": method("canvases.edit", tier3, canvases),
  "canvases.sections.lookup": method("canvases.sections.lookup", tier3, ["canvases:read"]),
  "emoji.list": method("emoji.list", tier2, ["emoji:read"]),
  "functions.completeError": method("functions.completeError", tier3, []),
  "functions.completeSuccess": method("functions.completeSuccess", tier3, []),
  "search.all": forUsers("search.all", tier2, ["search:read"], { paging: pages("messages.paging", 20, 100) }),
  "search.files": forUsers("search.files", tier2, ["search:read"], {
    paging: pages("files.paging", 20, 100),
  }),
  "search.messages": forUsers("search.messages", tier2, ["search:read"], {
    // Instead of this method, the action can use `assistant.search.context`, which also needs these scopes for private
    // conversations.
    moreScopes: { user: ["search:read.private", "search:read.im", "search:read.mpim"] },
    paging: pages("messages.paging", 20, 100),
  }),
  "team.info": method("team.info", tier3, ["team:read"]),
  "team.profile.get": method("team.profile.get", tier3, ["users.profile:read"]),
  "views.open": method("views.open", tier4, [], undefined, { tokens: ["bot"] }),
  "views.push": method("views.push", tier4, [], undefined, { tokens: ["bot"] }),
  "views.update": method("views.update", tier4, [], undefined, { tokens: ["bot"] }),
  "views.publish": method("views.publish", tier4, [], undefined, {
    tokens: ["bot"],
    arguments: { user: "user_id" },
  }),
} satisfies Operations;
