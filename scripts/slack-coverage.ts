import { SlackConnector } from "agent-connectors/slack";
import * as entities from "../src/connectors/slack/entities/index.ts";
import { operations } from "../src/connectors/slack/operations/index.ts";
import type { SlackOperation } from "../src/connectors/slack/operations/method.ts";

/** Methods of Slack's Web API that the connector does not use, with the reasons. */
export const leftOut: Readonly<Record<string, string>> = {
  "auth.revoke": "Revokes the connector's own token. The person who installed the app should do this",
  "chat.appendStream": "Continues a stream of chat.startStream, which the connector does not use",
  "chat.startStream": "Streams a text into a thread that an event opened. A connector gets no events",
  "chat.stopStream": "Ends a stream of chat.startStream, which the connector does not use",
  "chat.unfurl": "Replies to an event about a posted link. A connector gets no events",
  "oauth.v2.access": "Handles credentials. Only the connector itself uses this method, to rotate tokens",
  "oauth.v2.exchange": "Handles credentials. An app needs this method only once, during its setup",
  "views.open":
    "Needs a trigger_id from an interaction in the last three seconds. A connector gets no interactions",
  "views.push": "Needs a trigger_id, like views.open",
  "views.update": "Changes a view that views.open opened. The connector does not use views.open",
};

/** Arguments that the connector does not use. A key is an argument, or a method and its argument. */
export const leftOutArguments: Readonly<Record<string, string>> = {
  as_user: "Only old apps need it. The token determines the author",
  attachments: "Use `blocks` instead. A text in an attachment can notify people",
  unfurled_attachments: "Slack does not document its meaning",
  link_names: "Turns plain words into mentions. To allow mentions, use the param `mentions`",
  parse: "Turns plain words into mentions, like `link_names`",
  mrkdwn: "For text that is not mrkdwn, use `markdown_text` or `blocks`",
  "chat.postMessage metadata":
    "The connector uses it for a key. With this key, it finds a message after a lost response",
  "chat.update metadata":
    "It would overwrite the key with which the connector finds a message after a lost response",
  "chat.postEphemeral metadata": "Only apps that show work objects for links need it",
  "chat.scheduleMessage metadata": "The connector sets metadata only for chat.postMessage",
  current_draft_last_updated_ts: "Only Slack's own clients need it, for drafts",
  "chat.update file_ids": "Use the action `files.upload`",
  file: "Reactions to files are outdated. React to the message that contains the file",
  file_comment: "Slack removed comments on files in 2018",
  "conversations.open channel": "A conversation with a known id does not need this method",
  return_im: "Use the action `channels.get`",
  "conversations.info include_locale": "To get the language of a person, use the action `users.get`",
  "bookmarks.add entity_id": "Slack does not document its meaning",
  "bookmarks.add access_level": "Slack does not document its meaning",
  "bookmarks.add parent_id": "Slack does not document its meaning",
  "bookmarks.remove quip_section_id": "Slack does not document its meaning",
  "files.completeUploadExternal channels": "Use the param `channel`. An upload goes to only one channel",
  "files.completeUploadExternal blocks": "Use the param `initial_comment`",
  "files.completeUploadExternal username": "Only messages need it",
  "files.completeUploadExternal icon_url": "Only messages need it",
  "files.completeUploadExternal icon_emoji": "Only messages need it",
  "search.messages highlight":
    "The two searches highlight matches differently, but their results must look the same",
  "assistant.search.context highlight": "A reader could mistake the highlighting for text of the message",
  term_clauses: "Put required words into the query",
  modifiers: "Put modifiers into the query, such as from:@ana in:#general",
  include_count: "Use the action `usergroups.list`",
  "usergroups.users.update additional_channels": "Use the action `usergroups.update`",
  "usergroups.users.update is_shared": "Slack does not document its meaning",
  include_categories: "It adds only standard emoji, which are the same in every workspace",
  domain: "It is only for other workspaces, which a token cannot see",
  "reminders.add user": "Slack no longer supports it",
  "users.profile.set name": "Use the param `profile` or `custom_fields`",
  "users.profile.set value": "Use the param `profile` or `custom_fields`",
  interactivity_pointer: "Needs an interaction. A connector gets no interactions",
};

interface Done {
  method: string;
  actions: string[];
  tokens: string;
  scopes: string;
}

/** Returns every method with the actions that use it. */
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

const link = (method: string) => `[${method}](https://docs.slack.dev/reference/methods/${method})`;

/** Returns the section about the used methods, for the page with all actions. */
export function slackMethods(): string {
  return [
    "## Methods of Slack",
    "",
    "The actions use these methods of Slack's Web API. The column Tokens lists the kinds of token that a method accepts. The",
    "column Scopes lists the scopes that allow the method. One of these scopes is enough.",
    "[Coverage](slack-coverage.md) lists the methods that the connector leaves out.",
    "",
    "| Method | Actions | Tokens | Scopes |",
    "|---|---|---|---|",
    ...doneMethods().map(
      ({ method, actions, tokens, scopes }) =>
        `| ${link(method)} | ${actions.map((name) => `\`${name}\``).join(", ")} | ${tokens} | ${scopes} |`,
    ),
  ].join("\n");
}

export function slackCoverage(): string {
  return [
    `# Coverage of ${SlackConnector.title}'s methods`,
    "",
    "The connector has actions for [these methods](slack.md#methods-of-slack) of Slack's Web API. This page lists the methods and",
    "the arguments that it leaves out.",
    "",
    "Tests check the arguments, the response and an error of every used method. If a method makes a change, a test reads the",
    "changed data and compares it.",
    "",
    "## Methods that are left out",
    "",
    "| Method | Reason |",
    "|---|---|",
    ...Object.entries(leftOut).map(([method, why]) => `| ${link(method)} | ${why} |`),
    "",
    "## Arguments that are left out",
    "",
    "The connector does not use these arguments of the used methods. Every other argument is a param of an action, or the",
    "connector sets it.",
    "",
    "| Argument | Reason |",
    "|---|---|",
    ...Object.entries(leftOutArguments).map(([argument, why]) => `| \`${argument}\` | ${why} |`),
    "",
    "<!-- npm run docs makes this page from the connector's operations. -->",
    "",
  ].join("\n");
}
