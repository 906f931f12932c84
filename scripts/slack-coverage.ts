import { SlackConnector } from "agent-connectors/slack";
import * as entities from "../src/connectors/slack/entities/index.ts";
import { operations } from "../src/connectors/slack/operations/index.ts";
import type { SlackOperation } from "../src/connectors/slack/operations/method.ts";

/** Methods of Slack's Web API that the connector does not send, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  "auth.revoke": "ends the token that the connector works with; whoever installed the app does that",
  "chat.appendStream": "part of streaming, see chat.startStream",
  "chat.startStream": "streams into a thread that an event of Slack's opened, and a connector has no events",
  "chat.stopStream": "part of streaming, see chat.startStream",
  "chat.unfurl": "answers an event that a link was posted, and a connector has no events",
  "oauth.v2.access": "takes and gives credentials: internal, for tokens that rotate",
  "oauth.v2.exchange": "takes and gives credentials: whoever sets up the app does that once",
  "views.open":
    "needs a trigger_id of the last three seconds, from an interaction that a connector does not see",
  "views.push": "needs a trigger_id, as views.open does",
  "views.update": "changes a view that views.open has opened",
};

/** Arguments of methods that are done which the connector does not take: of one method, or of each that has it. */
export const leftOutArguments: Readonly<Record<string, string>> = {
  as_user: "of apps of the old kind; the token says who writes",
  attachments: "Slack's older form of blocks, whose texts may call people wherever they stand",
  unfurled_attachments: "undocumented beside its name",
  link_names: "makes mentions of bare words; `mentions` lets those through that are written out",
  parse: "as link_names",
  mrkdwn: "text that is not Slack mrkdwn is markdown_text, or stands in blocks",
  "chat.postMessage metadata": "holds the key by which a post in doubt is found again",
  "chat.update metadata": "replacing it would take that key away",
  "chat.postEphemeral metadata": "only for work objects of apps that unfurl links",
  "chat.scheduleMessage metadata": "as of chat.postMessage, since it is the same post later",
  current_draft_last_updated_ts: "of drafts in Slack's own clients",
  "chat.update file_ids": "a file comes into a message by files.upload",
  file: "reactions to files are of old; they stand on the message that shares the file",
  file_comment: "Slack made comments on files replies in threads in 2018",
  "conversations.open channel": "a conversation whose id is known needs no opening",
  return_im: "channels.get answers the whole record",
  "conversations.info include_locale": "the language of a channel is that of its people: users.get",
  "bookmarks.add entity_id": "undocumented beside its name, as are the next three",
  "bookmarks.add access_level": "see entity_id",
  "bookmarks.add parent_id": "see entity_id",
  "bookmarks.remove quip_section_id": "see entity_id",
  "files.completeUploadExternal channels":
    "several at once: one upload is in one place; `channel` may be a person",
  "files.completeUploadExternal blocks": "initial_comment says it",
  "files.completeUploadExternal username": "of messages alone, as the two icons",
  "files.completeUploadExternal icon_url": "see username",
  "files.completeUploadExternal icon_emoji": "see username",
  "search.messages highlight": "the newer search marks otherwise, and both answer the same record",
  "assistant.search.context highlight": "marks that a reader of text takes for text",
  term_clauses: "words that must all be there stand in the query",
  modifiers: "stand in the query: from:@ana in:#general",
  include_count: "usergroups.list counts; of what was just changed nobody asks",
  "usergroups.users.update additional_channels": "usergroups.update sets them",
  "usergroups.users.update is_shared": "undocumented beside its name",
  include_categories: "of the emoji that everybody has, which no list is needed for",
  domain: "of other workspaces, which a token does not see",
  "reminders.add user": "no longer supported by Slack",
  "users.profile.set name": "profile and custom_fields say which",
  "users.profile.set value": "as name",
  interactivity_pointer: "of an interaction that a connector does not see",
};

interface Done {
  method: string;
  actions: string[];
  tokens: string;
  scopes: string;
}

/** Every method that an action sends, with the actions. */
export function doneMethods(): Done[] {
  const actions = Object.entries(entities).flatMap(([entity, module]) =>
    Object.entries(module).map(([name, { calls }]) => ({ name: `${entity}.${name}`, calls: [calls].flat() })),
  );
  return Object.entries(operations as Record<string, SlackOperation>)
    .filter(([, { file }]) => !file)
    .map(([method, { tokens, scopes = {} }]) => ({
      method,
      actions: actions
        .filter(({ calls }) => (calls as readonly string[]).includes(method))
        .map(({ name }) => name)
        .toSorted(),
      tokens: tokens?.join(", ") ?? "bot, user",
      scopes: [...new Set(Object.values(scopes).flat())].toSorted().join(" "),
    }))
    .toSorted((one, other) => one.method.localeCompare(other.method));
}

export function slackCoverage(): string {
  const done = doneMethods();
  const link = (method: string) => `[${method}](https://docs.slack.dev/reference/methods/${method})`;
  return [
    `# ${SlackConnector.title}: which methods are there`,
    "",
    "Made from the connector's operations by `npm run docs`. A method that is done is held by tests: its arguments as they",
    "are sent, its answer, a refusal, and for what changes something a later read that shows it.",
    "",
    `${done.length} methods are done, ${Object.keys(leftOut).length} are left out.`,
    "",
    "| Method | Actions that send it | Tokens | Scopes (one is enough) |",
    "|---|---|---|---|",
    ...done.map(
      ({ method, actions, tokens, scopes }) =>
        `| ${link(method)} | ${actions.map((name) => `\`${name}\``).join(", ")} | ${tokens} | ${scopes} |`,
    ),
    "",
    "## Left out",
    "",
    "| Method | Why |",
    "|---|---|",
    ...Object.entries(leftOut).map(([method, why]) => `| ${link(method)} | ${why} |`),
    "",
    "Of the methods that are done, these arguments are left out; all others are params of the actions, or are made by them.",
    "",
    "| Argument | Why |",
    "|---|---|",
    ...Object.entries(leftOutArguments).map(([argument, why]) => `| \`${argument}\` | ${why} |`),
    "",
  ].join("\n");
}
