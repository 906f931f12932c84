import type { Dict } from "../../../../src/core/ground/json.ts";

// One message of each kind that Slack documents, or that public recordings show.

const plain = (text: string) => ({ type: "plain_text", text, emoji: true });
const mrkdwn = (text: string) => ({ type: "mrkdwn", text, verbatim: false });
const word = (text: string, style?: Dict) => ({ type: "text", text, ...(style ? { style } : {}) });
const section = (...elements: Dict[]) => ({ type: "rich_text_section", elements });
const rich = (...elements: Dict[]) => ({ type: "rich_text", block_id: "b1", elements });
const list = (style: string, indent: number, items: string[], more: Dict = {}) => ({
  type: "rich_text_list",
  style,
  indent,
  ...more,
  elements: items.map((item) => section(word(item))),
});
const image = (alt_text: string) => ({ type: "image", image_url: "https://img.example/1.png", alt_text });
const confirm = { title: plain("Are you sure?"), text: mrkdwn("This is *final*"), confirm: plain("Do it"), deny: plain("Stop") }; // prettier-ignore
const button = { type: "button", text: plain("Approve now"), action_id: "a1", value: "v1", style: "primary", accessibility_label: "Approve the request" }; // prettier-ignore
const options = ["first", "second", "third"].map((name) => ({ text: plain(`${name} choice`), description: plain(`about ${name}`), value: name })); // prettier-ignore
const user = "U0123ABCD";
const channel = "C0123ABCD";

/** The blocks. https://docs.slack.dev/reference/block-kit/blocks */
const blocks: Record<string, Dict> = {
  section: { type: "section", block_id: "b1", text: mrkdwn("Hello *big* world &amp; _all_"), fields: [mrkdwn("*Left*\nvalue one"), plain("Right value")], accessory: image("a small cat") }, // prettier-ignore
  "section with tokens": { type: "section", text: mrkdwn(`<@${user}> and <@U0456ABCD|old label> in <#${channel}|name>, <!subteam^S0123ABCD>, <!here>: <https://a.example/x|the page> <https://b.example/> :wave: \`code here\` <!date^1392734382^On {date_num} at {time}|some day>`) }, // prettier-ignore
  header: { type: "header", text: plain("Quarterly report"), level: 1 },
  divider: { type: "divider", block_id: "b9" },
  context: { type: "context", elements: [mrkdwn("Posted *today*"), image("an icon"), plain("by the team")] },
  image: { type: "image", title: plain("Our office"), alt_text: "a red house", image_url: "https://img.example/2.png", fallback: "a red house" }, // prettier-ignore
  actions: { type: "actions", elements: [button, { ...button, text: plain("Read more"), url: "https://more.example/", confirm }] }, // prettier-ignore
  input: { type: "input", label: plain("Your name"), hint: plain("As in the passport"), element: { type: "plain_text_input", action_id: "a", placeholder: plain("Type here") } }, // prettier-ignore
  video: { type: "video", title: plain("Demo film"), title_url: "https://v.example/1", description: plain("Two minutes long"), alt_text: "a film", video_url: "https://v.example/embed", thumbnail_url: "https://v.example/t.png", author_name: "Ann Author", provider_name: "Tube", provider_icon_url: "https://v.example/i.png" }, // prettier-ignore
  markdown: { type: "markdown", text: "# Title here\n\n- one item\n- two items\n\n**bold words** and `code words`\n\n| head | other |\n|---|---|\n| cell | more |" }, // prettier-ignore
  table: { type: "table", column_settings: [{ align: "right" }], rows: [[{ type: "raw_text", text: "Name" }, { type: "raw_text", text: "Amount" }, { type: "raw_text", text: "Who" }], [{ type: "raw_text", text: "Rent" }, { type: "raw_number", value: 12.5, text: "EUR" }, rich(section(word("paid by "), { type: "user", user_id: user }))], [{ type: "raw_text", text: "Food" }, { type: "raw_number", value: 77 }, null]] }, // prettier-ignore
  data_table: { type: "data_table", caption: "Sales by month", rows: [[{ type: "raw_text", text: "Month" }, { type: "raw_text", text: "Sum" }], [{ type: "raw_text", text: "May" }, { type: "raw_number", value: 4711 }]] }, // prettier-ignore
  "data_visualization pie": { type: "data_visualization", title: "Shares", chart: { type: "pie", segments: [{ label: "Cats", value: 60 }, { label: "Dogs", value: 40 }] } }, // prettier-ignore
  "data_visualization line": { type: "data_visualization", title: "Visitors", chart: { type: "line", series: [{ name: "Web", data: [{ label: "Mon", value: 5 }, { label: "Tue", value: 6 }] }, { name: "App", data: [{ label: "Mon", value: 7 }, { label: "Tue", value: 8 }] }], axis_config: { categories: ["Mon", "Tue"], x_label: "Day", y_label: "People" } } }, // prettier-ignore
  card: { type: "card", hero_image: image("a mountain"), icon: image("a flag"), title: mrkdwn("Trip *north*"), subtitle: mrkdwn("Five days"), body: mrkdwn("By train and boat"), subtext: mrkdwn("Ends soon"), actions: [button] }, // prettier-ignore
  carousel: { type: "carousel", elements: ["North", "South"].map((name) => ({ type: "card", title: plain(name), body: mrkdwn(`Go ${name} now`), actions: [{ ...button, text: plain(`Book ${name}`) }] })) }, // prettier-ignore
  container: { type: "container", title: plain("Plain title"), subtitle: mrkdwn("under it"), icon: image("a box"), is_collapsible: true, default_collapsed: true, child_blocks: [{ type: "section", text: mrkdwn("inside *the* box") }, { type: "divider" }, { type: "actions", elements: [button] }] }, // prettier-ignore
  "container with a rich title": { type: "container", title: plain("Same title"), rich_text_title: rich(section(word("Same "), word("title"))), child_blocks: [{ type: "header", text: plain("Inner head") }] }, // prettier-ignore
  plan: { type: "plan", title: "How to move", tasks: [{ type: "task_card", task_id: "t1", title: "Pack boxes", status: "complete" }, { type: "task_card", task_id: "t2", title: "Call a van", status: "in_progress", details: rich(section(word("asking three firms"))) }] }, // prettier-ignore
  task_card: { type: "task_card", task_id: "t1", title: "Read the law", status: "complete", details: rich(section(word("page by page"))), output: rich(section(word("it says "), word("no", { bold: true }))), sources: [{ type: "url", url: "https://law.example/1", text: "The law" }] }, // prettier-ignore
  context_actions: { type: "context_actions", elements: [{ type: "feedback_buttons", action_id: "f", positive_button: { text: plain("Good answer"), value: "y", accessibility_label: "Mark it as good" }, negative_button: { text: plain("Bad answer"), value: "n" } }, { type: "icon_button", icon: "trash", text: plain("Delete it"), action_id: "d", visible_to_user_ids: [user] }] }, // prettier-ignore
  alert: { type: "alert", level: "warning", text: mrkdwn("The *disk* is full") },
  call: { type: "call", call_id: "R1", call: { v1: { id: "R1", name: "Weekly sync", created_by: user, date_start: 1769457524, date_end: 1769459524, join_url: "https://meet.example/1", desktop_app_join_url: "meet://1", app_id: "A1", active_participants: [{ slack_id: "U0456ABCD" }], all_participants: [{ slack_id: "U0456ABCD" }, { external_id: "x1", display_name: "Guest Gus", avatar_url: "https://img.example/g.png" }], display_id: "863", has_ended: true, channels: [channel] }, media_backend_type: "platform_call" } }, // prettier-ignore
  share_shortcut: { type: "share_shortcut", title: "Ask for leave", description: "Sends a form", button_label: "Start it", url: "https://s.example/1", function_trigger_id: "Ft1", app_id: "A1", bot_user_id: "U0789ABCD", owning_team_id: "T0123ABCD", workflow_id: "Wf1" }, // prettier-ignore
  file: { type: "file", source: "remote", external_id: "ABCD1", file: { id: "F1", title: "Remote plan", mode: "external", external_url: "https://d.example/1" } }, // prettier-ignore
  "an unknown block": { type: "hologram", block_id: "b1", text: mrkdwn("floating *words*"), parts: [{ type: "beam", caption: plain("blue beam"), value: "v" }] }, // prettier-ignore
};

const selects: [string, Dict][] = ["static", "external", "users", "conversations", "channels"].flatMap(
  (kind) =>
  ["", "multi_"].map((many): [string, Dict] => [`${many}${kind}_select`, { type: `${many}${kind}_select`, action_id: "a", placeholder: plain("Choose one thing"), ...(kind === "static" ? { options } : {}) }]), // prettier-ignore
);
/** The elements. https://docs.slack.dev/reference/block-kit/block-elements */
const elements: [string, Dict][] = [
  ...selects,
  ["users_select with a choice", { type: "users_select", placeholder: plain("Choose"), initial_user: user }],
  ["multi_channels_select with choices", { type: "multi_channels_select", placeholder: plain("Choose"), initial_channels: [channel, "C0456ABCD"] }], // prettier-ignore
  ["external_select with a choice", { type: "external_select", placeholder: plain("Choose"), initial_option: { text: plain("chosen one"), value: "x" } }], // prettier-ignore
  ["static_select with groups", { type: "static_select", placeholder: plain("Choose"), option_groups: [{ label: plain("group one"), options: options.slice(0, 1) }, { label: plain("group two"), options: options.slice(1) }] }], // prettier-ignore
  ["checkboxes", { type: "checkboxes", action_id: "a", options }],
  ["radio_buttons", { type: "radio_buttons", action_id: "a", options }],
  ["overflow", { type: "overflow", action_id: "a", options: options.map((option) => ({ ...option, url: "https://o.example/" })), confirm }], // prettier-ignore
  ["datepicker", { type: "datepicker", placeholder: plain("Which day"), action_id: "a" }],
  [
    "datepicker with a date",
    { type: "datepicker", placeholder: plain("Which day"), initial_date: "1990-04-28" },
  ],
  ["timepicker with a time", { type: "timepicker", placeholder: plain("When"), initial_time: "11:40" }],
  ["workflow_button", { type: "workflow_button", text: plain("Run it"), action_id: "a", workflow: { trigger: { url: "https://w.example/", customizable_input_parameters: [{ name: "n", value: "v" }] } } }], // prettier-ignore
  [
    "plain_text_input with a text",
    { type: "plain_text_input", placeholder: plain("Say"), initial_value: "already said" },
  ],
  ["email_text_input", { type: "email_text_input", placeholder: plain("Your address") }],
  ["url_text_input", { type: "url_text_input", placeholder: plain("Your page") }],
  ["rich_text_input with a text", { type: "rich_text_input", placeholder: plain("Say"), initial_value: rich(section(word("rich words"))) }], // prettier-ignore
];

/** The parts of rich text. https://docs.slack.dev/reference/block-kit/blocks/rich-text-block */
const inline: [string, Dict][] = [
  ["text", word("some words", { bold: true, italic: true, strike: true, underline: true })],
  ["text with marks", word("1 < 2 & *not bold* <!here> `tick`")],
  ["code", word("const x", { code: true })],
  ["link", { type: "link", url: "https://l.example/1", text: "a page" }],
  ["link without a text", { type: "link", url: "https://l.example/2" }],
  ["emoji", { type: "emoji", name: "wave", unicode: "1f44b" }],
  ["user", { type: "user", user_id: user }],
  ["canvas_user_mention", { type: "canvas_user_mention", user_id: user }],
  ["channel", { type: "channel", channel_id: channel }],
  ["usergroup", { type: "usergroup", usergroup_id: "S0123ABCD" }],
  ["broadcast", { type: "broadcast", range: "channel" }],
  ["color", { type: "color", value: "#F405B3" }],
  ["tag", { type: "tag", text: "Urgent case", color: "red" }],
  ["date", { type: "date", timestamp: 1720710212, format: "Due on {date_num} at {time}", fallback: "in the summer", url: "https://d.example/" }], // prettier-ignore
  ["date that cannot be shown", { type: "date", timestamp: 0, format: "", fallback: "in the winter" }],
  ["citation", { type: "citation", url: "https://c.example/1", text: "A source", details: { citation_type: "web", display_name: "The paper", title: "Big news", snippet: "it was said" } }], // prettier-ignore
  ...["attachment_mention", "work_object_mention"].map((type): [string, Dict] => [type, { type, text: "An object", product_name: "Tracker", url: "https://o.example/1", entity_id: "E1", app_id: "A1", icon_url: "https://img.example/o.png" }]), // prettier-ignore
  ...["workflow_mention", "message_mention", "canvas_message_unfurl", "list_record", "file", "canvas"].map((type): [string, Dict] => [type, { type, text: `the ${type} words`, url: "https://m.example/1", ...(/file|canvas|record/.test(type) ? { file_id: "F0123ABCD" } : {}) }]), // prettier-ignore
  ["canvas with a label", { type: "canvas", file_id: "F0123ABCD", label: "Team notes" }],
  ["salesforce_data_field", { type: "salesforce_data_field", salesforce_field_label: "Stage name", salesforce_field_api_name: "Stage__c", salesforce_record_id: "001" }], // prettier-ignore
  ["an unknown element", { type: "sparkle", text: "shiny words" }],
];
const containers: Record<string, Dict> = {
  "nested lists": rich(
    section(word("Before it")),
    list("ordered", 0, ["one", "two"]),
    list("bullet", 1, ["inner", "other"]),
    list("ordered", 2, ["deep"]),
    list("ordered", 0, ["three"], { offset: 2, border: 1 }),
    section(word("After it")),
  ),
  quote: rich({ type: "rich_text_quote", elements: [word("To be\nor not"), { type: "link", url: "https://q.example/", text: "says he" }] }), // prettier-ignore
  preformatted: rich({
    type: "rich_text_preformatted",
    language: "js",
    elements: [word("let a = 1;\n  a += 2;")],
  }),
};

const author = { author_name: "Bobby Tables", author_subname: "bobby", author_link: "https://x.example/b", author_icon: "https://img.example/b.png" }; // prettier-ignore
const shared = { ...author, from_url: "https://team.slack.example/archives/C1/p1", channel_id: channel, channel_name: "random", is_msg_unfurl: true, fallback: "[some day] bobby: hello you", id: 1 }; // prettier-ignore
/** The attachments. https://docs.slack.dev/legacy/legacy-messaging/legacy-secondary-message-attachments */
const attachments: Record<string, Dict> = {
  "all fields": { ...author, id: 1, color: "#36a64f", fallback: "a summary", pretext: "Look *here*", title: "Big title", title_link: "https://t.example/", text: "Some *text*\nover <https://l.example/|two> lines", fields: [{ title: "Priority", value: "High\nvery", short: true }, { title: "Owner", value: `<@${user}>`, short: false }], footer: "the footer", footer_icon: "https://img.example/f.png", image_url: "https://img.example/i.png", thumb_url: "https://img.example/t.png", mrkdwn_in: ["text"], callback_id: "c1" }, // prettier-ignore
  "fallback alone": { id: 1, fallback: "only this is here", color: "good" },
  "blocks": { id: 1, fallback: "[no preview available]", color: "#123456", blocks: [{ type: "section", text: mrkdwn("a *block* inside") }, { type: "actions", elements: [button] }] }, // prettier-ignore
  "buttons": { id: 1, text: "Choose a game", fallback: "You cannot choose", callback_id: "g", actions: [{ id: "1", name: "game", text: "Chess", type: "button", value: "chess" }, { id: "2", name: "game", text: "Go there", type: "button", url: "https://g.example/" }] }, // prettier-ignore
  "preview of a page": { id: 1, service_name: "Newspaper", service_icon: "https://img.example/n.png", service_url: "https://n.example/", title: "The news", title_link: "https://n.example/1", text: "It happened", from_url: "https://n.example/1", original_url: "https://n.example/1", fallback: "Newspaper: the news", video_html: "<iframe></iframe>", video_url: "https://n.example/v" }, // prettier-ignore
  "app preview": { id: 1, is_app_unfurl: true, app_unfurl_url: "https://n.example/1", app_id: "A1", bot_id: "B1", preview: { type: "rich", title: plain("Preview title"), subtitle: plain("and subtitle"), icon_url: "https://img.example/p.png" } }, // prettier-ignore
  "shared message": { ...shared, text: "hello you", mrkdwn_in: ["text"] },
  "shared message with blocks": { ...shared, text: "hello you", message_blocks: [{ team: "T1", channel: "C1", ts: "1.2", message: { blocks: [rich(section(word("hello "), word("you")))] } }] }, // prettier-ignore
  "shared message with files": { ...shared, text: "see", files: [{ id: "F1", title: "The plan", name: "plan.pdf", mimetype: "application/pdf", filetype: "pdf", mode: "hosted", url_private: "https://files.example/1" }] }, // prettier-ignore
  "row of a list": { id: 1, fallback: "a row", title: "Row one", list_record: { record: { record_id: "Rec1", fields: [{ key: "name", text: "Write docs" }, { key: "todo", text: "Later on" }] } } }, // prettier-ignore
};

const file = { id: "F0123ABCD", name: "a.txt", title: "A file", mimetype: "text/plain", filetype: "text", pretty_type: "Plain Text", user, mode: "hosted", size: 5, url_private: "https://files.example/1", permalink: "https://files.example/2", alt_txt: "what it shows", file_access: "visible", preview_highlight: "<pre>x</pre>" }; // prettier-ignore
/** The files. https://docs.slack.dev/reference/objects/file-object */
const files: Record<string, Dict> = {
  picture: { ...file, mimetype: "image/png", filetype: "png", thumb_64: "https://img.example/64.png" },
  snippet: {
    ...file,
    mode: "snippet",
    preview: "line one\nline two",
    lines: 9,
    lines_more: 7,
    preview_is_truncated: true,
  },
  post: { ...file, mode: "post", filetype: "post", preview: "dear all" },
  canvas: {
    ...file,
    mode: "quip",
    filetype: "quip",
    pretty_type: "Canvas",
    mimetype: "application/vnd.slack-docs",
    name: "-",
  },
  "e-mail": { ...file, mode: "email", filetype: "email", subject: "Your order", from: [{ name: "Shop", address: "shop@x.example", original: "Shop <shop@x.example>" }], to: [{ name: "Ann", address: "ann@x.example", original: "Ann <ann@x.example>" }], cc: [{ name: "", address: "cc@x.example", original: "cc@x.example" }], headers: { date: "Sat 1 Jan", message_id: "m1", reply_to: "", in_reply_to: "" }, plain_text: "it is on its way", preview_plain_text: "it is on", preview: "<p>it is on</p>", simplified_html: "<p>it is on its way</p>", attachments: [{ filename: "bill.pdf", size: 3, mimetype: "application/pdf", url: "https://files.example/b" }] }, // prettier-ignore
  "voice clip": { ...file, mimetype: "audio/webm", filetype: "webm", subtype: "slack_audio", transcription: { status: "complete", locale: "en-US", preview: { content: "hello it is me", has_more: false } }, vtt: "https://files.example/v" }, // prettier-ignore
  "video clip without a transcript": { ...file, mimetype: "video/webm", subtype: "slack_video", transcription: { status: "none" } }, // prettier-ignore
  external: {
    ...file,
    mode: "external",
    external_type: "gdrive",
    external_url: "https://drive.example/1",
    is_external: true,
  },
  list: { ...file, mode: "list", filetype: "list", mimetype: "application/vnd.slack-list" },
  tombstone: { id: "F0123ABCD", mode: "tombstone" },
  "file over the limit": { id: "F0123ABCD", mode: "hidden_by_limit" },
  "file of another organization": { id: "F0123ABCD", mode: "file_access", file_access: "check_file_info" },
};

const huddle = { id: "R1", name: "", created_by: user, date_start: 1700000000, date_end: 0, participants: [user], participant_history: [user, "U0456ABCD"], has_ended: false, is_dm_call: false, media_server: "", channels: [channel], huddle_link: "https://h.example/", recording: { summary_status: "complete" }, attached_file_ids: [], call_family: "huddle" }; // prettier-ignore
const about = { type: "message", user, ts: "1700000000.000100", team: "T0123ABCD", client_msg_id: "0c0f" };
const messages: Record<string, Dict> = {
  "a person's text": { ...about, text: `Hi <@${user}>, see <https://a.example/|this> &amp; *that*`, reactions: [{ name: "wave", count: 1, users: [user] }] }, // prettier-ignore
  "an app's text and blocks": { ...about, bot_id: "B1", bot_profile: { name: "Bot Name" }, text: "for notifications", blocks: [{ type: "section", text: mrkdwn("on the *screen*") }] }, // prettier-ignore
  "text and attachments": {
    ...about,
    text: "above it",
    attachments: [{ id: 1, text: "below it", fallback: "below" }],
  },
  "text and a file": {
    ...about,
    text: "here you are",
    files: [{ ...file, mode: "snippet", preview: "some code" }],
  },
  "old upload": { ...about, text: "", subtype: "file_share", files: [{ ...file, initial_comment: { id: "Fc1", comment: "have a look", user } }] }, // prettier-ignore
  "a huddle": { ...about, user: "USLACKBOT", subtype: "huddle_thread", text: "", blocks: [{ type: "rich_text", elements: [section(word("A huddle started"))] }], room: huddle }, // prettier-ignore
  "a huddle that ended": { ...about, user: "USLACKBOT", subtype: "huddle_thread", text: "", room: { ...huddle, has_ended: true, date_end: 1700003600 } }, // prettier-ignore
  "a new topic": {
    ...about,
    subtype: "channel_topic",
    text: `<@${user}> set the topic: news`,
    topic: "news",
  },
  "an action": { ...about, subtype: "me_message", text: "is waving" },
};

const named = (kind: string, all: Iterable<[string, Dict]>, wrap: (one: Dict) => Dict): [string, Dict][] =>
  [...all].map(([name, one]) => [`${kind}: ${name}`, wrap(one)]);
export const blockFixtures: readonly Dict[] = Object.values(blocks);
export const attachmentFixtures: readonly Dict[] = Object.values(attachments);
export const fileFixtures: readonly Dict[] = Object.values(files);
/** The name of each fixture, and its message. */
export const fixtures: readonly [string, Dict][] = [
  ...named("block", Object.entries(blocks), (one) => ({ ...about, blocks: [one] })),
  ...named("element", elements, (one) => ({ ...about, blocks: [{ type: "actions", elements: [one] }] })),
  ...named("rich text", inline, (one) => ({ ...about, blocks: [rich(section(one))] })),
  ...named("rich text", Object.entries(containers), (one) => ({ ...about, blocks: [one] })),
  ...named("attachment", Object.entries(attachments), (one) => ({ ...about, attachments: [one] })),
  ...named("file", Object.entries(files), (one) => ({ ...about, files: [one] })),
  ...named("message", Object.entries(messages), (one) => one),
  ["all blocks in one message", { ...about, text: "notification", blocks: Object.values(blocks) }],
  ["all attachments in one message", { ...about, text: "above", attachments: Object.values(attachments) }],
  ["all files in one message", { ...about, text: "above", files: Object.values(files) }],
];
