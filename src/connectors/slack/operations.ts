import type { Operation, Operations, Paging } from "../../core/operation.ts";

// Slack's Web API methods that the connector sends, as Slack documents them. Rate tiers hold per method, workspace and
// app: https://docs.slack.dev/apis/web-api/rate-limits

const tier2 = { perMinute: 20, burst: 5 };
const tier3 = { perMinute: 50, burst: 10 };
const tier4 = { perMinute: 100, burst: 20 };
const posting = { perMinute: 60, burst: 5 };
const generous = { perMinute: 300, burst: 50 };

/** Slack's cursors: https://docs.slack.dev/apis/web-api/pagination. A limit of 1,000 is silently odd; 999 is not. */
const paging = (byDefault: number): Paging => ({
  limit: "limit",
  cursor: "cursor",
  next: "response_metadata.next_cursor",
  default: byDefault,
  max: 999,
});

type Rate = NonNullable<Operation["rate"]>;
type Scopes = readonly string[];

/** Every method is sent as a POST form: Slack, and every server that imitates it, takes that for all of them. */
function method(
  name: string,
  rate: Rate,
  bot: Scopes,
  user: Scopes = bot,
  more: Partial<Operation> = {},
): Operation {
  return {
    method: "POST",
    path: `/${name}`,
    rate,
    scopes: { bot, user },
    docs: `https://docs.slack.dev/reference/methods/${name}`,
    ...more,
  };
}

const readAny = ["channels:read", "groups:read", "im:read", "mpim:read"];
const history = ["channels:history", "groups:history", "im:history", "mpim:history"];
const manageBot = ["channels:manage", "groups:write", "im:write", "mpim:write"];
const manageUser = ["channels:write", "groups:write", "im:write", "mpim:write"];
/** As Slack documents it; a bot has channels:write only where its app is of the old kind. */
const ownBot = [...manageBot, "channels:write"];
const topic = ["channels:write.topic", "groups:write.topic", "im:write.topic", "mpim:write.topic"];
const invites = ["channels:write.invites", "groups:write.invites"];
const timestamp = { ts: "timestamp" };

export const operations = {
  "auth.test": method("auth.test", generous, []),
  "bookmarks.add": method("bookmarks.add", tier2, ["bookmarks:write"], undefined, {
    arguments: { channel: "channel_id" },
  }),
  "chat.delete": method("chat.delete", tier3, ["chat:write"], undefined, { already: ["message_not_found"] }),
  "chat.postEphemeral": method("chat.postEphemeral", tier4, ["chat:write"]),
  "chat.postMessage": method("chat.postMessage", posting, ["chat:write"]),
  "chat.scheduleMessage": method("chat.scheduleMessage", tier3, ["chat:write"]),
  "chat.update": method("chat.update", tier3, ["chat:write"]),
  "conversations.archive": method("conversations.archive", tier2, ownBot, manageUser, {
    already: ["already_archived"],
  }),
  "conversations.create": method("conversations.create", tier2, ownBot, manageUser),
  "conversations.history": method("conversations.history", tier3, history, history, { paging: paging(50) }),
  "conversations.info": method("conversations.info", tier3, readAny),
  "conversations.invite": method(
    "conversations.invite",
    tier3,
    [...invites, ...manageBot],
    [...invites, ...manageUser],
    {
      already: ["already_in_channel"],
    },
  ),
  "conversations.kick": method(
    "conversations.kick",
    tier3,
    ["channels:manage", "groups:write"],
    ["channels:write", "groups:write"],
    {
      already: ["user_not_in_channel"],
    },
  ),
  "conversations.list": method("conversations.list", tier2, readAny, readAny, { paging: paging(100) }),
  "conversations.rename": method("conversations.rename", tier2, ownBot, manageUser),
  "conversations.replies": method("conversations.replies", tier3, history, history, { paging: paging(50) }),
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
  "pins.add": method("pins.add", tier2, ["pins:write"], undefined, {
    arguments: timestamp,
    already: ["already_pinned"],
  }),
  "reactions.add": method("reactions.add", tier3, ["reactions:write"], undefined, {
    arguments: timestamp,
    already: ["already_reacted"],
  }),
  "reactions.remove": method("reactions.remove", tier2, ["reactions:write"], undefined, {
    arguments: timestamp,
    already: ["no_reaction"],
  }),
  "users.info": method("users.info", tier4, ["users:read"]),
  "users.list": method("users.list", tier2, ["users:read"], undefined, { paging: paging(100) }),
} satisfies Operations;
