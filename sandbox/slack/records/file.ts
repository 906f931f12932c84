import type { Fields } from "../fields.ts";
import type { Channel, File } from "../types.ts";
import type { Workspace } from "../workspace.ts";
import { listFileFields } from "./list.ts";

export function fileRecord(workspace: Workspace, file: File): Fields {
  const { team } = workspace;
  const rooms = Object.keys({ ...file.shares, ...file.access }).map((id) => workspace.rooms.get(id)?.channel);
  const ids = (...kinds: Channel["kind"][]): string[] =>
    rooms
      .filter((channel) => channel !== undefined && kinds.includes(channel.kind))
      .map((channel) => channel?.id ?? "");
  const stored = `https://files.slack.com/files-pri/${team.id}-${file.id}`;
  const address = file.canvas ? "canvas" : addressOf(file.name);
  const host = `https://${team.domain}.slack.com`;
  const page = file.canvas
    ? `${host}/docs/${team.id}/${file.id}`
    : `${host}/files/${file.user}/${file.id}/${address}`;
  const isImage = file.mimetype.startsWith("image/");
  const { mode, is_external, external_type, ...more } = file.more ?? {};
  return {
    ...more,
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
    editable: file.content !== undefined || file.canvas !== undefined,
    size: file.size,
    mode: mode ?? modeOf(file),
    is_external: is_external ?? false,
    external_type: external_type ?? "",
    is_public: ids("public_channel").length > 0,
    public_url_shared: file.public ?? false,
    display_as_bot: false,
    username: "",
    url_private: `${stored}/${address}`,
    url_private_download: `${stored}/download/${address}`,
    ...(isImage ? imageRecord(stored, file) : {}),
    ...(file.content === undefined
      ? {}
      : { preview: file.content.slice(0, 500), lines: file.content.split("\n").length }),
    permalink: page,
    permalink_public: `https://slack-files.com/${team.id}-${file.id}-${publicSecret(file)}`,
    channels: ids("public_channel"),
    groups: ids("private_channel", "mpim"),
    ims: ids("im"),
    comments_count: 0,
    ...(file.list ? listFileFields(workspace, file, file.list) : {}),
    ...(file.access ? { dm_mpdm_users_with_file_access: usersWithAccess(workspace, file.access) } : {}),
  };
}

const modeOf = ({ canvas, list, content }: File): string =>
  canvas ? "quip" : list ? "list" : content === undefined ? "hosted" : "snippet";

const usersWithAccess = (workspace: Workspace, access: Record<string, string>): Fields[] =>
  Object.entries(access).flatMap(([id, level]) =>
    workspace.users.has(id) ? [{ user_id: id, access: level }] : [],
  );

/** Returns the last part of the file's address. */
const addressOf = (name: string): string =>
  encodeURIComponent(name.toLowerCase().replace(/[^\p{L}\p{N}._-]+/gu, "_"));

/** Returns the secret part of a file's public link. */
export const publicSecret = (file: File): string => file.id.slice(-8).toLowerCase();

function imageRecord(stored: string, file: File): Fields {
  const width = file.width ?? 360;
  const height = file.height ?? 360;
  const sized = (size: number): Fields => {
    const scale = Math.min(1, size / Math.max(width, height));
    return {
      [`thumb_${size}_w`]: Math.round(width * scale),
      [`thumb_${size}_h`]: Math.round(height * scale),
    };
  };
  return {
    ...Object.fromEntries(
      [64, 80, 160, 360, 480].map((size) => [`thumb_${size}`, `${stored}/thumb_${size}.png`]),
    ),
    ...sized(360),
    ...sized(480),
    image_exif_rotation: 1,
    original_w: width,
    original_h: height,
  };
}
