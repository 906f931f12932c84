import { readIfAllowed } from "../../../core/call/read-if-allowed.ts";
import { isOlder, listAt, sameMembers, sendOrFind } from "../operations/send-or-find.ts";
import { action, listAction } from "../../../core/contract/action.ts";
import { at } from "../../../core/ground/json.ts";
import { team, user, usergroup } from "../params.ts";
import { UserGroup } from "../records/people.ts";
import { undoCall, withoutUndefined } from "../undo/undo-data.ts";
import { shows } from "../rows/written-row.ts";
import { namesOfPeople } from "../dry-run/preview.ts";

export const list = listAction({
  description: "List the ids of a user group's members.",
  params: (z) => ({
    usergroup: usergroup(z),
    include_disabled: z.boolean().optional().meta({ rare: true }),
    team_id: team(z),
  }),
  result: (z) => z.string(),
  calls: "usergroups.users.list",
  pick: "users",
  enrich: true,
  example: { usergroup: "S012AB3CD" },
});

export const replace = action({
  description: "Replace ALL members of a user group. To add or remove one member, list the members first.",
  params: (z) => ({ usergroup: usergroup(z), users: z.array(user(z)).min(1), team_id: team(z) }),
  result: UserGroup,
  view: shows("id", "users"),
  effect: "destructive",
  calls: ["usergroups.users.update", "usergroups.list"],
  run: (params, context) =>
    sendOrFind(context, "usergroups.users.update", {
      args: params,
      pick: "usergroup",
      async find(read, since) {
        const { usergroup: group, users, team_id } = params;
        const all = await read("usergroups.list", { include_users: true, include_disabled: true, team_id });
        const record = listAt(all, "usergroups").find(({ id }) => id === group);
        if (!record) return undefined;
        if (sameMembers(record.users, users)) return { record };
        return { unchanged: isOlder(record.date_update, since) };
      },
    }),
  example: { usergroup: "S012AB3CD", users: ["U012AB3CD", "U045EF6GH"] },
  reads: ["usergroup_members.list", "users.get"],
  async preview({ usergroup: group, users, team_id }, read) {
    // Without `include_disabled`, Slack hides the members of a disabled group.
    const list = withoutUndefined({ usergroup: group, include_disabled: true, team_id });
    const data = await readIfAllowed(read, ["usergroup_members", "list", list]);
    if (!Array.isArray(data)) return { after: { users } };
    const current = data as string[];
    const changed = [...current, ...users].filter((id) => !current.includes(id) || !users.includes(id));
    const names = await namesOfPeople(changed, read);
    return { before: { users: data }, after: { users }, names: () => names };
  },
  // Slack does not accept an empty list, so an empty group cannot be restored.
  undo: ({ usergroup: group, team_id }, _data, before) =>
    at(before, "users.0") === undefined
      ? undefined
      : undoCall("usergroup_members", "replace", { usergroup: group, team_id }, before),
});
