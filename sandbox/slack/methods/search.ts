import type { Call } from "../call/call.ts";
import type { Fields } from "../fields.ts";
import { type NumberedPage, numberedPage, page } from "../call/paging.ts";
import { fileRecord } from "../records/file.ts";
import { permalink } from "../records/message.ts";
import { refusal } from "../call/refusal.ts";
import { type FoundFile, type FoundMessage, type Order, findFiles, findMessages } from "../search/find.ts";
import { highlight } from "../search/match.ts";
import { type Query, readQuery } from "../search/query.ts";
import type { Message } from "../types.ts";
import type { Room, Workspace } from "../workspace.ts";
import type { Method } from "../call/method.ts";
import { TIER_2 } from "../call/rate-limits.ts";
import { userToken } from "../call/scopes.ts";

const MAX_COUNT = 100;

const DEFAULT_COUNT = 20;

/** Search methods. They find everything that the user can read. */
export const search: Record<string, Method> = {
  "search.messages": {
    scopes: userToken("search:read"),
    rate: TIER_2,
    formOnly: true,
    run: (call) => {
      const query = readText(call);
      const found = findMessages(call, query, readOrder(call));
      const cursor = call.args.text("cursor");
      const part = cursor === undefined ? undefined : byCursor(call, found, cursor);
      return {
        query: call.args.text("query"),
        messages: results(
          call,
          part?.items ?? found,
          (each) => matchOf(call, query, each),
          part && found.length,
        ),
        ...(part ? { response_metadata: { next_cursor: part.next_cursor } } : {}),
      };
    },
  },

  "search.files": {
    scopes: userToken("search:read"),
    rate: TIER_2,
    formOnly: true,
    run: (call) => {
      const query = readText(call);
      const found = findFiles(call, query, readOrder(call));
      return {
        query: call.args.text("query"),
        files: results(call, found, (each) => fileMatchOf(call, each)),
      };
    },
  },

  "search.all": {
    scopes: userToken("search:read"),
    rate: TIER_2,
    formOnly: true,
    run: (call) => {
      const query = readText(call);
      const order = readOrder(call);
      return {
        query: call.args.text("query"),
        messages: results(call, findMessages(call, query, order), (each) => matchOf(call, query, each)),
        files: results(call, findFiles(call, query, order), (each) => fileMatchOf(call, each)),
        posts: { matches: [], total: 0 },
      };
    },
  },
};

function readText({ args, workspace }: Call): Query {
  const text = args.text("query")?.trim() ?? "";
  if (text === "") throw refusal("no_query");
  return readQuery(text, workspace.seconds());
}

const readOrder = ({ args }: Call): Order => ({
  by: args.text("sort") === "timestamp" ? "timestamp" : "score",
  ascending: args.text("sort_dir") === "asc",
});

/** Returns the page at a cursor. The cursor `*` means the first page. */
function byCursor(
  call: Call,
  found: FoundMessage[],
  cursor: string,
): { items: FoundMessage[]; next_cursor: string } {
  return page(found, ({ room, message }) => `${room.channel.id} ${message.ts}`, {
    method: call.method,
    cursor: cursor === "*" ? undefined : cursor,
    limit: Math.min(call.args.integer("count") ?? DEFAULT_COUNT, MAX_COUNT),
  });
}

function results<Item>(call: Call, found: Item[], show: (item: Item) => Fields, whole?: number): Fields {
  const { items, ...paging }: NumberedPage<Item> = numberedPage(found, call.args, MAX_COUNT, DEFAULT_COUNT);
  const total = whole ?? paging.total;
  const first = (paging.page - 1) * paging.count + 1;
  return {
    matches: items.map(show),
    total,
    paging: { ...paging, total },
    pagination: {
      first: items.length > 0 ? first : 0,
      last: items.length > 0 ? first + items.length - 1 : 0,
      page: paging.page,
      page_count: paging.pages,
      per_page: paging.count,
      total_count: total,
    },
  };
}

function matchOf(call: Call, query: Query, { room, message, score }: FoundMessage): Fields {
  const { workspace, args } = call;
  const spoken = room.messages.filter((each) => each.thread_ts === message.thread_ts || each === message);
  const index = spoken.indexOf(message);
  const beside = (other: Message | undefined): Fields | undefined =>
    other && shortRecord(workspace, room, other);
  const [previous, next] = [beside(spoken[index - 1]), beside(spoken[index + 1])];
  const record = shortRecord(workspace, room, message);
  const { id, name, kind } = room.channel;
  return {
    ...record,
    text: args.flag("highlight") ? highlight(query, message.text) : message.text,
    channel: {
      id,
      // In search results, the name of a direct message is the id of the other user.
      name: kind === "im" ? (room.channel.members.find((member) => member !== call.actor.id) ?? "") : name,
      is_channel: kind !== "mpim" && kind !== "im",
      is_group: false,
      is_im: kind === "im",
      is_mpim: kind === "mpim",
      is_private: kind !== "public_channel",
      is_shared: false,
      is_ext_shared: false,
      is_org_shared: false,
      is_pending_ext_shared: false,
      pending_shared: [],
    },
    team: workspace.team.id,
    score,
    permalink: permalink(workspace, room, message),
    ...(message.blocks ? { blocks: message.blocks } : {}),
    ...(message.attachments ? { attachments: message.attachments } : {}),
    no_reactions: message.reactions === undefined,
    ...(previous ? { previous } : {}),
    ...(next ? { next } : {}),
  };
}

function shortRecord(workspace: Workspace, room: Room, message: Message): Fields {
  const user = workspace.users.get(message.user ?? "");
  return {
    type: "message",
    user: message.user ?? "",
    username: message["username"] ?? user?.name ?? "",
    ts: message.ts,
    text: message.text,
    iid: `${room.channel.id.toLowerCase()}-${message.ts.replace(".", "-")}`,
  };
}

function fileMatchOf({ workspace }: Call, { file, score }: FoundFile): Fields {
  return {
    preview: null,
    ...fileRecord(workspace, file),
    username: workspace.users.get(file.user)?.name ?? "",
    score: String(score),
    top_file: false,
  };
}
