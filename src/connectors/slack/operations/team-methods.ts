/**
 * With a token of a whole Enterprise organization, these methods need the argument `team_id`, the id of a workspace.
 * With the token of a workspace, Slack ignores this argument.
 * https://docs.slack.dev/enterprise/developing-for-enterprise-orgs
 */
export const teamMethods: ReadonlySet<string> = new Set([
  "bots.info",
  "chat.scheduledMessages.list",
  "conversations.create",
  "conversations.list",
  "dnd.info",
  "files.list",
  "reactions.list",
  "reminders.add",
  "reminders.complete",
  "reminders.delete",
  "reminders.info",
  "reminders.list",
  "search.all",
  "search.files",
  "search.messages",
  "stars.list",
  "usergroups.create",
  "usergroups.disable",
  "usergroups.enable",
  "usergroups.list",
  "usergroups.update",
  "usergroups.users.list",
  "usergroups.users.update",
  "users.conversations",
  "users.list",
]);
