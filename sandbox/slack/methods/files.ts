import { type Call, canSee, findUser, isStaff } from "../call/call.ts";
import type { Fields } from "../fields.ts";
import { isVisible } from "../files/file-host.ts";
import { numberedPage } from "../call/paging.ts";
import { fileRecord } from "../records/file.ts";
import { refusal } from "../call/refusal.ts";
import type { File } from "../types.ts";
import { type Room, findMessage } from "../workspace.ts";
import type { Method } from "../call/method.ts";
import { TIER_3, TIER_4 } from "../call/rate-limits.ts";
import { anyToken, userToken } from "../call/scopes.ts";

const MAX_COUNT = 1000;

/** The filters for the values of the argument `types`. */
const TYPES: Readonly<Record<string, (file: File) => boolean>> = {
  all: () => true,
  canvas: (file) => file.canvas !== undefined,
  spaces: (file) => file.canvas !== undefined,
  snippets: (file) => file.content !== undefined,
  images: (file) => file.mimetype.startsWith("image/"),
  gdocs: () => false,
  zips: (file) => file.mimetype === "application/zip",
  pdfs: (file) => file.mimetype === "application/pdf",
};

export const files: Record<string, Method> = {
  "files.list": {
    scopes: anyToken("files:read"),
    rate: TIER_3,
    formOnly: true,
    run: (call) => {
      const { workspace, args } = call;
      const types = args.list("types");
      if (types.some((type) => !(type in TYPES))) throw refusal("unknown_type");
      const user = args.text("user");
      if (user) findUser(call, user, () => refusal("user_not_found"));
      const channel = args.text("channel");
      const from = Number(args.text("ts_from") ?? 0);
      const to = Number(args.text("ts_to") ?? Infinity);
      const found = [...workspace.files.values()]
        .filter((file) => isVisible(workspace, file, call.actor.id))
        .filter((file) => types.length === 0 || types.some((type) => TYPES[type]?.(file)))
        .filter((file) => (!user || file.user === user) && (!channel || channel in file.shares))
        .filter((file) => file.created >= from && file.created <= to)
        .sort((one, other) => other.created - one.created);
      const { items, ...paging } = numberedPage(found, args, MAX_COUNT);
      return { files: items.map((file) => fileRecord(workspace, file)), paging };
    },
  },

  "files.info": {
    scopes: anyToken("files:read"),
    rate: TIER_4,
    required: ["file"],
    formOnly: true,
    run: (call) => {
      const file = findFile(call);
      return {
        file: {
          ...fileRecord(call.workspace, file),
          is_starred: false,
          shares: sharesRecord(call, file),
          has_rich_preview: false,
          alt_txt: file.alt_txt ?? file.title,
        },
        ...(file.content === undefined ? {} : { content: file.content, is_truncated: false }),
        comments: [],
        response_metadata: { next_cursor: "" },
      };
    },
  },

  "files.delete": {
    scopes: anyToken("files:write"),
    rate: TIER_3,
    required: ["file"],
    run: (call) => {
      const { workspace, actor, token } = call;
      const file = findFile(call);
      if (file.user !== actor.id && !(token.kind === "user" && isStaff(actor)))
        throw refusal("cant_delete_file");
      workspace.files.delete(file.id);
      workspace.contents.delete(file.id);
      workspace.deletedFiles.add(file.id);
      return {};
    },
  },

  "files.sharedPublicURL": {
    scopes: userToken("files:write"),
    rate: TIER_3,
    required: ["file"],
    run: (call) => {
      const file = findExisting(call);
      file.public = true;
      return { file: fileRecord(call.workspace, file), comments: [] };
    },
  },

  "files.revokePublicURL": {
    scopes: anyToken("files:write"),
    rate: TIER_3,
    required: ["file"],
    run: (call) => {
      const file = findExisting(call);
      delete file.public;
      return { file: fileRecord(call.workspace, file) };
    },
  },
};

/**
 * Finds a file. Throws `file_deleted` for a deleted file. Methods without this error use `findExisting`, which throws
 * `file_not_found`.
 */
function findFile(call: Call): File {
  if (call.workspace.deletedFiles.has(call.args.text("file") ?? "")) throw refusal("file_deleted");
  return findExisting(call);
}

function findExisting({ workspace, args, actor }: Call): File {
  const file = workspace.files.get(args.text("file") ?? "");
  if (!file || !isVisible(workspace, file, actor.id)) throw refusal("file_not_found");
  return file;
}

const roomsOf = (call: Call, file: File): Room[] =>
  Object.keys(file.shares).flatMap((id) => call.workspace.rooms.get(id) ?? []);

function sharesRecord(call: Call, file: File): Fields {
  const shares: Record<string, Fields> = {};
  for (const room of roomsOf(call, file).filter((each) => canSee(each, call.actor))) {
    const { id, name, kind } = room.channel;
    const side = (shares[kind === "public_channel" ? "public" : "private"] ??= {});
    if (file.canvas) side[id] = [tabShare(call, file, name)];
    else
      side[id] = (file.shares[id] ?? []).map((ts) => {
        const replies = room.threads.get(ts) ?? [];
        const reply_users = [...new Set(replies.map((reply) => reply.user))];
        const thread_ts = findMessage(room, ts)?.thread_ts ?? (replies.length > 0 ? ts : undefined);
        return {
          reply_users,
          reply_users_count: reply_users.length,
          reply_count: replies.length,
          ts,
          ...(thread_ts ? { thread_ts } : {}),
          ...(replies.length > 0 ? { latest_reply: replies.at(-1)?.ts } : {}),
          channel_name: name,
          team_id: call.workspace.team.id,
        };
      });
  }
  return shares;
}

/** Returns the record that shares a canvas as a tab of a channel. */
const tabShare = ({ workspace }: Call, { created, user }: File, channel_name: string): Fields => ({
  ts: `${created}.000000`,
  channel_name,
  team_id: workspace.team.id,
  access: "write",
  share_user_id: user,
  source: "CHANNEL_TAB",
  is_silent_share: true,
  reply_users: [],
  reply_users_count: 0,
  reply_count: 0,
});
