import type { Operations } from "../../../core/contract/wire/operation.ts";
import { cursors, method } from "./method.ts";
import { tier2, tier3, tier4 } from "./rate-tiers.ts";

export const readAny = ["channels:read", "groups:read", "im:read", "mpim:read"];
const history = ["channels:history", "groups:history", "im:history", "mpim:history"];
const manageBot = ["channels:manage", "groups:write", "im:write", "mpim:write"];
const manageUser = ["channels:write", "groups:write", "im:write", "mpim:write"];
/** For some methods, Slack also documents the scope `channels:write`. Only bots of legacy apps have this scope. */
const manageBotOrLegacy = [...manageBot, "channels:write"];
const topic = ["channels:write.topic", "groups:write.topic", "im:write.topic", "mpim:write.topic"];
const invites = ["channels:write.invites", "groups:write.invites"];

export const conversations = {
  "conversations.archive": method("conversations.archive", tier2, manageBotOrLegacy, manageUser, {
    already: ["already_archived"],
  }),
  "conversations.close": method("conversations.close", tier2, manageBotOrLegacy, manageUser, {
    already: ["already_closed"],
  }),
  "conversations.create": method("conversations.create", tier2, manageBotOrLegacy, manageUser),
  "conversations.history": method("conversations.history", tier3, history, history, { paging: cursors(50) }),
  "conversations.info": method("conversations.info", tier3, readAny),
  "conversations.invite": method(
    "conversations.invite",
    tier3,
    [...invites, ...manageBot],
    [...invites, ...manageUser],
    { already: ["already_in_channel"] },
  ),
  "conversations.join": method("conversations.join", tier3, ["channels:join"], ["channels:write"], {
    already: ["already_in_channel"],
  }),
  "conversations.kick": method(
    "conversations.kick",
    tier3,
    ["channels:manage", "groups:write"],
    ["channels:write", "groups:write"],
    { already: ["user_not_in_channel"] },
  ),
  "conversations.leave": method("conversations.leave", tier3, manageBotOrLegacy, manageUser, {
    already: ["not_in_channel"],
  }),
  "conversations.list": method("conversations.list", tier2, readAny, readAny, { paging: cursors(100) }),
  "conversations.mark": method("conversations.mark", tier3, manageBotOrLegacy, manageUser),
  "conversations.members": method("conversations.members", tier4, readAny, readAny, { paging: cursors(100) }),
  "conversations.open": method("conversations.open", tier3, manageBot, manageUser, {
    already: ["already_open"],
  }),
  "conversations.rename": method("conversations.rename", tier2, manageBotOrLegacy, manageUser),
  "conversations.replies": method("conversations.replies", tier3, history, history, { paging: cursors(50) }),
  "conversations.setPurpose": method(
    "conversations.setPurpose",
    tier2,
    [...topic, ...manageBot],
    [...topic, ...manageUser],
  ),
  "conversations.setTopic": method(
    "conversations.setTopic",
    tier2,
    [...topic, ...manageBot],
    [...topic, ...manageUser],
  ),
  "conversations.unarchive": method("conversations.unarchive", tier2, manageBotOrLegacy, manageUser, {
    already: ["not_archived"],
  }),
} satisfies Operations;
