import type { Named } from "../../define/connector-class.ts";
import { createConnectorClass } from "../../define/connector-factory.ts";
import { late } from "../../core/ground/lazy.ts";
import { schemas } from "./compiled.ts";
import { connectFlow } from "./wire/connect-flow.ts";
import * as entities from "./entities/index.ts";
import { fileOrigins } from "./wire/file-origins.ts";
import { indirectCalls } from "./operations/indirect-calls.ts";
import { operations } from "./operations/index.ts";
import { slackRequest } from "./operations/slack-request.ts";
import { allowListKinds } from "./policy/allow-list-kinds.ts";
import { everyday, onlyByName } from "./policy/everyday-actions.ts";
import { platformMessages } from "./wire/known-messages.ts";
import { peopleMaps, platformFields } from "./records/text-sources.ts";
import { synonyms } from "./asked/synonyms.ts";
import { otherSpellings } from "./names/id-patterns.ts";
import { channelOfLink } from "./names/links.ts";

const token = {
  pattern: /^(xoxb-|xoxp-|xoxe\.)\S+$/,
  says: "a bot token (xoxb-...), a user token (xoxp-...) or a rotating one (xoxe.xoxb-..., xoxe.xoxp-...)",
};

const refreshToken = {
  description: "refresh token that gets new tokens",
  accepts: { pattern: /^xoxe-\S+$/, says: "a refresh token (xoxe-...)" },
};

const Defined = createConnectorClass(schemas, {
  name: "slack",
  title: "Slack",
  endpoint: "https://slack.com/api",
  origins: fileOrigins,
  requestIdHeader: "x-slack-req-id",
  auth: {
    token: { api_token: { description: "bot or user token", accepts: token } },
    oauth: {
      client_id: { description: "the Slack app's client id" },
      client_secret: { description: "the Slack app's client secret" },
      access_token: { description: "access token from the OAuth v2 exchange", accepts: token },
    },
    pkce: {
      client_id: { description: "the client id of a Slack app that uses PKCE and has no secret" },
      access_token: { description: "rotating access token", accepts: token },
      refresh_token: refreshToken,
    },
    rotation: {
      client_id: { description: "the Slack app's client id" },
      client_secret: { description: "the Slack app's client secret" },
      access_token: { description: "rotating access token", accepts: token },
      refresh_token: refreshToken,
    },
  },
  config: {
    team_id: {
      description: "the id of a workspace, for a token of a whole Enterprise organization",
      pattern: /^T[A-Z0-9]{2,}$/,
      optional: true,
    },
  },
  connectFlow,
  entities,
  fieldNotes: async () => (await import("./field-notes.ts")).fieldNotes,
  order: [
    "channels",
    "channel_messages",
    "threads",
    "messages",
    "unread_messages",
    "users",
    "search",
    "reactions",
    "files",
    "dms",
    "channel_members",
    "channel_invites",
    "channel_topics",
    "channel_purposes",
    "channel_kicks",
    "scheduled_messages",
    "ephemeral_messages",
    "pins",
    "bookmarks",
    "usergroups",
    "usergroup_members",
    "reminders",
    "user_profiles",
    "canvases",
    "presence",
    "dnd",
    "emoji",
    "team",
    "bots",
    "stars",
    "message_streams",
    "lists",
    "list_items",
    "list_access",
    "list_exports",
    "canvas_access",
    "functions",
    "views",
    "blocks",
    "auth",
    "api",
  ],
  everyday,
  onlyByName,
  operations,
  async connect(credentials, options) {
    const { connectWorkspace } = await import("./calls.ts");
    return connectWorkspace(credentials as Readonly<Record<string, string>>, options);
  },
  rawRequests: { operation: slackRequest },
  allowListKinds,
  eventTokens: {
    action_token: "the action_token of the event that the bot answers",
    trigger_id: "the trigger_id of a person's click, which is valid for three seconds",
    interactivity_pointer: "the interactivity_pointer of a click in a step of a workflow",
  },
  resolver: late(async () => (await import("./calls.ts")).createResolver),
  audience: late(async () => (await import("./calls.ts")).createAudience),
  indirectCalls,
  preview: late(async () => (await import("./dry-run/preview.ts")).preview),
  foresee: late(async () => (await import("./dry-run/outcome.ts")).foresee),
  legend: ["ids", "permalink"],
  platformFields,
  peopleMaps,
  platformMessages,
  toolEffects: ["read", "write"],
  toolNotes: "channel: id, #name. user: id, @name. ts: text, link. Times: ISO.",
  entityNotes: { messages: "Messages: or text, blocks" },
  synonyms,
  jobs: async () => (await import("./asked/index.ts")).jobs,
  actionAliases: {
    "channel_archives.create": "channels.archive",
    "messages.list": "channel_messages.list",
    "replies.list": "threads.list",
    "channels.members": "channel_members.list",
    "channels.history": "channel_messages.list",
    "channels.messages": "channel_messages.list",
    "channels.invite": "channel_invites.create",
    "channels.kick": "channel_kicks.create",
    "channels.rename": "channels.update",
    "channels.set_topic": "channel_topics.create",
    "channels.set_purpose": "channel_purposes.create",
    "threads.get": "threads.list",
    "threads.replies": "threads.list",
    "messages.post": "messages.create",
    "inbox.list": "unread_messages.list",
    "unreads.list": "unread_messages.list",
    "messages.unread": "unread_messages.list",
    "messages.send": "messages.create",
    "messages.send_to_many": "messages.create_many",
    "messages.broadcast": "messages.create_many",
    "messages.share": "messages.forward",
    "messages.edit": "messages.update",
    "messages.schedule": "scheduled_messages.create",
    "messages.stream": "message_streams.start",
    "reminders.set": "reminders.create",
    "dms.create": "dms.open",
    "usergroups.members": "usergroup_members.list",
    "files.create": "files.upload",
    "search.all": "search.everything",
    "messages.search": "search.messages",
    "users.lookup": "users.lookup_by_email",
  },
  paramAliases: {
    channelid: "channel",
    userid: "user",
    fileid: "file",
    usergroupid: "usergroup",
    timestamp: "ts",
    messagets: "ts",
    threadts: ["thread_ts", "ts"],
    message: "markdown_text",
    content: "markdown_text",
    markdown: "markdown_text",
    emoji: "name",
    url: "link",
    permalink: "link",
  },
  respellings: otherSpellings,
  // A call without a channel uses the channel of the link in `ts` or `thread_ts`.
  implied: { channel: ({ ts, thread_ts: thread }) => [ts, thread].map(channelOfLink).find(Boolean) },
});
/**
 * The connector for Slack. `auth` has one of these shapes:
 * - `{ api_token }`: a bot token or a user token
 * - `{ client_id, client_secret, access_token }`: an access token from the OAuth v2 exchange
 * - `{ client_id, client_secret, access_token, refresh_token }`: the tokens of an app with token rotation
 * - `{ client_id, access_token, refresh_token }`: the tokens of an app that uses PKCE
 *
 * With a `refresh_token`, the option `store` keeps each new pair of tokens.
 * https://docs.slack.dev/authentication
 */
export const SlackConnector: Named<typeof Defined, SlackConnector> = Defined;
export interface SlackConnector extends InstanceType<typeof Defined> {}
export { slackEvent, type EventContext, type SlackEvent } from "./events/slack-event.ts";
export { verifySlackSignature, type SignatureOptions } from "./events/verify-signature.ts";
export type { SignedRequest } from "../../core/ground/signed-request.ts";
