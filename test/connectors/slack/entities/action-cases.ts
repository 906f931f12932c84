import { expect } from "vitest";

/** A call of one action: the requests that it must send, Slack's responses, and an error that is tested with it. */
export interface ActionCase {
  params?: Record<string, unknown>;
  /** The requests in order: the method, the arguments, and the fields of Slack's response. */
  sends: readonly (readonly [
    method: string,
    args: Record<string, unknown>,
    answer?: Record<string, unknown>,
  ])[];
  data: unknown;
  /** A documented error code of the first method. */
  refused: string;
  /** The kind of token that the call needs. Default: a bot token. */
  token?: "user" | "bot";
}

const channel = "C012AB3CD";
const user = "U012AB3CD";
const ts = "1712161829.000300";
const file = "F012AB3CD";
const usergroup = "S012AB3CD";
const reminder = "Rm012AB3CD";
const canvas_id = "F0CANVAS1";
const message = { ts, text: "hi", user };
const here = { channel, ts };
const group = { id: usergroup, name: "Atlas" };
const note = { id: reminder, text: "x" };
const found = { messages: { matches: [{ ts, text: "hi" }], paging: { pages: 1 } } };
/** The metadata by which the connector finds its own message again. */
const mark: unknown = expect.stringMatching(
  /^\{"event_type":"agent_connectors_message","event_payload":\{"key":"[0-9a-f]{32}"\}\}$/,
);
const who = { url: "https://acme.slack.com/", user_id: user };

/** Returns the most common case: the response contains the record under a key. */
const one = (
  method: string,
  params: Record<string, unknown>,
  args: Record<string, string>,
  [key, record]: readonly [string, unknown],
  refused: string,
): ActionCase => ({ params, sends: [[method, args, { [key]: record }]], data: record, refused });
/** Returns a case in which Slack's response is only `ok`. The result of the call then repeats the params. */
const done = (
  method: string,
  params: Record<string, unknown>,
  args: Record<string, string>,
  refused: string,
): ActionCase => ({ params, sends: [[method, args]], data: params, refused });
const asUser = (given: ActionCase): ActionCase => ({ ...given, token: "user" });

export const actionCases: Record<string, ActionCase> = {
  "api.test": { sends: [["api.test", {}]], data: { ok: true }, refused: "invalid_arguments" },
  "auth.test": { sends: [["auth.test", {}, who]], data: who, refused: "invalid_auth" },
  "auth.teams_list": one(
    "auth.teams.list",
    {},
    { limit: "100" },
    ["teams", [{ id: "T1", name: "a" }]],
    "invalid_cursor",
  ),
  "blocks.validate": {
    params: { blocks: [{ type: "divider" }] },
    sends: [["blocks.validate", { blocks: '[{"type":"divider"}]' }]],
    data: { valid: true },
    refused: "invalid_blocks",
  },
  "bookmarks.list": one(
    "bookmarks.list",
    { channel },
    { channel_id: channel },
    ["bookmarks", [{ id: "Bk1" }]],
    "channel_not_found",
  ),
  "bookmarks.create": one(
    "bookmarks.add",
    { channel, title: "t", link: "https://example.com/" },
    { channel_id: channel, title: "t", link: "https://example.com/", type: "link" },
    ["bookmark", { id: "Bk1" }],
    "too_many_bookmarks",
  ),
  "bookmarks.update": one(
    "bookmarks.edit",
    { channel, bookmark_id: "Bk012", title: "t" },
    { channel_id: channel, bookmark_id: "Bk012", title: "t" },
    ["bookmark", { id: "Bk012" }],
    "not_found",
  ),
  "bookmarks.delete": done(
    "bookmarks.remove",
    { channel, bookmark_id: "Bk012" },
    { channel_id: channel, bookmark_id: "Bk012" },
    "permission_denied",
  ),
  "bots.get": one(
    "bots.info",
    { bot: "B012AB3CD" },
    { bot: "B012AB3CD" },
    ["bot", { id: "B012AB3CD" }],
    "bot_not_found",
  ),
  "canvases.create": {
    params: { title: "Plan", markdown: "# Plan", channel },
    sends: [
      [
        "canvases.create",
        { title: "Plan", channel_id: channel, document_content: '{"type":"markdown","markdown":"# Plan"}' },
        { canvas_id },
      ],
    ],
    data: { canvas_id },
    refused: "canvas_creation_failed",
  },
  "canvases.update": {
    params: { canvas_id, operation: "insert_at_end", markdown: "more" },
    sends: [
      [
        "canvases.edit",
        {
          canvas_id,
          changes: '[{"operation":"insert_at_end","document_content":{"type":"markdown","markdown":"more"}}]',
        },
      ],
    ],
    data: { canvas_id },
    refused: "canvas_not_found",
  },
  "canvases.sections": {
    params: { canvas_id, section_types: ["h1"], contains_text: "Plan" },
    sends: [
      [
        "canvases.sections.lookup",
        { canvas_id, criteria: '{"section_types":["h1"],"contains_text":"Plan"}' },
        { sections: [{ id: "temp:C:1" }] },
      ],
    ],
    data: { sections: [{ id: "temp:C:1" }] },
    refused: "canvas_not_found",
  },
  "canvases.delete": done("canvases.delete", { canvas_id }, { canvas_id }, "canvas_not_found"),
  "channel_invites.create": one(
    "conversations.invite",
    { channel, users: [user, "U045EF6GH"] },
    { channel, users: `${user},U045EF6GH` },
    ["channel", { id: channel }],
    "cant_invite_self",
  ),
  "channel_kicks.create": done("conversations.kick", { channel, user }, { channel, user }, "cant_kick_self"),
  "channel_members.list": one(
    "conversations.members",
    { channel },
    { channel, limit: "100" },
    ["members", [user]],
    "channel_not_found",
  ),
  "channel_messages.list": {
    params: { channel, limit: 5 },
    sends: [["conversations.history", { channel, limit: "5" }, { messages: [message] }]],
    data: [message],
    refused: "channel_not_found",
  },
  "channel_purposes.create": one(
    "conversations.setPurpose",
    { channel, purpose: "p" },
    { channel, purpose: "p" },
    ["channel", { id: channel }],
    "channel_not_found",
  ),
  "channel_topics.create": one(
    "conversations.setTopic",
    { channel, topic: "t" },
    { channel, topic: "t" },
    ["channel", { id: channel }],
    "channel_not_found",
  ),
  "channels.list": one(
    "conversations.list",
    { types: ["im", "mpim"] },
    { types: "im,mpim", limit: "100" },
    ["channels", [{ id: channel }]],
    "invalid_types",
  ),
  "channels.get": one(
    "conversations.info",
    { channel },
    { channel, include_num_members: "true" },
    ["channel", { id: channel }],
    "channel_not_found",
  ),
  "channels.create": one(
    "conversations.create",
    { name: "atlas" },
    { name: "atlas" },
    ["channel", { id: channel }],
    "name_taken",
  ),
  "channels.update": one(
    "conversations.rename",
    { channel, name: "atlas" },
    { channel, name: "atlas" },
    ["channel", { id: channel }],
    "not_authorized",
  ),
  "channels.archive": done("conversations.archive", { channel }, { channel }, "cant_archive_general"),
  "channels.unarchive": done("conversations.unarchive", { channel }, { channel }, "channel_not_found"),
  "channels.join": one(
    "conversations.join",
    { channel },
    { channel },
    ["channel", { id: channel }],
    "is_archived",
  ),
  "channels.leave": done("conversations.leave", { channel }, { channel }, "cant_leave_general"),
  "channels.mark": done("conversations.mark", here, here, "invalid_timestamp"),
  "dms.list": one(
    "conversations.list",
    {},
    { types: "im,mpim", limit: "100" },
    ["channels", [{ id: "D1" }]],
    "invalid_cursor",
  ),
  "dms.open": one(
    "conversations.open",
    { users: [user] },
    { users: user },
    ["channel", { id: "D1" }],
    "user_disabled",
  ),
  "dms.close": {
    params: { channel: "D012AB3CD" },
    sends: [["conversations.close", { channel: "D012AB3CD" }]],
    data: { id: "D012AB3CD" },
    refused: "user_does_not_own_channel",
  },
  "dnd.get": {
    params: { user },
    sends: [["dnd.info", { user }, { dnd_enabled: true }]],
    data: { dnd_enabled: true },
    refused: "user_not_found",
  },
  "dnd.snooze": asUser({
    params: { num_minutes: 60 },
    sends: [["dnd.setSnooze", { num_minutes: "60" }, { snooze_enabled: true }]],
    data: { snooze_enabled: true },
    refused: "snooze_failed",
  }),
  "emoji.list": {
    sends: [["emoji.list", {}, { emoji: { owl: "https://e.example/owl.png", hoot: "alias:owl" } }]],
    data: [
      { name: "owl", url: "https://e.example/owl.png" },
      { name: "hoot", alias_for: "owl" },
    ],
    refused: "missing_scope",
  },
  "ephemeral_messages.create": {
    params: { channel, user, text: "psst" },
    sends: [["chat.postEphemeral", { channel, user, text: "psst" }, { message_ts: ts }]],
    data: { channel, user, text: "psst", message_ts: ts },
    refused: "user_not_in_channel",
  },
  "files.list": {
    params: { channel, types: ["images", "pdfs"], cursor: "2", limit: 10 },
    sends: [
      [
        "files.list",
        { channel, types: "images,pdfs", count: "10", page: "2" },
        { files: [{ id: file }], paging: { count: 10, page: 2, pages: 2, total: 11 } },
      ],
    ],
    data: [{ id: file }],
    refused: "unknown_type",
  },
  "files.get": {
    params: { file },
    sends: [["files.info", { file }, { file: { id: file }, content: "text" }]],
    data: { id: file, content: "text" },
    refused: "file_not_found",
  },
  "files.upload": {
    params: { filename: "a.txt", content: "abc", channel, initial_comment: "look" },
    sends: [
      [
        "files.getUploadURLExternal",
        { filename: "a.txt", length: "3" },
        { upload_url: "https://files.slack.com/upload/v1/X", file_id: file },
      ],
      ["PUT https://files.slack.com/upload/v1/X", {}],
      [
        "files.completeUploadExternal",
        { files: `[{"id":"${file}","title":"a.txt"}]`, channel_id: channel, initial_comment: "look" },
        { files: [{ id: file, title: "a.txt" }] },
      ],
    ],
    data: { id: file, name: "a.txt", title: "a.txt", size: 3 },
    refused: "file_uploads_disabled",
  },
  "files.download": {
    params: { file },
    sends: [
      [
        "files.info",
        { file },
        {
          file: {
            id: file,
            name: "a.txt",
            mimetype: "text/plain",
            url_private_download: "https://files.slack.com/files-pri/T1-F1/download/a.txt",
          },
        },
      ],
      ["GET https://files.slack.com/files-pri/T1-F1/download/a.txt", {}],
    ],
    data: new TextEncoder().encode("content"),
    refused: "file_not_found",
  },
  "files.delete": done("files.delete", { file }, { file }, "cant_delete_file"),
  "files.share_public": asUser(
    one("files.sharedPublicURL", { file }, { file }, ["file", { id: file }], "not_allowed"),
  ),
  "files.revoke_public": one(
    "files.revokePublicURL",
    { file },
    { file },
    ["file", { id: file }],
    "file_not_found",
  ),
  "messages.get": {
    params: here,
    sends: [
      [
        "conversations.history",
        { channel, latest: ts, oldest: ts, inclusive: "true", limit: "1" },
        { messages: [] },
      ],
      [
        "conversations.replies",
        { channel, ts, latest: ts, oldest: ts, inclusive: "true", limit: "2" },
        { messages: [message] },
      ],
    ],
    data: message,
    refused: "channel_not_found",
  },
  "messages.create": {
    params: { channel, text: "hi" },
    sends: [
      ["auth.test", {}, who],
      [
        "chat.postMessage",
        { channel, text: "hi", unfurl_links: "false", unfurl_media: "false", metadata: mark },
        { channel, ts, message: { text: "hi" } },
      ],
    ],
    data: { channel, ts, text: "hi" },
    refused: "is_archived",
  },
  "messages.update": {
    params: { ...here, text: "hi" },
    sends: [
      ["auth.test", {}, who],
      ["chat.update", { ...here, text: "hi" }, { channel, ts, message: { text: "hi" } }],
    ],
    data: { channel, ts, text: "hi" },
    refused: "cant_update_message",
  },
  "messages.delete": {
    params: here,
    sends: [["chat.delete", here, here]],
    data: here,
    refused: "cant_delete_message",
  },
  "messages.permalink": {
    params: here,
    sends: [
      ["chat.getPermalink", { channel, message_ts: ts }, { channel, permalink: "https://acme.slack.com/p1" }],
    ],
    data: { channel, permalink: "https://acme.slack.com/p1" },
    refused: "message_not_found",
  },
  "messages.me": {
    params: { channel, text: "waves" },
    sends: [
      ["auth.test", {}, who],
      ["chat.meMessage", { channel, text: "waves" }, { channel, ts }],
    ],
    data: { channel, ts },
    refused: "channel_not_found",
  },
  "pins.list": {
    params: { channel },
    sends: [["pins.list", { channel }, { items: [{ type: "message", message }] }]],
    data: [{ type: "message", message }],
    refused: "channel_not_found",
  },
  "pins.create": done("pins.add", here, { channel, timestamp: ts }, "message_not_found"),
  "pins.delete": done("pins.remove", here, { channel, timestamp: ts }, "message_not_found"),
  "presence.get": {
    params: { user },
    sends: [["users.getPresence", { user }, { presence: "active" }]],
    data: { presence: "active" },
    refused: "missing_scope",
  },
  "presence.set": done("users.setPresence", { presence: "away" }, { presence: "away" }, "invalid_presence"),
  "reactions.list": one(
    "reactions.list",
    { user },
    { user, limit: "50" },
    ["items", [{ type: "message", message }]],
    "user_not_found",
  ),
  "reactions.get": {
    params: here,
    sends: [["reactions.get", { channel, timestamp: ts, full: "true" }, { message }]],
    data: message,
    refused: "message_not_found",
  },
  "reactions.create": done(
    "reactions.add",
    { ...here, name: "owl" },
    { channel, timestamp: ts, name: "owl" },
    "too_many_emoji",
  ),
  "reactions.delete": done(
    "reactions.remove",
    { ...here, name: "owl" },
    { channel, timestamp: ts, name: "owl" },
    "message_not_found",
  ),
  "reminders.list": asUser(one("reminders.list", {}, {}, ["reminders", [note]], "missing_scope")),
  "reminders.get": asUser(one("reminders.info", { reminder }, { reminder }, ["reminder", note], "not_found")),
  "reminders.create": asUser(
    one(
      "reminders.add",
      { text: "x", time: "in 5 minutes", recurrence: { frequency: "weekly", weekdays: ["monday"] } },
      { text: "x", time: "in 5 minutes", recurrence: '{"frequency":"weekly","weekdays":["monday"]}' },
      ["reminder", note],
      "cannot_parse",
    ),
  ),
  "reminders.complete": asUser(
    done("reminders.complete", { reminder }, { reminder }, "cannot_complete_recurring"),
  ),
  "reminders.delete": asUser(done("reminders.delete", { reminder }, { reminder }, "not_found")),
  "scheduled_messages.list": {
    params: { channel, oldest: "1712161829" },
    sends: [
      [
        "chat.scheduledMessages.list",
        { channel, oldest: "1712161829", limit: "50" },
        { scheduled_messages: [{ id: 1298393284 }] },
      ],
    ],
    data: [{ id: "1298393284" }],
    refused: "invalid_channel",
  },
  "scheduled_messages.create": {
    params: { channel, text: "later", post_at: 1893499200 },
    sends: [
      [
        "chat.scheduleMessage",
        { channel, text: "later", post_at: "1893499200", unfurl_links: "false", unfurl_media: "false" },
        { channel, scheduled_message_id: "Q1", post_at: 1893499200 },
      ],
    ],
    data: { channel, text: "later", scheduled_message_id: "Q1", post_at: 1893499200 },
    refused: "time_too_far",
  },
  "scheduled_messages.delete": done(
    "chat.deleteScheduledMessage",
    { channel, scheduled_message_id: "Q1298" },
    { channel, scheduled_message_id: "Q1298" },
    "invalid_scheduled_message_id",
  ),
  "search.messages": asUser({
    params: { query: "atlas", sort: "timestamp", limit: 5 },
    sends: [
      ["auth.test", {}, who],
      ["search.messages", { query: "atlas", sort: "timestamp", count: "5" }, found],
    ],
    data: [{ ts, text: "hi" }],
    refused: "no_query",
  }),
  "search.files": asUser({
    params: { query: "atlas" },
    sends: [
      [
        "search.files",
        { query: "atlas", count: "20" },
        { files: { matches: [{ id: file }], paging: { pages: 1 } } },
      ],
    ],
    data: [{ id: file }],
    refused: "no_query",
  }),
  "search.everything": asUser({
    params: { query: "atlas" },
    sends: [
      ["search.all", { query: "atlas", count: "20" }, { ...found, files: { matches: [{ id: file }] } }],
    ],
    data: [
      { type: "message", message: { ts, text: "hi" } },
      { type: "file", file: { id: file } },
    ],
    refused: "no_query",
  }),
  "search.context": {
    params: { query: "atlas", content_types: ["messages", "files"], limit: 3, action_token: "1.2" },
    sends: [
      [
        "assistant.search.context",
        {
          query: "atlas",
          content_types: "messages,files",
          limit: "3",
          action_token: "1.2",
          include_message_blocks: "true",
        },
        { results: { files: [{ file_id: file, title: "Plan" }] } },
      ],
    ],
    data: [{ type: "file", file: { id: file, title: "Plan" } }],
    refused: "invalid_action_token",
  },
  "search.capabilities": {
    sends: [["assistant.search.info", {}, { is_ai_search_enabled: true }]],
    data: { is_ai_search_enabled: true },
    refused: "missing_scope",
  },
  "stars.list": asUser(
    one(
      "stars.list",
      { limit: 3 },
      { limit: "3" },
      ["items", [{ type: "message", message }]],
      "missing_scope",
    ),
  ),
  "team.get": one("team.info", {}, {}, ["team", { id: "T1" }], "org_not_found"),
  "team.profile_fields": {
    params: { visibility: "all" },
    sends: [["team.profile.get", { visibility: "all" }, { profile: { fields: [{ id: "X" }] } }]],
    data: [{ id: "X" }],
    refused: "missing_scope",
  },
  "threads.list": {
    params: here,
    sends: [["conversations.replies", { ...here, limit: "50" }, { messages: [message] }]],
    data: [message],
    refused: "thread_not_found",
  },
  "user_profiles.get": one(
    "users.profile.get",
    { user },
    { user },
    ["profile", { title: "t" }],
    "user_not_found",
  ),
  "user_profiles.update": asUser(
    one(
      "users.profile.set",
      { profile: { status_text: "x" } },
      { profile: '{"status_text":"x"}' },
      ["profile", { status_text: "x" }],
      "invalid_profile",
    ),
  ),
  "usergroup_members.list": one(
    "usergroups.users.list",
    { usergroup },
    { usergroup },
    ["users", [user]],
    "no_such_subteam",
  ),
  "usergroup_members.replace": one(
    "usergroups.users.update",
    { usergroup, users: [user, "U045EF6GH"] },
    { usergroup, users: `${user},U045EF6GH` },
    ["usergroup", group],
    "invalid_users",
  ),
  "usergroups.list": one(
    "usergroups.list",
    { include_users: true },
    { include_users: "true", include_count: "true" },
    ["usergroups", [group]],
    "invalid_team",
  ),
  "usergroups.create": one(
    "usergroups.create",
    { name: "Atlas", handle: "atlas", channels: [channel] },
    { name: "Atlas", handle: "atlas", channels: channel },
    ["usergroup", group],
    "name_already_exists",
  ),
  "usergroups.update": one(
    "usergroups.update",
    { usergroup, description: "d" },
    { usergroup, description: "d" },
    ["usergroup", group],
    "permission_denied",
  ),
  "usergroups.enable": one(
    "usergroups.enable",
    { usergroup },
    { usergroup },
    ["usergroup", group],
    "permission_denied",
  ),
  "usergroups.disable": one(
    "usergroups.disable",
    { usergroup },
    { usergroup },
    ["usergroup", group],
    "permission_denied",
  ),
  "users.list": one(
    "users.list",
    { limit: 2 },
    { limit: "2" },
    ["members", [{ id: user }]],
    "invalid_cursor",
  ),
  "users.get": one("users.info", { user }, { user }, ["user", { id: user }], "user_not_found"),
  "users.lookup_by_email": one(
    "users.lookupByEmail",
    { email: "ana@example.com" },
    { email: "ana@example.com" },
    ["user", { id: user }],
    "users_not_found",
  ),
  "users.conversations": one(
    "users.conversations",
    { user, types: ["im"] },
    { user, types: "im", limit: "100" },
    ["channels", [{ id: "D1" }]],
    "invalid_types",
  ),
  "views.publish": one(
    "views.publish",
    { user, view: { type: "home", blocks: [] } },
    { user_id: user, view: '{"type":"home","blocks":[]}' },
    ["view", { id: "V1" }],
    "hash_conflict",
  ),
};
