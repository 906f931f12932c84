// Channels and users of a Slack workspace, with all fields of Slack's documentation.

type Record_ = Record<string, unknown>;

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length]!;
/** Returns eleven characters, like an id of Slack. */
export const id = (prefix: string, index: number): string => {
  let [state, signs] = [(index + 1) * 127 + prefix.charCodeAt(0), ""];
  while (signs.length < 9) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    signs += ((state >>> 16) % 36).toString(36);
  }
  return `${prefix}0${signs.toUpperCase()}`;
};

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
/** Returns the `ts` of a message. Each message is about 80 minutes later than the message before it. */
export const ts = (index: number) =>
  `${1_773_200_000 + index * 4_700 + ((index * 2_654_435) % 3_000)}.${String(100_019 + ((index * 386_521) % 899_000))}`;

/** Returns hexadecimal digits that look random. */
export const digits = (index: number, length: number) =>
  Array.from({ length }, (_, place) =>
    ((index * 31 + place * place * 7 + place * index) % 16).toString(16),
  ).join("");
export const blockId = (index: number) => id("b", index + 700).slice(1, 6);

export const team = "T0ABCDE1234";

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
