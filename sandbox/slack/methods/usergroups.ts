import type { UserGroup } from "../feature-types.ts";
import { type Call, isStaff } from "../call/call.ts";
import type { Fields } from "../fields.ts";
import { refusal } from "../call/refusal.ts";
import type { Method } from "../call/method.ts";
import { TIER_2 } from "../call/rate-limits.ts";
import { anyToken } from "../call/scopes.ts";

const MAX_NAME = 255;

const MAX_DESCRIPTION = 140;

export const usergroups: Record<string, Method> = {
  "usergroups.list": {
    scopes: anyToken("usergroups:read"),
    rate: TIER_2,
    formOnly: true,
    run: (call) => {
      const { workspace, args } = call;
      const view = { users: args.flag("include_users"), count: args.flag("include_count") };
      return {
        usergroups: [...workspace.usergroups.values()]
          .filter((group) => group.date_delete === 0 || args.flag("include_disabled"))
          .map((group) => groupRecord(call, group, view)),
      };
    },
  },

  "usergroups.create": {
    scopes: anyToken("usergroups:write"),
    rate: TIER_2,
    run: (call) => {
      const { workspace, actor } = call;
      requireMayWrite(call);
      const name = readName(call);
      if (name === undefined) throw refusal("missing_subteam_name");
      const now = workspace.seconds();
      const group: UserGroup = {
        id: workspace.newId("S0"),
        name,
        handle: readHandle(call) ?? freeHandle(call, name),
        description: readDescription(call) ?? "",
        date_create: now,
        date_update: now,
        date_delete: 0,
        created_by: actor.id,
        updated_by: actor.id,
        users: [],
        channels: readChannels(call) ?? [],
      };
      workspace.usergroups.set(group.id, group);
      return { usergroup: groupRecord(call, group, { users: true, count: true }) };
    },
  },

  "usergroups.update": {
    scopes: anyToken("usergroups:write"),
    rate: TIER_2,
    required: ["usergroup"],
    run: (call) =>
      change(call, (group) => {
        const changed = {
          name: readName(call, group),
          handle: readHandle(call, group),
          description: readDescription(call),
          channels: readChannels(call),
        };
        for (const [field, value] of Object.entries(changed))
          if (value !== undefined) Object.assign(group, { [field]: value });
      }),
  },

  "usergroups.enable": {
    scopes: anyToken("usergroups:write"),
    rate: TIER_2,
    required: ["usergroup"],
    run: (call) =>
      change(call, (group) => {
        if (group.date_delete === 0) throw refusal("already_enabled");
        group.date_delete = 0;
      }),
  },

  "usergroups.disable": {
    scopes: anyToken("usergroups:write"),
    rate: TIER_2,
    required: ["usergroup"],
    run: (call) =>
      change(call, (group) => {
        if (group.date_delete !== 0) throw refusal("already_disabled");
        group.date_delete = call.workspace.seconds();
      }),
  },

  "usergroups.users.list": {
    scopes: anyToken("usergroups:read"),
    rate: TIER_2,
    required: ["usergroup"],
    formOnly: true,
    run: ({ workspace, args }) => {
      const group = workspace.usergroups.get(args.text("usergroup") ?? "");
      if (!group || (group.date_delete !== 0 && !args.flag("include_disabled")))
        throw refusal("no_such_subteam");
      return { users: [...group.users] };
    },
  },

  "usergroups.users.update": {
    scopes: anyToken("usergroups:write"),
    rate: TIER_2,
    required: ["usergroup"],
    run: (call) =>
      change(call, (group) => {
        const users = [...new Set(call.args.list("users"))];
        if (users.length === 0) throw refusal("no_users_provided");
        for (const id of users) {
          const user = call.workspace.users.get(id);
          if (!user || user.deleted) throw refusal("invalid_users");
        }
        group.users = users;
        // Setting the members of a disabled group enables the group.
        group.date_delete = 0;
      }),
  },
};

function change(call: Call, apply: (group: UserGroup) => void): Fields {
  const group = call.workspace.usergroups.get(call.args.text("usergroup") ?? "");
  if (!group) throw refusal("no_such_subteam");
  requireMayWrite(call);
  apply(group);
  group.date_update = call.workspace.seconds();
  group.updated_by = call.actor.id;
  return { usergroup: groupRecord(call, group, { users: true, count: true }) };
}

/** Refuses guests. By default, a workspace allows all other users to change groups. */
function requireMayWrite({ actor }: Call): void {
  if ((actor.is_restricted || actor.is_ultra_restricted) && !isStaff(actor))
    throw refusal("permission_denied");
}

function groupRecord(
  { workspace }: Call,
  group: UserGroup,
  view: { users: boolean; count: boolean },
): Fields {
  const { users, channels, ...rest } = group;
  return {
    ...rest,
    team_id: workspace.team.id,
    is_usergroup: true,
    is_subteam: true,
    is_external: false,
    auto_type: null,
    auto_provision: false,
    enterprise_subteam_id: "",
    deleted_by: group.date_delete === 0 ? null : group.updated_by,
    prefs: { channels: [...channels], groups: [] },
    ...(view.users ? { users: [...users] } : {}),
    ...(view.count ? { user_count: users.length, channel_count: channels.length } : {}),
  };
}

function readName(call: Call, itself?: UserGroup): string | undefined {
  const name = call.args.text("name")?.trim();
  if (name === undefined || name === "") return undefined;
  if (name.length > MAX_NAME) throw refusal("name_too_long");
  if (others(call, itself).some((group) => group.name === name)) throw refusal("name_already_exists");
  return name;
}

function readHandle(call: Call, itself?: UserGroup): string | undefined {
  const handle = call.args.text("handle")?.replace(/^@/, "");
  if (handle === undefined || handle === "") return undefined;
  if (!/^[\p{Ll}\p{Lo}\p{N}._-]{1,80}$/u.test(handle)) throw refusal("bad_handle");
  if (["here", "channel", "everyone"].includes(handle)) throw refusal("forbidden_handle");
  const people = [...call.workspace.users.values()].some(({ name }) => name === handle);
  if (people || others(call, itself).some((group) => group.handle === handle))
    throw refusal("handle_already_exists");
  return handle;
}

/** Makes a handle from the name of the group. */
function freeHandle(call: Call, name: string): string {
  const handle = name.toLowerCase().replace(/[^\p{L}\p{N}._-]+/gu, "-");
  return others(call).some((group) => group.handle === handle) ? `${handle}-2` : handle;
}

function readDescription({ args }: Call): string | undefined {
  const description = args.text("description");
  if ((description?.length ?? 0) > MAX_DESCRIPTION) throw refusal("description_too_long");
  return description;
}

function readChannels({ workspace, args }: Call): string[] | undefined {
  if (args.text("channels") === undefined) return undefined;
  const channels = args.list("channels");
  if (channels.some((id) => !workspace.rooms.has(id))) throw refusal("invalid_channel_provided");
  return channels;
}

const others = ({ workspace }: Call, itself?: UserGroup): UserGroup[] =>
  [...workspace.usergroups.values()].filter((group) => group !== itself);
