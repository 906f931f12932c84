import type { Fields } from "../fields.ts";
import type { User } from "../types.ts";
import { type Room, type Workspace, isReply, toMicros } from "../workspace.ts";
import { messageRecord } from "./message.ts";
import { stripAccents } from "./strip-accents.ts";

/** Returns the channel as the user `viewer` sees the channel. */
export function channelRecord(workspace: Workspace, room: Room, viewer: User): Fields {
  const { channel } = room;
  if (channel.kind === "im") return directRecord(workspace, room, viewer);
  const {
    connected_team_ids: connected = channel.kind === "mpim" ? companiesOf(workspace, room) : [],
    pending_connected_team_ids: pending = [],
    org_team_ids: inside = [],
  } = channel;
  const isPublic = channel.kind === "public_channel";
  return {
    id: channel.id,
    name: channel.name,
    // Since 2021, `is_group` is true only for direct messages with several people, and no longer for private channels.
    is_channel: channel.kind !== "mpim",
    is_group: channel.kind === "mpim",
    is_im: false,
    is_mpim: channel.kind === "mpim",
    is_private: !isPublic,
    created: channel.created,
    is_archived: channel.is_archived,
    is_general: channel.is_general,
    unlinked: 0,
    name_normalized: stripAccents(channel.name),
    is_shared: connected.length + inside.length > 0,
    is_frozen: false,
    is_read_only: false,
    is_org_shared: inside.length > 0,
    is_pending_ext_shared: pending.length > 0,
    pending_shared: [...pending],
    context_team_id: workspace.team.id,
    updated: room.updated,
    parent_conversation: null,
    creator: channel.creator,
    is_ext_shared: connected.length > 0,
    shared_team_ids: [workspace.team.id, ...inside, ...connected],
    pending_connected_team_ids: [...pending],
    ...(connected.length + inside.length > 0
      ? {
          conversation_host_id: workspace.team.id,
          internal_team_ids: [workspace.team.id, ...inside],
          connected_team_ids: [...connected],
        }
      : {}),
    is_member: channel.members.includes(viewer.id),
    topic: { ...channel.topic },
    purpose: { ...channel.purpose },
    properties: {
      tabs: [
        ...(room.canvas
          ? [{ id: `Ct${room.canvas.slice(1)}`, label: "", type: "canvas", data: { file_id: room.canvas } }]
          : []),
        { id: "files", label: "", type: "files" },
        { id: "bookmarks", label: "", type: "bookmarks" },
      ],
      ...(room.canvas
        ? {
            canvas: {
              file_id: room.canvas,
              is_empty: (workspace.files.get(room.canvas)?.canvas ?? []).length === 0,
              quip_thread_id: `${room.canvas}-thread`,
            },
          }
        : {}),
    },
    previous_names: [...channel.previous_names],
    ...(channel.kind === "mpim" ? { is_open: !room.closed.has(viewer.id), priority: 0 } : {}),
  };
}

/** Returns the ids of the workspaces of the members who belong to another company. */
const companiesOf = ({ users }: Workspace, { channel }: Room): string[] => [
  ...new Set(channel.members.flatMap((id) => users.get(id)?.team_id ?? [])),
];

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
    is_open: !room.closed.has(viewer.id),
    priority: 0,
  };
}

/** Returns the fields that Slack adds to a channel that is read by id, opened or created. */
export function readingRecord(workspace: Workspace, room: Room, viewer: User): Fields {
  const latest = room.messages.at(-1);
  const last_read = room.reads.get(viewer.id) ?? "0000000000.000000";
  const unread = room.messages.filter(
    (message) => !isReply(message) && toMicros(message.ts) > toMicros(last_read),
  );
  return {
    last_read,
    latest: latest ? messageRecord(workspace, room, latest) : null,
    unread_count: unread.length,
    // Messages about joining or leaving the channel do not count as unread.
    unread_count_display: unread.filter(({ subtype }) => !/^channel_(join|leave)$/.test(subtype ?? ""))
      .length,
  };
}
