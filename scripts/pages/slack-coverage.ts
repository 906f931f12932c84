import { readFileSync } from "node:fs";
import { SlackConnector } from "agent-connectors/slack";
import * as entities from "../../src/connectors/slack/entities/index.ts";
import { operations } from "../../src/connectors/slack/operations/index.ts";
import type { SlackOperation } from "../../src/connectors/slack/operations/method.ts";

/** One name per line. */
export const documentedMethods: readonly string[] = readFileSync(
  new URL("slack-methods.txt", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n");

const setup = "Part of the setup of an app. The app's developer does this once, with other tokens";
const shared =
  "For channels shared with other organizations. People in both organizations should decide about an invitation";
const old = "Slack has replaced this method";

/**
 * Methods of Slack's Web API that the connector does not use, with the reasons. A key that ends in `.*` stands for
 * all unused methods that start with the text before the `*`.
 */
export const leftOut: Readonly<Record<string, string>> = {
  "admin.*":
    "For administrators of an Enterprise organization. These methods need the token of an administrator",
  "agents.conversations.*":
    "For agents that have their own kind of conversation in Slack. The connector uses channels and direct messages",
  "agents.sessions.*": "The entity `threads` has actions for the status and the title of a thread",
  "apps.*": setup,
  "auth.revoke": "Revokes the connector's own token. The person who installed the app should do this",
  "calls.*": "For providers of video calls, which show their calls in Slack",
  "conversations.acceptSharedInvite": shared,
  "conversations.approveSharedInvite": shared,
  "conversations.canvases.create": "The action `canvases.create` with a `channel` does this",
  "conversations.declineSharedInvite": shared,
  "conversations.externalInvitePermissions.*": shared,
  "conversations.inviteShared": shared,
  "conversations.listConnectInvites": shared,
  "conversations.requestSharedInvite.*": shared,
  "dialog.open": `${old} by views.open`,
  "dnd.endDnd": "Changes a person's own schedule. The person should do this",
  "dnd.teamInfo": "To get the schedule of a person, use the action `dnd.get`",
  "entity.presentDetails": "Only apps that show Slack's Work Objects need this method",
  "files.comments.delete": "Slack removed comments on files in 2018",
  "files.remote.*": "For apps that store files outside Slack and show them in Slack",
  "files.upload": `${old} by files.getUploadURLExternal, which the action \`files.upload\` uses`,
  "functions.*": "For developers and users of Workflow Builder, who set up functions and workflows",
  "migration.exchange": "Slack needed this method only when workspaces joined an Enterprise organization",
  "oauth.*": "Handles credentials. The connector calls oauth.v2.access to rotate tokens, but no action does",
  "openid.connect.*": "Signs people in with Slack. This is not a task of an agent",
  "rtm.*":
    "Receives events over a WebSocket. The connector only reads events that another library has received",
  "stars.*":
    "Slack replaced stars by the list Later, which has no methods. The action `stars.list` reads old stars",
  "team.*": "For administrators: logs, billing, preferences and connected organizations",
  "tooling.tokens.rotate": setup,
  "users.deletePhoto": "Changes a person's own picture. The person should do this",
  "users.discoverableContacts.lookup": shared,
  "users.identity": "Signs people in with Slack. This is not a task of an agent",
  "users.setActive": "Slack no longer supports this method",
  "users.setPhoto": "Changes a person's own picture. The person should do this",
  "workflows.*":
    "For old steps of workflows, and for lists of featured workflows. The entity `functions` ends newer steps",
};

/** Returns the key of `leftOut` with the reason for a method. Returns undefined if there is no reason. */
export const reasonKeyOf = (method: string): string | undefined =>
  Object.hasOwn(leftOut, method)
    ? method
    : Object.keys(leftOut).find((key) => key.endsWith(".*") && method.startsWith(key.slice(0, -1)));

/** Arguments that the connector does not use. A key is an argument, or a method and its argument. */
export const leftOutArguments: Readonly<Record<string, string>> = {
  as_user: "Only old apps need this argument. For other apps, the token determines the author",
  attachments: "Use `blocks` instead, because a text in an attachment can notify people",
  unfurled_attachments: "Slack does not document its meaning",
  link_names: "Turns plain words into mentions. To allow mentions, use the param `mentions`",
  parse: "Turns plain words into mentions, like `link_names`",
  mrkdwn: "For text that is not mrkdwn, use `markdown_text` or `blocks`",
  "chat.postEphemeral metadata":
    "Only apps that show Slack's Work Objects, which are rich previews of links, need this argument",
  current_draft_last_updated_ts: "Only Slack's own clients, which have drafts, need this argument",
  "chat.update file_ids": "To share a file, use the action `files.upload`",
  file: "Reactions to files are outdated. React to the message that contains the file",
  file_comment: "Slack removed comments on files in 2018",
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
    "The action `search.messages` uses one of two methods, which mark matches differently",
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
};

interface Done {
  method: string;
  actions: string[];
  tokens: string;
  scopes: string;
}

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

export function slackMethods(): string {
  return [
    "## Methods of Slack",
    "",
    "The actions use these methods of Slack's Web API. The column Tokens lists the kinds of token that a method accepts. A",
    "call needs one of the scopes in the column Scopes. Which scope the call needs can depend on the kind of channel or",
    "content. [Coverage](slack-coverage.md) lists the methods that the connector does not use.",
    "",
    "| Method | Actions | Tokens | Scopes |",
    "|---|---|---|---|",
    ...doneMethods().map(
      ({ method, actions, tokens, scopes }) =>
        `| ${link(method)} | ${actions.map((name) => `\`${name}\``).join(", ")} | ${tokens} | ${scopes} |`,
    ),
  ].join("\n");
}

/** Returns each reason once, with the keys that have this reason. */
const byReason = (reasons: Readonly<Record<string, string>>): [why: string, keys: string[]][] =>
  [...Map.groupBy(Object.entries(reasons), ([, why]) => why)].map(([why, entries]) => [
    why,
    entries.map(([key]) => key),
  ]);

export function slackCoverage(): string {
  const used = doneMethods().map(({ method }) => method);
  const unused = documentedMethods.filter((method) => !used.includes(method));
  return [
    `# Coverage of ${SlackConnector.title}'s methods`,
    "",
    `The connector uses ${used.length} of the ${documentedMethods.length} methods of Slack's Web API. [Methods of`,
    "Slack](slack.md#methods-of-slack) shows which action uses which method.",
    "",
    "## Methods that are used",
    "",
    `${used.map((method) => `\`${method}\``).join(", ")}.`,
    "",
    "## Methods that are left out",
    "",
    "| Reason | Methods |",
    "|---|---|",
    ...byReason(leftOut).map(
      ([why, keys]) =>
        `| ${why} | ${unused
          .filter((method) => keys.includes(reasonKeyOf(method)!))
          .map(link)
          .join(", ")} |`,
    ),
    "",
    "## Arguments that are left out",
    "",
    "The connector uses the methods of these arguments, but does not send the arguments. An argument without a method belongs",
    "to every method that has this argument.",
    "",
    "| Reason | Arguments |",
    "|---|---|",
    ...byReason(leftOutArguments).map(
      ([why, names]) => `| ${why} | ${names.map((name) => `\`${name}\``).join(", ")} |`,
    ),
    "",
    "<!-- npm run docs makes this page from the connector's operations. -->",
    "",
  ].join("\n");
}
