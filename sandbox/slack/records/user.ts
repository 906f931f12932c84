import type { Fields } from "../fields.ts";
import type { User } from "../types.ts";
import type { Workspace } from "../workspace.ts";
import { stripAccents } from "./strip-accents.ts";

/** The label and the offset of each time zone. The offset is in seconds, without daylight saving time. */
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
  /** Whether the caller can see e-mail addresses. */
  email: boolean;
  locale?: boolean;
}

export function timeZone(user: User): { label: string; offset: number } {
  const [label, offset] = ZONES[user.tz ?? ""] ?? ["Pacific Standard Time", -28_800];
  return { label, offset };
}

export function userRecord(workspace: Workspace, user: User, view: UserView): Fields {
  const { label: tz_label, offset: tz_offset } = timeZone(user);
  return {
    id: user.id,
    team_id: user.team_id ?? workspace.team.id,
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
    ...(user.team_id === undefined ? {} : { is_stranger: !sharesChannel(workspace, user) }),
    updated: user.updated ?? 1_700_000_000,
    is_email_confirmed: !user.is_bot && !user.deleted,
    has_2fa: false,
    who_can_share_contact_card: "EVERYONE",
    ...(view.locale ? { locale: "en-US" } : {}),
  };
}

export function profileRecord(workspace: Workspace, user: User, view: UserView): Fields {
  const [first_name = "", ...rest] = user.real_name.split(" ");
  const avatar_hash = `g${checksum(user.name).toString(16).padStart(11, "0")}`;
  const display_name = user.display_name ?? "";
  return {
    title: user.title ?? "",
    phone: user.phone ?? "",
    skype: "",
    real_name: user.real_name,
    real_name_normalized: stripAccents(user.real_name),
    display_name,
    display_name_normalized: stripAccents(display_name),
    ...statusRecord(workspace, user),
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
    team: user.team_id ?? workspace.team.id,
  };
}

/** Returns whether a person of another company is in a channel of the workspace. */
const sharesChannel = (workspace: Workspace, { id }: User): boolean =>
  [...workspace.rooms.values()].some(({ channel }) => channel.kind !== "im" && channel.members.includes(id));

/** Returns the status of a user. Returns empty fields if the status has expired. */
function statusRecord(workspace: Workspace, user: User): Fields {
  const { status_text = "", status_emoji = "", status_expiration = 0 } = user;
  return status_expiration > 0 && status_expiration <= workspace.seconds()
    ? { status_text: "", status_emoji: "", status_expiration: 0 }
    : { status_text, status_emoji, status_expiration };
}

function checksum(text: string): number {
  let sum = 0;
  for (const character of text) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return sum;
}
