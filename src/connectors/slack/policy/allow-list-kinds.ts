import type { AllowListKinds } from "../../../core/contract/policy.ts";
import { embedded } from "./embedded.ts";
import { hideChannels } from "./hide-channels.ts";

/** `only.channel` accepts ids of conversations. The id of a user stands for the direct message with this user. */
export const allowListKinds = {
  channel: {
    params: ["channel", "channels", "additional_channels"],
    accepts: {
      pattern: /^[CGDUW][A-Z0-9]{2,}$/,
      says: "the id of a channel (C012AB3CD), a direct message (D012AB3CD) or a user for direct messages (U012AB3CD)",
    },
    hide: hideChannels,
    embedded,
    pieces: ["message_streams"],
    // Without a channel, these actions reach no conversation. `usergroups.enable` and `usergroup_members.replace` are
    // absent, because both add people to the channels of the user group.
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
    // The access actions could give an allowed channel access to a canvas or a list of another channel. With an
    // `unfurl_id`, `messages.unfurl` could show a preview in another channel.
    beyond: ["canvas_access", "list_access", "messages.unfurl"],
  },
} satisfies AllowListKinds;
