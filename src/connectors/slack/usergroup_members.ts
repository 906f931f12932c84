import { action, listAction } from "../../core/action.ts";
import { team, user, usergroup } from "./params.ts";
import { UserGroup } from "./records-people.ts";
import { notRead, putBack } from "./standing.ts";

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
  example: { usergroup: "S012AB3CD" },
});

export const replace = action({
  description: "Replace ALL members of a user group by these; list them first to add or remove one.",
  params: (z) => ({ usergroup: usergroup(z), users: z.array(user(z)).min(1), team_id: team(z) }),
  result: UserGroup,
  effect: "destructive",
  calls: "usergroups.users.update",
  pick: "usergroup",
  example: { usergroup: "S012AB3CD", users: ["U012AB3CD", "U045EF6GH"] },
  // A disabled group shows its members only when asked to.
  async preview({ usergroup: group, users }, read) {
    const list = { usergroup: group, include_disabled: true };
    const { data } = await read("usergroup_members", "list", list).catch(notRead);
    return { ...(Array.isArray(data) ? { before: { users: data } } : {}), after: { users } };
  },
  undo: ({ usergroup: group }, _data, before) =>
    putBack("usergroup_members", "replace", { usergroup: group }, before),
});
