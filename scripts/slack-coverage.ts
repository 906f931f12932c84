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
  "oauth.v2.access":
    "Handles credentials. The connector calls this method to rotate tokens, but no action does",
  "oauth.v2.exchange": "Handles credentials. An app needs this method only once, during its setup",
  "views.open":
    "Needs a trigger_id from an interaction in the last three seconds. A connector gets no interactions",
  "views.push": "Needs a trigger_id, like views.open",
  "views.update": "Changes a view that views.open opened. The connector does not use views.open",
};

/** Arguments that the connector does not use. A key is an argument, or a method and its argument. */
export const leftOutArguments: Readonly<Record<string, string>> = {
  as_user: "Only old apps need this argument. For other apps, the token determines the author",
  attachments: "Use `blocks` instead, because a text in an attachment can notify people",
  unfurled_attachments: "Slack does not document its meaning",
  link_names: "Turns plain words into mentions. To allow mentions, use the param `mentions`",
  parse: "Turns plain words into mentions, like `link_names`",
  mrkdwn: "For text that is not mrkdwn, use `markdown_text` or `blocks`",
  "chat.postMessage metadata":
    "The connector puts a key into this argument. After a lost response, it finds the message by this key",
  "chat.update metadata":
    "Would overwrite the key by which the connector finds a message after a lost response",
  "chat.postEphemeral metadata":
    "Only apps that show Slack's Work Objects, which are rich previews of links, need this argument",
  "chat.scheduleMessage metadata": "The connector sets metadata only for chat.postMessage",
  current_draft_last_updated_ts: "Only Slack's own clients, which have drafts, need this argument",
  "chat.update file_ids": "To share a file, use the action `files.upload`",
  file: "Reactions to files are outdated. React to the message that contains the file",
  file_comment: "Slack removed comments on files in 2018",
  "conversations.open channel": "A conversation with a known id does not need this method",
  return_im: "To get the record of the direct message, use the action `channels.get`",
  "conversations.info include_locale": "To get the language of a person, use the action `users.get`",
  "bookmarks.add entity_id": "Slack does not document its meaning",
  "bookmarks.add access_level": "Slack does not document its meaning",
  "bookmarks.add parent_id": "Slack does not document its meaning",
  "bookmarks.remove quip_section_id": "Slack does not document its meaning",
  "files.completeUploadExternal channels": "Use the param `channel`. An upload goes to only one channel",
  "files.completeUploadExternal blocks": "Use the param `initial_comment`",
  "files.completeUploadExternal username": "The connector supports this argument only for messages",
  "files.completeUploadExternal icon_url": "The connector supports this argument only for messages",
  "files.completeUploadExternal icon_emoji": "The connector supports this argument only for messages",
  "search.messages highlight":
    "The action `search.messages` calls either the method search.messages or the method assistant.search.context. The two methods mark matches differently, so results would differ",
  "assistant.search.context highlight": "A model could take the marks around a match as part of the message",
  term_clauses: "Put required words into the param `query`",
  modifiers: "Put modifiers, such as from:@ana in:#general, into the param `query`",
  include_count: "To get the number of members, use the action `usergroups.list`",
  "usergroups.users.update additional_channels":
    "To change the channels of a user group, use the action `usergroups.update`",
  "usergroups.users.update is_shared": "Slack does not document its meaning",
  include_categories: "Adds only standard emoji, which are the same in every workspace",
  domain: "Selects another workspace, but a token cannot see other workspaces",
  "reminders.add user": "Slack no longer supports this argument",
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
    "column Scopes lists the scopes that allow the method. For each call, one of these scopes is enough. If a method",
    "has several scopes, the needed scope can depend on the kind of channel or content. [Coverage](slack-coverage.md) lists",
    "the methods that the connector leaves out.",
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
    "The connector has actions for [these methods](slack.md#methods-of-slack) of Slack's Web API. This page lists what",
    "the connector leaves out: whole methods, and single arguments of the other methods.",
    "",
    "Tests check the arguments, the response and an error of every used method. If a method changes data, a test also reads",
    "the data afterwards, to check the change.",
    "",
    "## Methods that are left out",
    "",
    "| Method | Reason |",
    "|---|---|",
    ...Object.entries(leftOut).map(([method, why]) => `| ${link(method)} | ${why} |`),
    "",
    "## Arguments that are left out",
    "",
    "The connector uses the methods that have these arguments, but it does not send the arguments. Every other",
    "argument is a param of an action, or the connector sets it. If a row names no method, it applies to every method that has the argument.",
    "",
    "| Argument | Reason |",
    "|---|---|",
    ...Object.entries(leftOutArguments).map(([argument, why]) => `| \`${argument}\` | ${why} |`),
    "",
    "<!-- npm run docs makes this page from the connector's operations. -->",
    "",
  ].join("\n");
}
