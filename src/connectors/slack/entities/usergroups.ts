import { isOlder, listAt, sameMembers, sameText, sendOrFind } from "../operations/send-or-find.ts";
import { action, listAction, type Zod } from "../../../core/contract/action.ts";
import { at, stringAt } from "../../../core/ground/json.ts";
import { channel, team, usergroup } from "../params.ts";
import { UserGroup } from "../records/people.ts";
import { currentRecord } from "../undo/current-record.ts";
import { beforeAndAfter, undoCall, withoutUndefined } from "../undo/undo-data.ts";
import { shows } from "../rows/written-row.ts";

const details = (z: Zod) => ({
  handle: z
    .string()
    .regex(/^[^\s@]{1,80}$/)
    .describe("mention handle, without @")
    .optional(),
  description: z.string().max(255).optional(),
  channels: z.array(channel(z)).describe("Channels that members join.").optional(),
  additional_channels: z.array(channel(z)).optional().meta({ rare: true }),
  enable_section: z.boolean().optional().meta({ rare: true }),
  team_id: team(z),
});

export const list = listAction({
  description: "List user groups, such as @marketing.",
  params: (z) => ({
    include_users: z.boolean().optional(),
    include_disabled: z.boolean().optional(),
    include_count: z.boolean().default(true).meta({ rare: true }),
    team_id: team(z),
  }),
  result: UserGroup,
  calls: "usergroups.list",
  pick: "usergroups",
  example: { include_users: true },
});

export const create = action({
  description: "Create a user group. Needs a paid workspace.",
  params: (z) => ({ name: z.string().min(1).max(255), ...details(z) }),
  result: UserGroup,
  view: shows("id", "handle"),
  effect: "write",
  calls: ["usergroups.create", "usergroups.list", "auth.test"],
  run: (params, context) =>
    sendOrFind(context, "usergroups.create", {
      args: params,
      pick: "usergroup",
      // The names of user groups are unique, so a new group with this name and creator comes from the write.
      async find(read, since) {
        const creator = stringAt((await context.once("auth.test")).body, "user_id");
        const all = listAt(await read("usergroups.list", { team_id: params.team_id }), "usergroups");
        const record = all.find(
          ({ name, created_by }) => sameText(name, params.name) && created_by === creator,
        );
        return record && !isOlder(record.date_create, since) ? { record } : undefined;
      },
    }),
  example: { name: "Atlas team", handle: "atlas-team" },
  undo: ({ team_id }, { id }) =>
    typeof id === "string"
      ? { entity: "usergroups", action: "disable", params: withoutUndefined({ usergroup: id, team_id }) }
      : undefined,
});

export const update = action({
  description: "Change a user group's name, handle, description or channels.",
  params: (z) => ({ usergroup: usergroup(z), name: z.string().min(1).max(255).optional(), ...details(z) }),
  result: UserGroup,
  view: shows("id"),
  effect: "write",
  calls: ["usergroups.update", "usergroups.list"],
  run: (params, context) =>
    sendOrFind(context, "usergroups.update", {
      args: params,
      pick: "usergroup",
      async find(read, since) {
        const { usergroup: group, team_id, name, handle, description, channels, ...others } = params;
        const record = listAt(
          await read("usergroups.list", { include_disabled: true, team_id }),
          "usergroups",
        ).find(({ id }) => id === group);
        if (!record) return undefined;
        const isDone =
          Object.keys(withoutUndefined(others)).length === 0 &&
          Object.entries(withoutUndefined({ name, handle, description })).every(([field, value]) =>
            sameText(record[field], value),
          ) &&
          (channels === undefined || sameMembers(at(record, "prefs.channels"), channels));
        if (isDone) return { record };
        return { unchanged: isOlder(record.date_update, since) };
      },
    }),
  example: { usergroup: "S012AB3CD", description: "Everyone on Atlas" },
  reads: ["usergroups.list"],
  async preview({ usergroup: group, name, handle, description, channels, team_id }, read) {
    const list = ["usergroups", "list", withoutUndefined({ include_disabled: true, team_id })] as const;
    const record = await currentRecord(read, list, ({ id }) => id === group);
    return beforeAndAfter(
      { name, handle, description, channels },
      record && { ...record, channels: at(record, "prefs.channels") ?? [] },
    );
  },
  // The old values of `additional_channels` and `enable_section` are unknown.
  undo: ({ usergroup: group, team_id, additional_channels, enable_section }, _data, before) =>
    additional_channels === undefined && enable_section === undefined
      ? undoCall("usergroups", "update", { usergroup: group, team_id }, before)
      : undefined,
});

export const enable = action({
  description: "Enable a disabled user group.",
  params: (z) => ({ usergroup: usergroup(z), team_id: team(z) }),
  result: UserGroup,
  view: shows("id"),
  effect: "write",
  calls: "usergroups.enable",
  echo: ["usergroup"],
  pick: "usergroup",
  example: { usergroup: "S012AB3CD" },
  undo: (params) => ({ entity: "usergroups", action: "disable", params }),
});

export const disable = action({
  description: "Disable a user group. Mentions of the group then notify nobody.",
  params: (z) => ({ usergroup: usergroup(z), team_id: team(z) }),
  result: UserGroup,
  view: shows("id"),
  effect: "destructive",
  calls: "usergroups.disable",
  echo: ["usergroup"],
  pick: "usergroup",
  example: { usergroup: "S012AB3CD" },
  undo: (params) => ({ entity: "usergroups", action: "enable", params }),
});
