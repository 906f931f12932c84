import type { Channel, Fields, File, Message, User } from "./types.ts";
import { isReply, type Room, type Workspace } from "./workspace.ts";

/** Zones by name: label and offset in seconds, as of the sandbox's winter. */
const ZONES: Readonly<Record<string, [label: string, offset: number]>> = {
  "America/Los_Angeles": ["Pacific Standard Time", -28_800],
  "America/New_York": ["Eastern Standard Time", -18_000],
  "America/Sao_Paulo": ["Brasilia Time", -10_800],
  "Europe/London": ["Greenwich Mean Time", 0],
  "Europe/Berlin": ["Central European Time", 3_600],
  "Asia/Kolkata": ["India Standard Time", 19_800],
  "Asia/Tokyo": ["Japan Standard Time", 32_400],
};

const AVATAR_SIZES = [24, 32, 48, 72, 192, 512];
const COLORS = ["9f69e7", "4bbe2e", "e7392d", "3c989f", "674b1b", "e96699", "e0a729", "684b6c"];

export interface UserView {
  /** Whether the caller may see e-mail addresses. */
  email: boolean;
  locale?: boolean;
}

export function userRecord(workspace: Workspace, user: User, view: UserView): Fields {
  const [tz_label, tz_offset] = ZONES[user.tz ?? ""] ?? ["Pacific Standard Time", -28_800];
  return {
    id: user.id,
    team_id: workspace.team.id,
    name: user.name,
    deleted: user.deleted ?? false,
    color: COLORS[checksum(user.id) % COLORS.length],
    real_name: user.real_name,
    tz: user.tz ?? "America/Los_Angeles",
    tz_label,
    tz_offset,
    profile: profileRecord(workspace, user, view),
    is_admin: user.is_admin ?? user.is_owner ?? false,
    is_owner: user.is_owner ?? false,
    is_primary_owner: user.is_primary_owner ?? false,
    is_restricted: Boolean(user.is_restricted || user.is_ultra_restricted),
    is_ultra_restricted: user.is_ultra_restricted ?? false,
    is_bot: user.is_bot ?? false,
    is_app_user: false,
    updated: user.updated ?? 1_700_000_000,
    is_email_confirmed: !user.is_bot && !user.deleted,
    has_2fa: false,
    who_can_share_contact_card: "EVERYONE",
    ...(view.locale ? { locale: "en-US" } : {}),
  };
}

function profileRecord(workspace: Workspace, user: User, view: UserView): Fields {
  const [first_name = "", ...rest] = user.real_name.split(" ");
  const avatar_hash = `g${checksum(user.name).toString(16).padStart(11, "0")}`;
  const display_name = user.display_name ?? "";
  return {
    title: user.title ?? "",
    phone: user.phone ?? "",
    skype: "",
    real_name: user.real_name,
    real_name_normalized: normalized(user.real_name),
    display_name,
    display_name_normalized: normalized(display_name),
    status_text: user.status_text ?? "",
    status_emoji: user.status_emoji ?? "",
    status_expiration: 0,
    avatar_hash,
    first_name,
    last_name: rest.join(" "),
    ...(view.email && user.email ? { email: user.email } : {}),
    ...(user.is_bot ? { api_app_id: user.app_id ?? "", bot_id: user.bot_id ?? "", always_active: true } : {}),
    image_original: `https://avatars.slack-edge.com/sandbox/${avatar_hash}_original.png`,
    ...Object.fromEntries(
      AVATAR_SIZES.map((size) => [
        `image_${size}`,
        `https://avatars.slack-edge.com/sandbox/${avatar_hash}_${size}.png`,
      ]),
    ),
    team: workspace.team.id,
  };
}

/** A channel as `viewer` sees it. */
export function channelRecord(workspace: Workspace, room: Room, viewer: User): Fields {
  const { channel } = room;
  if (channel.kind === "im") return directRecord(workspace, room, viewer);
  const isPublic = channel.kind === "public_channel";
  return {
    id: channel.id,
    name: channel.name,
    // Since 2021 private channels are channels too; only group messages are groups.
    is_channel: channel.kind !== "mpim",
    is_group: channel.kind === "mpim",
    is_im: false,
    is_mpim: channel.kind === "mpim",
    is_private: !isPublic,
    created: channel.created,
    is_archived: channel.is_archived,
    is_general: channel.is_general,
    unlinked: 0,
    name_normalized: normalized(channel.name),
    is_shared: false,
    is_frozen: false,
    is_read_only: false,
    is_org_shared: false,
    is_pending_ext_shared: false,
    pending_shared: [],
    context_team_id: workspace.team.id,
    updated: room.updated,
    parent_conversation: null,
    creator: channel.creator,
    is_ext_shared: false,
    shared_team_ids: [workspace.team.id],
    pending_connected_team_ids: [],
    is_member: channel.members.includes(viewer.id),
    topic: { ...channel.topic },
    purpose: { ...channel.purpose },
    properties: {
      tabs: [
        { id: "files", label: "", type: "files" },
        { id: "bookmarks", label: "", type: "bookmarks" },
      ],
    },
    previous_names: [...channel.previous_names],
    ...(channel.kind === "mpim" ? { is_open: true, priority: 0 } : {}),
  };
}

function directRecord(workspace: Workspace, room: Room, viewer: User): Fields {
  const { channel } = room;
  const other = channel.members.find((member) => member !== viewer.id) ?? viewer.id;
  return {
    id: channel.id,
    created: channel.created,
    is_im: true,
    is_org_shared: false,
    context_team_id: workspace.team.id,
    updated: room.updated,
    user: other,
    is_user_deleted: workspace.users.get(other)?.deleted ?? false,
    is_archived: false,
    is_open: true,
    priority: 0,
  };
}

/** What reading a channel by id, opening or creating one adds to its record. */
export function readingRecord(workspace: Workspace, room: Room): Fields {
  const latest = room.messages.at(-1);
  return {
    last_read: latest?.ts ?? "0000000000.000000",
    latest: latest ? messageRecord(workspace, room, latest) : null,
    unread_count: 0,
    unread_count_display: 0,
  };
}

export interface MessageView {
  /** Whether `metadata` was asked for. */
  metadata?: boolean;
}

/** A message as it is read: with what its thread and its pins say of it. */
export function messageRecord(
  workspace: Workspace,
  room: Room,
  message: Message,
  view: MessageView = {},
): Fields & { ts: string } {
  const { metadata, ...rest } = message;
  const record: Fields & { ts: string } = { ...rest };
  if (metadata !== undefined && view.metadata) record["metadata"] = metadata;
  if (room.pins.some((pin) => pin.ts === message.ts)) {
    record["pinned_to"] = [room.channel.id];
    record["pinned_info"] = { channel: room.channel.id, ...pinInfo(room, message.ts) };
  }
  if (message.files) record["files"] = message.files.map((file) => embeddedFile(workspace, file));
  if (isReply(message)) {
    const parent = room.messages.find((other) => other.ts === message.thread_ts);
    if (parent?.user) record["parent_user_id"] = parent.user;
    if (parent && message.subtype === "thread_broadcast")
      record["root"] = messageRecord(workspace, room, parent);
    return record;
  }
  const replies = room.threads.get(message.ts);
  if (!replies) return record;
  const reply_users = [...new Set(replies.map((reply) => reply.user ?? ""))].filter((user) => user !== "");
  return Object.assign(record, {
    thread_ts: message.ts,
    reply_count: replies.length,
    reply_users_count: reply_users.length,
    latest_reply: replies.at(-1)?.ts,
    reply_users,
    is_locked: false,
    subscribed: false,
  });
}

function pinInfo(room: Room, ts: string): Fields {
  const pin = room.pins.find((each) => each.ts === ts);
  return { pinned_by: pin?.created_by, pinned_ts: pin?.created };
}

/** The file of a message: stored as its id alone. */
function embeddedFile(workspace: Workspace, stored: Fields): Fields {
  const file = workspace.files.get(String(stored["id"]));
  return file ? fileRecord(workspace, file) : stored;
}

export function fileRecord(workspace: Workspace, file: File): Fields {
  const { team } = workspace;
  const rooms = Object.keys(file.shares).map((id) => workspace.rooms.get(id)?.channel);
  const ids = (...kinds: Channel["kind"][]): string[] =>
    rooms
      .filter((channel) => channel !== undefined && kinds.includes(channel.kind))
      .map((channel) => channel?.id ?? "");
  const page = `https://${team.domain}.slack.com/files/${file.user}/${file.id}/${encodeURIComponent(file.name)}`;
  const stored = `https://files.slack.com/files-pri/${team.id}-${file.id}`;
  const isImage = file.mimetype.startsWith("image/");
  return {
    id: file.id,
    created: file.created,
    timestamp: file.created,
    name: file.name,
    title: file.title,
    mimetype: file.mimetype,
    filetype: file.filetype,
    pretty_type: file.pretty_type,
    user: file.user,
    user_team: team.id,
    editable: file.content !== undefined,
    size: file.size,
    mode: file.content === undefined ? "hosted" : "snippet",
    is_external: false,
    external_type: "",
    is_public: ids("public_channel").length > 0,
    public_url_shared: false,
    display_as_bot: false,
    username: "",
    url_private: `${stored}/${file.name}`,
    url_private_download: `${stored}/download/${file.name}`,
    ...(isImage ? imageRecord(stored, file) : {}),
    ...(file.content === undefined
      ? {}
      : { preview: file.content.slice(0, 500), lines: file.content.split("\n").length }),
    permalink: page,
    permalink_public: `https://slack-files.com/${team.id}-${file.id}-sandbox`,
    channels: ids("public_channel"),
    groups: ids("private_channel", "mpim"),
    ims: ids("im"),
    comments_count: 0,
  };
}

function imageRecord(stored: string, file: File): Fields {
  const width = file.width ?? 360;
  const height = file.height ?? 360;
  const scale = Math.min(1, 360 / Math.max(width, height));
  return {
    ...Object.fromEntries([64, 80, 160, 360].map((size) => [`thumb_${size}`, `${stored}/thumb_${size}.png`])),
    thumb_360_w: Math.round(width * scale),
    thumb_360_h: Math.round(height * scale),
    image_exif_rotation: 1,
    original_w: width,
    original_h: height,
  };
}

export function permalink(workspace: Workspace, room: Room, message: Message): string {
  const base = `https://${workspace.team.domain}.slack.com/archives/${room.channel.id}/p${message.ts.replace(".", "")}`;
  return isReply(message) ? `${base}?thread_ts=${message.thread_ts}&cid=${room.channel.id}` : base;
}

function normalized(name: string): string {
  return name.normalize("NFD").replace(/\p{Diacritic}/gu, "");
}

function checksum(text: string): number {
  let sum = 0;
  for (const character of text) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return sum;
}
