import type { AllowListKinds, Embedded, IsAllowed } from "../../../core/contract/policy.ts";
import { hideChannels } from "./hide-channels.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { foreignLink } from "./foreign-link.ts";

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

/**
 * Finds the first value that could show something of another conversation: a link to a conversation that is not
 * allowed, a mention of it, a file, or an element of blocks that shows a record of Slack. Every file counts, because
 * its id does not say in which conversations the file is.
 */
export function embedded(params: Dict, isAllowed: IsAllowed): Embedded | undefined {
  return find(params, "", isAllowed);
}

/** The params that contain blocks. */
const blockParams = /^(?:\w*blocks|chunks|unfurls)\b/;

function find(value: unknown, path: string, isAllowed: IsAllowed): Embedded | undefined {
  if (typeof value === "string") {
    const reason = /(?:^|\.)(?:file_id|slack_file\.id)$/.test(path)
      ? "is a file, which can be in a channel outside of the allow-list"
      : foreignLink(value, isAllowed);
    return reason === undefined ? undefined : { path, reason };
  }
  if (!isDict(value) && !Array.isArray(value)) return undefined;
  if (isDict(value) && blockParams.test(path)) {
    const reason = foreignElement(value, isAllowed);
    if (reason !== undefined) return { path, reason };
  }
  for (const [name, one] of Object.entries(value)) {
    const inner = Array.isArray(value) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`;
    const reason = foreignLink(name, isAllowed);
    const found = find(one, inner, isAllowed) ?? (reason === undefined ? undefined : { path, reason });
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The blocks, elements and objects that show only what their author has written. All others can show a record of
 * Slack, such as a file or an item of a list, by an id that does not say which channel the record belongs to.
 * https://docs.slack.dev/reference/block-kit
 */
const plainTypes: ReadonlySet<unknown> = new Set(
  (
    "section header divider context image actions input video markdown rich_text table data_table data_visualization " +
    "card carousel container plan task_card context_actions alert " +
    "icon slack_icon plain_text mrkdwn raw_text raw_number pie bar line area " +
    "button workflow_button icon_button feedback_buttons checkboxes radio_buttons overflow " +
    "static_select multi_static_select external_select multi_external_select users_select multi_users_select " +
    "channels_select multi_channels_select conversations_select multi_conversations_select " +
    "datepicker timepicker datetimepicker plain_text_input email_text_input url_text_input number_input " +
    "rich_text_input rich_text_section rich_text_list rich_text_quote rich_text_preformatted " +
    "text link emoji user usergroup team broadcast color date channel message_mention url tag citation " +
    "markdown_text task_update plan_update blocks"
  ).split(" "),
);

/** The fields with the id of a conversation. */
const conversationFields = [
  "channel_id",
  "root_message_channel",
  "initial_channel",
  "initial_channels",
  "initial_conversation",
  "initial_conversations",
];

/**
 * Returns the reason why an element of blocks could show something of a conversation that is not allowed, or undefined
 * if it could not. The reason follows the path of the element in an error.
 */
function foreignElement(element: Dict, isAllowed: IsAllowed): string | undefined {
  const { type } = element;
  if (typeof type === "string" && !plainTypes.has(type))
    return `has the type ${type.slice(0, 40)}, which can show something of any channel. Text, links, user mentions, emoji, images by their address, and the other blocks of text can be written`;
  const ids = conversationFields.flatMap((field) => [element[field] ?? []].flat());
  if (type === "message_mention" && ids.length === 0)
    return "is a mention of a message without its channel_id";
  return ids.some((id) => typeof id !== "string" || !isAllowed(id))
    ? "shows a channel or a message outside of the allow-list"
    : undefined;
}
