import type { Places } from "../../../core/contract/policy.ts";

/** The places of the policy's `only`: conversations by id, and direct messages also by the other user's id. */
export const places = {
  channel: {
    params: ["channel", "channels", "additional_channels"],
    accepts: {
      pattern: /^[CGDUW][A-Z0-9]{2,}$/,
      says: "the id of a channel (C012AB3CD), a direct message (D012AB3CD) or a user for direct messages (U012AB3CD)",
    },
    named: /^[CG]/,
    // Actions about people or the workspace, without a conversation. usergroups.enable and usergroup_members.replace are
    // missing on purpose: they add people to the channels of the group.
    without: [
      "users.list",
      "users.get",
      "users.lookup_by_email",
      "user_profiles",
      "presence",
      "dnd",
      "usergroups.list",
      "usergroups.create",
      "usergroups.update",
      "usergroups.disable",
      "usergroup_members.list",
      "emoji",
      "team",
      "bots",
      "auth",
      "api",
      "blocks",
      "files.upload",
      "canvases.create",
    ],
  },
} satisfies Places;
