import { SlackConnector } from "agent-connectors/slack";
import * as entities from "../src/connectors/slack/entities/index.ts";
import { operations } from "../src/connectors/slack/operations/index.ts";
import type { SlackOperation } from "../src/connectors/slack/operations/method.ts";

/** Methods of Slack's Web API that the connector does not use, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  "auth.revoke": "Revokes the connector's own token. The person who installed the app should do this",
  "chat.appendStream": "Part of streaming, see chat.startStream",
  "chat.startStream": "Streams into a thread that was opened by an event. A connector gets no events",
  "chat.stopStream": "Part of streaming, see chat.startStream",
  "chat.unfurl": "Replies to an event about a posted link. A connector gets no events",
  "oauth.v2.access": "Handles credentials. The connector uses it internally to rotate tokens",
  "oauth.v2.exchange": "Handles credentials. It is used once to set up an app",
  "views.open":
    "Needs a trigger_id from an interaction in the last three seconds. A connector gets no interactions",
  "views.push": "Needs a trigger_id, see views.open",
  "views.update": "Changes a view from views.open",
};

/** Arguments that the connector does not use. A key is an argument, or a method and its argument. */
export const leftOutArguments: Readonly<Record<string, string>> = {
  as_user: "Only for old apps. The token determines the author",
  attachments: "Use `blocks`. A text in an attachment can notify people",
  unfurled_attachments: "Slack documents only its name",
  link_names: "Turns plain words into mentions. Use the param `mentions` to allow mentions",
  parse: "Turns plain words into mentions, like `link_names`",
  mrkdwn: "Use markdown_text or blocks for text that is not mrkdwn",
  "chat.postMessage metadata": "Holds the key that finds a message after a lost response",
  "chat.update metadata": "Would remove the key that finds a message after a lost response",
  "chat.postEphemeral metadata": "Only for apps that show work objects for links",
  "chat.scheduleMessage metadata": "See chat.postMessage metadata",
  current_draft_last_updated_ts: "Only for drafts in Slack's own clients",
  "chat.update file_ids": "Use files.upload",
  file: "Reactions to files are outdated. React to the message with the file",
  file_comment: "Slack removed comments on files in 2018",
  "conversations.open channel": "A conversation with a known id does not need this method",
  return_im: "Use channels.get",
  "conversations.info include_locale": "Use users.get for the language of a person",
  "bookmarks.add entity_id": "Slack documents only its name",
  "bookmarks.add access_level": "Slack documents only its name",
  "bookmarks.add parent_id": "Slack documents only its name",
  "bookmarks.remove quip_section_id": "Slack documents only its name",
  "files.completeUploadExternal channels": "Use `channel`. An upload goes to one place",
  "files.completeUploadExternal blocks": "Use initial_comment",
  "files.completeUploadExternal username": "Only for messages",
  "files.completeUploadExternal icon_url": "Only for messages",
  "files.completeUploadExternal icon_emoji": "Only for messages",
  "search.messages highlight":
    "The newer search marks matches differently, but both searches return the same record",
  "assistant.search.context highlight": "A reader could mistake the marks for text",
  term_clauses: "Put required words into the query",
  modifiers: "Put modifiers into the query, such as from:@ana in:#general",
  include_count: "Use usergroups.list",
  "usergroups.users.update additional_channels": "Use usergroups.update",
  "usergroups.users.update is_shared": "Slack documents only its name",
  include_categories: "Only for standard emoji, which need not be listed",
  domain: "Only for other workspaces, which a token cannot see",
  "reminders.add user": "No longer supported by Slack",
  "users.profile.set name": "Use profile or custom_fields",
  "users.profile.set value": "Use profile or custom_fields",
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

export function slackCoverage(): string {
  const done = doneMethods();
  const link = (method: string) => `[${method}](https://docs.slack.dev/reference/methods/${method})`;
  return [
    `# Coverage of ${SlackConnector.title}'s methods`,
    "",
    `The connector uses ${done.length} methods of Slack's Web API. It leaves out ${Object.keys(leftOut).length} others.`,
    "",
    "For every used method, tests check the arguments, the response and an error. If a method changes something, the test reads the",
    "change back.",
    "",
    "## Used methods",
    "",
    "The column Scopes lists the scopes for a method. A token needs one of these scopes.",
    "",
    "| Method | Actions | Tokens | Scopes |",
    "|---|---|---|---|",
    ...done.map(
      ({ method, actions, tokens, scopes }) =>
        `| ${link(method)} | ${actions.map((name) => `\`${name}\``).join(", ")} | ${tokens} | ${scopes} |`,
    ),
    "",
    "## Methods that are left out",
    "",
    "| Method | Reason |",
    "|---|---|",
    ...Object.entries(leftOut).map(([method, why]) => `| ${link(method)} | ${why} |`),
    "",
    "## Arguments that are left out",
    "",
    "These are arguments of used methods. All other arguments are params of actions, or the connector sets them.",
    "",
    "| Argument | Reason |",
    "|---|---|",
    ...Object.entries(leftOutArguments).map(([argument, why]) => `| \`${argument}\` | ${why} |`),
    "",
    "<!-- npm run docs makes this page from the connector's operations. -->",
    "",
  ].join("\n");
}
