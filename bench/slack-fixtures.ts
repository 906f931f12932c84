// A workspace's records with all the fields that Slack sends, in the shapes of its documentation, for measuring.

type Record_ = Record<string, unknown>;

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length]!;
const id = (prefix: string, index: number) =>
  `${prefix}0${(index * 7919 + 1_000_003).toString(36).toUpperCase().padStart(9, "A")}`;
export const ts = (index: number) => `${1_773_200_000 + index * 613}.${String(100_019 + index * 37)}`;

const words = [
  "billing",
  "atlas",
  "design",
  "oncall",
  "release",
  "growth",
  "data",
  "support",
  "hiring",
  "infra",
];
const first = ["Ana", "Bruno", "Chidi", "Dana", "Emre", "Fatima", "Goran", "Hana", "Ivo", "Jun"];
const last = ["Archer", "Baptiste", "Costa", "Demir", "Eze", "Fischer", "Garcia", "Haddad", "Ito", "Jansen"];
const team = "T0ABCDE1234";

export const channels = (count: number): Record_[] =>
  Array.from({ length: count }, (_, index) => ({
    id: id("C", index),
    name: `${pick(words, index)}-${pick(words, Math.floor(index / 10) + 3)}`,
    is_channel: true,
    is_group: false,
    is_im: false,
    is_mpim: false,
    is_private: index % 9 === 8,
    created: 1_600_000_000 + index * 86_400,
    is_archived: false,
    is_general: index === 0,
    unlinked: 0,
    name_normalized: `${pick(words, index)}-${pick(words, Math.floor(index / 10) + 3)}`,
    is_shared: false,
    is_org_shared: false,
    is_pending_ext_shared: false,
    pending_shared: [],
    context_team_id: team,
    updated: 1_700_000_000_000 + index,
    parent_conversation: null,
    creator: id("U", index % 50),
    is_ext_shared: false,
    shared_team_ids: [team],
    pending_connected_team_ids: [],
    is_member: index % 3 === 0,
    topic:
      index % 3 === 0
        ? {
            value: `Everything about ${pick(words, index)}`,
            creator: id("U", index % 50),
            last_set: 1_700_000_000,
          }
        : { value: "", creator: "", last_set: 0 },
    purpose:
      index % 4 === 0
        ? { value: `Work on ${pick(words, index)}`, creator: id("U", index % 50), last_set: 1_700_000_000 }
        : { value: "", creator: "", last_set: 0 },
    previous_names: [],
    num_members: 3 + ((index * 31) % 140),
  }));

export const users = (count: number): Record_[] =>
  Array.from({ length: count }, (_, index) => {
    const [given, family] = [pick(first, index), pick(last, Math.floor(index / 10) + index)];
    const real = `${given} ${family}`;
    const name = `${given}.${family}`.toLowerCase();
    const image = (size: number) =>
      `https://avatars.slack-edge.com/2024-05-01/${index}73025_4f1c9b0de2a7_${size}.png`;
    const sizes = [24, 32, 48, 72, 192, 512, 1024];
    return {
      id: id("U", index),
      team_id: team,
      name,
      deleted: index % 17 === 16,
      color: "9f69e7",
      real_name: real,
      tz: pick(["Europe/Berlin", "America/New_York", "Asia/Tokyo"], index),
      tz_label: "Central European Summer Time",
      tz_offset: 7200,
      profile: {
        title: index % 2 === 0 ? `${pick(words, index)} lead` : "",
        phone: "",
        skype: "",
        real_name: real,
        real_name_normalized: real,
        display_name: index < 10 ? given.toLowerCase() : name,
        display_name_normalized: index < 10 ? given.toLowerCase() : name,
        fields: null,
        status_text: index % 8 === 0 ? "In a meeting" : "",
        status_emoji: index % 8 === 0 ? ":calendar:" : "",
        status_emoji_display_info: [],
        status_expiration: 0,
        avatar_hash: "4f1c9b0de2a7",
        image_original: image(1024),
        is_custom_image: true,
        email: `${name}@example.com`,
        first_name: given,
        last_name: family,
        ...Object.fromEntries(sizes.map((size) => [`image_${size}`, image(size)])),
        status_text_canonical: "",
        team,
      },
      is_admin: index % 12 === 0,
      is_owner: false,
      is_primary_owner: false,
      is_restricted: false,
      is_ultra_restricted: false,
      is_bot: false,
      is_app_user: false,
      updated: 1_700_000_000 + index,
      is_email_confirmed: true,
      who_can_share_contact_card: "EVERYONE",
    };
  });

/** As people and apps write: mentions, links, lists, quotes, code, threads, reactions, files and alerts. */
export const messages = (count: number): Record_[] =>
  Array.from({ length: count }, (_, index) => {
    const author = id("U", (index * index) % 13);
    const other = id("U", (index * 7 + 3) % 13);
    const topic = pick(words, index);
    if (index % 10 === 9) return alert(index, topic);
    const text = (value: string, style?: Record_) => ({
      type: "text",
      text: value,
      ...(style ? { style } : {}),
    });
    const section = (...elements: unknown[]) => ({ type: "rich_text_section", elements });
    const url = `https://wiki.example.com/${topic}/${index}`;
    // Every second one is short, as most of what people write to each other is.
    const short = index % 2 === 1;
    const elements = [
      section(
        { type: "user", user_id: other },
        ...(short
          ? [text(` thanks, the ${topic} numbers `), text("look right", { bold: true }), text(" now ")]
          : [
              text(` the ${topic} numbers are in: `),
              text("3% up", { bold: true }),
              text(" on last week. Details: "),
              { type: "link", url, text: "report" },
              text(" "),
            ]),
        { type: "emoji", name: "tada", unicode: "1f389" },
      ),
      ...(index % 6 === 0
        ? [
            {
              type: "rich_text_list",
              style: "bullet",
              indent: 0,
              border: 0,
              elements: [
                section(text("check the dashboard", { italic: true })),
                section(text("tell the "), text("#support", { code: true }), text(" people")),
              ],
            },
          ]
        : []),
      ...(index % 8 === 1
        ? [{ type: "rich_text_quote", elements: [text("please have it ready by Thursday")] }]
        : []),
    ];
    const plain = short
      ? `<@${other}> thanks, the ${topic} numbers *look right* now :tada:`
      : `<@${other}> the ${topic} numbers are in: *3% up* on last week. Details: <${url}|report> :tada:`;
    const items = index % 6 === 0 ? "\n• _check the dashboard_\n• tell the `#support` people" : "";
    const quote = index % 8 === 1 ? "\n&gt; please have it ready by Thursday" : "";
    return {
      type: "message",
      user: author,
      ts: ts(index),
      client_msg_id: `7b1c33e2-5a7d-4c0b-9e21-${String(index).padStart(12, "0")}`,
      text: plain + items + quote,
      team,
      blocks: [{ type: "rich_text", block_id: `b${index}XyZ`, elements }],
      ...(index % 4 === 0 ? { attachments: [preview(url, topic)] } : {}),
      ...(index % 10 === 3 ? { files: [file(index, topic)], upload: false } : {}),
      ...(index % 2 === 0
        ? {
            reactions: [
              { name: "eyes", users: [other, id("U", 1)], count: 2 },
              { name: "heart", users: [id("U", 2)], count: 1 },
            ],
          }
        : {}),
      ...(index % 3 === 1
        ? {
            thread_ts: ts(index),
            reply_count: 3,
            reply_users_count: 2,
            latest_reply: ts(index + 1),
            reply_users: [other, id("U", 4)],
            is_locked: false,
            subscribed: false,
          }
        : {}),
      ...(index % 10 === 2 ? { edited: { user: author, ts: ts(index) } } : {}),
    };
  });

const alert = (index: number, topic: string): Record_ => ({
  type: "message",
  subtype: "bot_message",
  text: "",
  ts: ts(index),
  bot_id: id("B", 1),
  app_id: "A0ALERTS123",
  team,
  bot_profile: {
    id: id("B", 1),
    app_id: "A0ALERTS123",
    name: "Alerts",
    icons: {
      image_36: "https://avatars.slack-edge.com/36.png",
      image_48: "https://avatars.slack-edge.com/48.png",
      image_72: "https://avatars.slack-edge.com/72.png",
    },
    deleted: false,
    updated: 1_700_000_000,
    team_id: team,
  },
  attachments: [
    {
      id: 1,
      color: "d00000",
      fallback: `[FIRING] latency of ${topic}`,
      title: `[FIRING] latency of ${topic}`,
      title_link: `https://alerts.example.com/${index}`,
      text: "p95 over 800 ms for 10 minutes",
      fields: [
        { title: "Severity", value: "high", short: true },
        { title: "Region", value: "eu-central-1", short: true },
      ],
      footer: "Alerts",
      ts: 1_773_200_000 + index,
      mrkdwn_in: ["text"],
    },
  ],
});

/** What Slack adds for a link that it could look at. */
const preview = (url: string, topic: string): Record_ => ({
  id: 1,
  from_url: url,
  original_url: url,
  service_icon: "https://wiki.example.com/favicon.ico",
  service_name: "Example Wiki",
  title: `Numbers of ${topic}`,
  title_link: url,
  text: "Weekly figures by region",
  fallback: `Example Wiki: Numbers of ${topic}`,
  thumb_url: "https://wiki.example.com/thumbs/preview.png",
  thumb_width: 500,
  thumb_height: 500,
  mrkdwn_in: ["text"],
});

const file = (index: number, topic: string): Record_ => {
  const name = `${topic}-${index}.png`;
  const private_ = `https://files.slack.com/files-pri/${team}-${id("F", index)}`;
  const thumbs = [64, 80, 160, 360, 480].map((size) => [`thumb_${size}`, `${private_}/${topic}_${size}.png`]);
  return {
    id: id("F", index),
    created: 1_773_200_000,
    timestamp: 1_773_200_000,
    name,
    title: name,
    mimetype: "image/png",
    filetype: "png",
    pretty_type: "PNG",
    user: id("U", index % 50),
    user_team: team,
    editable: false,
    size: 48_213,
    mode: "hosted",
    is_external: false,
    external_type: "",
    is_public: true,
    public_url_shared: false,
    display_as_bot: false,
    username: "",
    url_private: `${private_}/${name}`,
    url_private_download: `${private_}/download/${name}`,
    media_display_type: "unknown",
    ...Object.fromEntries(thumbs),
    original_w: 1280,
    original_h: 720,
    thumb_tiny: "AwAbADDPxRinYpcUAR7aNtSYoxQA",
    permalink: `https://example.slack.com/files/${id("U", index % 50)}/${id("F", index)}/${name}`,
    permalink_public: `https://slack-files.com/${team}-${id("F", index)}-1a2b3c4d5e`,
    is_starred: false,
    has_rich_preview: false,
    file_access: "visible",
  };
};
