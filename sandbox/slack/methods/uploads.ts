import { type Call, canSee, findRoom, isMember } from "../call/call.ts";
import { readBlocks, authorFields } from "../content/message-content.ts";
import type { Fields } from "../fields.ts";
import { FILE_HOST } from "../files/file-host.ts";
import { fileTypeOf, snippetType } from "../files/file-types.ts";
import { fileRecord } from "../records/file.ts";
import { invalidArguments, refusal } from "../call/refusal.ts";
import { richTextBlock } from "../content/rich-text.ts";
import { storedText } from "../content/message-text.ts";
import type { File, Upload } from "../types.ts";
import { type Room, addMessage, nextTs } from "../workspace.ts";
import { roomByName } from "../postable-rooms.ts";
import { threadFields } from "./chat.ts";
import type { Method } from "../call/method.ts";
import { TIER_4 } from "../call/rate-limits.ts";
import { anyToken } from "../call/scopes.ts";

const MAX_SIZE = 1024 ** 3;

const MAX_SNIPPET = 1024 ** 2;

const MAX_ALT = 1000;

const MAX_CHANNELS = 100;

/** Upload methods. A client first announces a file, then sends its bytes, and then completes the upload. */
export const uploads: Record<string, Method> = {
  "files.getUploadURLExternal": {
    scopes: anyToken("files:write"),
    rate: TIER_4,
    formOnly: true,
    run: ({ workspace, args, actor }) => {
      const length = args.integer("length") ?? 0;
      const name = args.text("filename") ?? "";
      if (length <= 0 || name === "") throw refusal("missing_argument");
      if (length > MAX_SIZE) throw refusal("file_upload_size_restricted");
      const alt_txt = args.text("alt_txt");
      if ((alt_txt?.length ?? 0) > MAX_ALT) throw refusal("alt_txt_too_large");
      const asked = args.text("snippet_type");
      const snippet = asked ? snippetType(asked) : undefined;
      if (asked && !snippet) throw refusal("unknown_snippet_type");
      if (snippet && length > MAX_SNIPPET) throw refusal("snippet_too_large");
      const file: File = {
        id: workspace.newId("F0"),
        created: workspace.seconds(),
        name,
        title: name,
        ...(snippet ?? fileTypeOf(name)),
        user: actor.id,
        size: length,
        shares: {},
        ...(alt_txt ? { alt_txt } : {}),
      };
      const ticket = workspace.newId("CwABAAAA");
      workspace.uploads.set(file.id, { file, ticket, length, snippet: snippet !== undefined, sent: false });
      return { upload_url: `${FILE_HOST}/upload/v1/${ticket}`, file_id: file.id };
    },
  },

  "files.completeUploadExternal": {
    scopes: anyToken("files:write"),
    rate: TIER_4,
    required: ["files"],
    run: (call) => {
      const { workspace, args } = call;
      const found = readFiles(call);
      const rooms = readRooms(call);
      const thread = rooms.length === 1 && rooms[0] ? rooms[0] : undefined;
      const thread_ts = args.text("thread_ts");
      if (thread_ts && !thread)
        throw invalidArguments("a thread needs one channel [json-pointer:/thread_ts]");
      const hung = thread ? threadFields(thread, thread_ts, false) : {};
      const content = readComment(call);
      for (const { upload, title } of found) {
        if (title) upload.file.title = title;
        complete(call, upload);
      }
      for (const room of rooms)
        share(
          call,
          room,
          found.map(({ upload }) => upload.file),
          { ...content, ...hung },
        );
      return { files: found.map(({ upload }) => fileRecord(workspace, upload.file)) };
    },
  },
};

function readFiles(call: Call): { upload: Upload; title: string | undefined }[] {
  let listed: unknown;
  try {
    listed = call.args.json("files");
  } catch {
    listed = undefined;
  }
  if (!Array.isArray(listed) || listed.length === 0)
    throw invalidArguments("must be an array [json-pointer:/files]");
  return (listed as Fields[]).map((each) => {
    const upload = call.workspace.uploads.get(String(each["id"]));
    // Only the user who announced the file can complete the upload. All bytes must already have arrived.
    if (!upload?.sent || upload.file.user !== call.actor.id) throw refusal("file_not_found");
    return { upload, title: each["title"] === undefined ? undefined : String(each["title"]) };
  });
}

function readRooms(call: Call): Room[] {
  const { workspace, args, actor } = call;
  const rooms: Room[] = [];
  if (args.text("channel_id")) rooms.push(findRoom(call, "channel_id"));
  const named = args.list("channels");
  if (named.length > MAX_CHANNELS) throw refusal("channels_limit_exceeded");
  for (const name of named) {
    const room = workspace.rooms.get(name) ?? roomByName(workspace, name);
    if (!room || !canSee(room, actor)) throw refusal("invalid_channel");
    rooms.push(room);
  }
  for (const room of rooms) {
    if (!isMember(room, actor)) throw refusal("not_in_channel");
    if (room.channel.is_archived) throw refusal("posting_to_channel_denied");
  }
  return [...new Set(rooms)];
}

function readComment(call: Call): { text: string; blocks?: Fields[] } {
  const text = storedText(call.args.text("initial_comment") ?? "", { links: true });
  if (text !== "") return { text, blocks: [richTextBlock(text, call.workspace.newId("").slice(0, 5))] };
  const blocks = readBlocks(call);
  return { text, ...(blocks ? { blocks } : {}) };
}

function complete({ workspace }: Call, { file, snippet }: Upload): void {
  workspace.uploads.delete(file.id);
  workspace.files.set(file.id, file);
  const bytes = workspace.contents.get(file.id);
  if (snippet) file.content = new TextDecoder().decode(bytes);
}

function share(call: Call, room: Room, files: File[], content: Fields & { text: string }): void {
  const message = addMessage(room, {
    type: "message",
    subtype: "file_share",
    ...authorFields(call),
    ...content,
    files: files.map(({ id }) => ({ id })),
    upload: true,
    display_as_bot: false,
    ts: nextTs(call.workspace, room),
  });
  for (const file of files) (file.shares[room.channel.id] ??= []).push(message.ts);
}
