// The fields that a person sees in blocks, elements, attachments and other parts of a message, in Slack's order.
// `block-text.ts` writes these fields first, and then all other fields that are not hidden.
// https://docs.slack.dev/reference/block-kit/blocks
// https://docs.slack.dev/legacy/legacy-messaging/legacy-secondary-message-attachments

const select = ["placeholder", "option_groups", "options", "confirm"];
const input = ["initial_value", "placeholder", "confirm"];
const picker = ["initial_date", "initial_time", "initial_date_time", "placeholder", "confirm"];
const people = [
  "initial_user",
  "initial_users",
  "initial_channel",
  "initial_channels",
  "initial_conversation",
  "initial_conversations",
  "placeholder",
  "confirm",
];

/** The fields by the `type` of a part. For parts without a `type`, this package has its own names. */
export const visibleFields: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    // Blocks
    section: ["text", "fields", "accessory"],
    header: ["text"],
    context: ["elements"],
    image: ["title", "alt_text"],
    actions: ["elements"],
    input: ["label", "element", "hint"],
    video: ["author_name", "provider_name", "title", "description", "alt_text"],
    markdown: ["text"],
    alert: ["text"],
    data_table: ["caption", "rows"],
    card: ["hero_image", "icon", "slack_icon", "title", "subtitle", "body", "subtext", "actions"],
    carousel: ["elements"],
    container: ["icon", "rich_text_title", "title", "subtitle", "child_blocks"],
    plan: ["title", "tasks"],
    task_card: ["title", "status", "details", "output", "sources"],
    context_actions: ["elements"],
    share_shortcut: ["title", "description", "button_label"],
    // Elements
    button: ["text", "confirm"],
    workflow_button: ["text"],
    icon_button: ["text", "confirm"],
    feedback_buttons: ["positive_button", "negative_button"],
    checkboxes: ["options", "confirm"],
    radio_buttons: ["options", "confirm"],
    overflow: ["options", "confirm"],
    static_select: select,
    multi_static_select: select,
    external_select: select,
    multi_external_select: select,
    users_select: people,
    multi_users_select: people,
    channels_select: people,
    multi_channels_select: people,
    conversations_select: people,
    multi_conversations_select: people,
    datepicker: picker,
    timepicker: picker,
    datetimepicker: picker,
    plain_text_input: input,
    email_text_input: input,
    url_text_input: input,
    number_input: input,
    rich_text_input: input,
    // Parts without a type
    attachment: [
      "pretext",
      "service_name",
      "author_name",
      "author_subname",
      "author_id",
      "channel_name",
      "title",
      "message_blocks",
      "text",
      "fields",
      "blocks",
      "preview",
      "list",
      "list_record",
      "list_records",
      "files",
      "actions",
      "footer",
      "ts",
    ],
    option: ["mark", "text", "description"],
    confirm: ["title", "text", "confirm", "deny"],
    field: ["title", "value"],
  }),
);

/** The names of the parts without a `type`, by the field that contains the part. */
export const partNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    attachments: "attachment",
    options: "option",
    confirm: "confirm",
  }),
);

/** The fields that start a new line. */
export const ownLine: ReadonlySet<string> = new Set([
  "pretext",
  "title",
  "rich_text_title",
  "subtitle",
  "body",
  "subtext",
  "caption",
  "blocks",
  "child_blocks",
  "message_blocks",
  "tasks",
  "details",
  "output",
  "fields",
  "files",
  "rows",
  "footer",
  "hint",
]);

/** Slack shows names instead of the ids of users or channels in these fields. */
export const mentionFields: ReadonlyMap<string, "user" | "channel"> = new Map<string, "user" | "channel">(
  Object.entries({
    author_id: "user",
    initial_user: "user",
    initial_users: "user",
    initial_channel: "channel",
    initial_channels: "channel",
    initial_conversation: "channel",
    initial_conversations: "channel",
  }),
);

/** Nobody sees these fields: settings, values for the app, icons, and texts for screen readers and notifications. */
const hidden: ReadonlySet<string> = new Set([
  "type",
  "id",
  "value",
  "style",
  "url",
  "name",
  "ts",
  "color",
  "level",
  "language",
  "fallback",
  "mrkdwn_in",
  "accessibility_label",
  "slack_file",
  "metadata",
  "filter",
  "trigger",
  "workflow",
  "dispatch_action_config",
  "mimetype",
  "filetype",
  "author_link",
  "image_bytes",
  "source",
  "width",
  "align",
  "team",
  "channel",
  "user",
  "app_collaborators",
  "list_schema",
  "filetypes",
  "min_value",
  "max_value",
  "mark",
]);

/** Returns whether a field is invisible in a part of this kind. */
export const isHidden = (field: string, part: string | undefined): boolean =>
  field === "value"
    ? part !== "field"
    : hidden.has(field) || /_(ids?|urls?|icon|link|html|team)$|(^|_)(sub)?type$/.test(field);
