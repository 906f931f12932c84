import type { IsAllowed } from "../../../core/contract/policy.ts";
import type { Dict } from "../../../core/ground/json.ts";

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
export function foreignElement(element: Dict, isAllowed: IsAllowed): string | undefined {
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
