import type { Call } from "./call/call.ts";
import { refusal } from "./call/refusal.ts";
import type { Enterprise } from "./types.ts";

export const fernhillGroup: Enterprise = {
  id: "E07FH4G2R9K",
  name: "Fernhill Group",
  domain: "fernhill-group",
};

/**
 * The methods that need the argument `team_id` with the token of an organization.
 * https://docs.slack.dev/enterprise/developing-for-enterprise-orgs
 */
export const NEEDS_TEAM: ReadonlySet<string> = new Set([
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

/** The methods with their own error codes for a missing or wrong `team_id`. */
const OWN_CODES = new Set(["usergroups.create", "usergroups.disable"]);

/** Refuses a call with an organization's token if the method needs `team_id`, and `team_id` is missing or wrong. */
export function requireTeam({ method, workspace, args }: Pick<Call, "method" | "workspace" | "args">): void {
  if (!workspace.enterprise || !NEEDS_TEAM.has(method)) return;
  const team = args.text("team_id");
  const own = OWN_CODES.has(method);
  if (!team) throw refusal(own ? "target_team_must_be_specified_in_org_context" : "missing_argument");
  if (team !== workspace.team.id) throw refusal(own ? "target_team_not_on_org" : "team_not_found");
}

/** Returns the fields with the workspace or the organization of an installation. */
export const installation = ({ enterprise, team }: Call["workspace"]) => ({
  team: enterprise ? null : { id: team.id, name: team.name },
  enterprise: enterprise ? { id: enterprise.id, name: enterprise.name } : null,
  is_enterprise_install: enterprise !== undefined,
});
