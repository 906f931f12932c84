import type { Clock } from "../../src/core/ground/clock.ts";
import { type App, createApp } from "./oauth-app.ts";
import type {
  Execution,
  HomeView,
  Integration,
  Modal,
  Reminder,
  Star,
  Trigger,
  Unfurl,
  UserGroup,
} from "./feature-types.ts";
import type { Fields } from "./fields.ts";
import { madeUpId } from "./ids.ts";
import type {
  Bookmark,
  Channel,
  Enterprise,
  Ephemeral,
  File,
  Message,
  MessageChange,
  Pin,
  Scheduled,
  Seed,
  Team,
  Token,
  Upload,
  User,
} from "./types.ts";

export interface Room {
  channel: Channel;
  /** All messages, including replies, in ascending order of `ts`. */
  messages: Message[];
  /** The replies in ascending order, by the `ts` of the thread's first message. */
  threads: Map<string, Message[]>;
  pins: Pin[];
  bookmarks: Bookmark[];
  /** The `ts` of the last message that each user has read, by user id. */
  reads: Map<string, string>;
  /** The id of the channel's canvas. */
  canvas?: string;
  /** The ids of the users who closed this direct message. */
  closed: Set<string>;
  /** The time of the last change to the channel, in milliseconds since 1970. */
  updated: number;
  /** The last `ts` in the channel, in microseconds, so that no `ts` is used twice. */
  lastTs: number;
  /** Reports a change to the `watchers` of the workspace. */
  announce(change: MessageChange): void;
}

export interface Workspace {
  clock: Clock;
  team: Team;
  /** The workspaces of other companies, by id. */
  teams: Map<string, Team>;
  /** Undefined if the app is installed for a single workspace. */
  enterprise: Enterprise | undefined;
  users: Map<string, User>;
  rooms: Map<string, Room>;
  files: Map<string, File>;
  /** The uploads that are not completed, by file id. */
  uploads: Map<string, Upload>;
  /** The uploaded bytes, by file id. */
  contents: Map<string, Uint8Array<ArrayBuffer>>;
  deletedFiles: Set<string>;
  bots: Map<string, Integration>;
  usergroups: Map<string, UserGroup>;
  reminders: Map<string, Reminder>;
  stars: Star[];
  emoji: Record<string, string>;
  profile: Seed["profile"];
  /** The app's Home tabs, by user id. */
  homes: Map<string, HomeView>;
  /** The links that Slack opened to create previews. */
  unfurls: Unfurl[];
  /** The open modals, the oldest first. */
  modals: Modal[];
  triggers: Map<string, Trigger>;
  /** The blocks of the messages that are still streamed. A key is `<channel> <ts>`. */
  streams: Map<string, Fields[]>;
  /** The suggested prompts of threads with the app, by channel id. */
  prompts: Map<string, Fields>;
  executions: Map<string, Execution>;
  /** The ids of the exported lists, by job id. */
  exports: Map<string, string>;
  /** The ids of the users who set their presence to `away`. */
  away: Set<string>;
  /** The end of each user's snooze, in seconds since 1970, by user id. */
  snoozes: Map<string, number>;
  tokens: Map<string, Token>;
  app: App;
  /** The maximum page size of messages, if the app has the lower limits for commercial apps. */
  historyLimit: number | undefined;
  scheduled: Scheduled[];
  ephemeral: Ephemeral[];
  /** The functions that are called after a message was added, changed or deleted. */
  watchers: Set<(room: Room, change: MessageChange) => void>;
  /** Returns a new id. The sequence of ids is the same in every run. */
  newId(prefix: string): string;
  /** Returns the time of the clock in seconds since 1970. */
  seconds(): number;
}

export function createWorkspace(seed: Seed, clock: Clock): Workspace {
  let ids = 0;
  const workspace: Workspace = {
    clock,
    team: seed.team,
    teams: byId(seed.teams),
    enterprise: undefined,
    users: byId(seed.users),
    rooms: new Map(),
    files: byId(seed.files),
    uploads: new Map(),
    contents: new Map(),
    deletedFiles: new Set(),
    bots: byId(seed.bots),
    usergroups: byId(seed.usergroups),
    reminders: byId(seed.reminders),
    stars: seed.stars,
    emoji: seed.emoji,
    profile: seed.profile,
    homes: new Map(),
    unfurls: [],
    modals: [],
    triggers: new Map(),
    streams: new Map(),
    prompts: new Map(),
    executions: new Map(),
    exports: new Map(),
    away: new Set(),
    snoozes: new Map(),
    tokens: new Map(Object.entries(seed.tokens)),
    app: createApp(),
    historyLimit: undefined,
    scheduled: [],
    ephemeral: [],
    watchers: new Set(),
    newId: (prefix) => madeUpId(prefix, ids++),
    seconds: () => Math.floor(clock.now() / 1000),
  };
  for (const channel of seed.channels) {
    const room = addRoom(workspace, channel);
    room.pins = seed.pins[channel.id] ?? [];
    room.bookmarks = seed.bookmarks.filter((bookmark) => bookmark.channel_id === channel.id);
    const messages = [...(seed.messages[channel.id] ?? [])].sort(byTs);
    for (const message of messages) addMessage(room, message);
    // In the beginning, every member has read all messages.
    const latest = room.messages.at(-1)?.ts;
    if (latest) for (const member of room.channel.members) room.reads.set(member, latest);
  }
  return workspace;
}

const byId = <Item extends { id: string }>(items: readonly Item[]): Map<string, Item> =>
  new Map(items.map((item) => [item.id, item]));

export function addRoom(workspace: Workspace, channel: Seed["channels"][number]): Room {
  const nothing = { value: "", creator: "", last_set: 0 };
  const room: Room = {
    channel: {
      topic: { ...nothing },
      purpose: { ...nothing },
      previous_names: [],
      is_general: false,
      is_archived: false,
      ...channel,
      members: [...channel.members],
    },
    messages: [],
    threads: new Map(),
    pins: [],
    bookmarks: [],
    reads: new Map(),
    closed: new Set(),
    updated: channel.created * 1000,
    lastTs: 0,
    announce: (change) => workspace.watchers.forEach((watcher) => watcher(room, change)),
  };
  workspace.rooms.set(channel.id, room);
  return room;
}

/** Adds a message, which must be newer than all other messages in the channel. */
export function addMessage(room: Room, message: Message): Message {
  room.messages.push(message);
  room.lastTs = Math.max(room.lastTs, toMicros(message.ts));
  if (message.user && !isReply(message)) room.reads.set(message.user, message.ts);
  if (isReply(message)) {
    const thread = room.threads.get(message.thread_ts);
    if (thread) thread.push(message);
    else room.threads.set(message.thread_ts, [message]);
  }
  room.announce({ kind: "added", message });
  return message;
}

export function removeMessage(room: Room, message: Message): void {
  room.messages = room.messages.filter((other) => other !== message);
  room.pins = room.pins.filter((pin) => pin.ts !== message.ts);
  if (!isReply(message)) return;
  const left = (room.threads.get(message.thread_ts) ?? []).filter((other) => other !== message);
  if (left.length > 0) room.threads.set(message.thread_ts, left);
  else room.threads.delete(message.thread_ts);
}

export function findMessage(room: Room, ts: string): Message | undefined {
  return room.messages.find((message) => message.ts === ts);
}

export function isReply(message: Message): message is Message & { thread_ts: string } {
  return message.thread_ts !== undefined && message.thread_ts !== message.ts;
}

/**
 * Returns a new `ts`: the time of a message as text, such as `1712161829.000300`. The time is `seconds` (default: now),
 * or later if the channel already has a later `ts`.
 */
export function nextTs(workspace: Workspace, room: Room, seconds?: number): string {
  const wanted =
    Math.floor((seconds === undefined ? workspace.clock.now() / 1000 : seconds) * 1000) * 1000 + 19;
  room.lastTs = Math.max(wanted, room.lastTs + 100);
  return fromMicros(room.lastTs);
}

/** Converts a `ts` to microseconds since 1970. These have 16 digits, which a number can hold exactly. */
export function toMicros(ts: string): number {
  const [seconds = "0", fraction = ""] = ts.split(".");
  return Number(seconds) * 1_000_000 + Number(fraction.slice(0, 6).padEnd(6, "0"));
}

function fromMicros(micros: number): string {
  return `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, "0")}`;
}

export function byTs(one: { ts: string }, other: { ts: string }): number {
  return toMicros(one.ts) - toMicros(other.ts);
}

export function userOf(workspace: Workspace, id: string | undefined): User | undefined {
  return id === undefined ? undefined : workspace.users.get(id);
}
