import { canSee } from "../call/call.ts";
import { isVisible } from "../files/file-host.ts";
import type { File, Message } from "../types.ts";
import { toMicros, type Room } from "../workspace.ts";
import { fileMatches, messageMatches, scoreOf, textOf, type Searcher } from "./match.ts";
import type { Query } from "./query.ts";

export interface Order {
  /** `score` sorts by relevance, and `timestamp` sorts by time. */
  by: "score" | "timestamp";
  ascending: boolean;
}

export interface FoundMessage {
  room: Room;
  message: Message;
  score: number;
}

export interface FoundFile {
  file: File;
  score: number;
}

/** Finds messages that the user can read, and for which `wanted` returns true. */
export function findMessages(
  searcher: Searcher,
  query: Query,
  order: Order,
  wanted: (room: Room, message: Message) => boolean = () => true,
): FoundMessage[] {
  return [...searcher.workspace.rooms.values()]
    .filter((room) => canSee(room, searcher.actor))
    .flatMap((room) =>
      room.messages
        .filter((message) => message.subtype !== "tombstone" && wanted(room, message))
        .filter((message) => messageMatches(searcher, query, room, message))
        .map((message) => ({ room, message, score: scoreOf(query, textOf(message)) })),
    )
    .filter(({ score }) => score > 0)
    .sort(comparing(order, ({ message }) => toMicros(message.ts)));
}

export function findFiles(searcher: Searcher, query: Query, order: Order): FoundFile[] {
  const { workspace, actor } = searcher;
  return [...workspace.files.values()]
    .filter((file) => isVisible(workspace, file, actor.id))
    .filter((file) => {
      const rooms = Object.keys(file.shares).flatMap((id) => workspace.rooms.get(id) ?? []);
      return fileMatches(searcher, query, rooms, file);
    })
    .map((file) => ({
      file,
      score: scoreOf(query, [file.name, file.title, file.content ?? ""].join("\n")),
    }))
    .filter(({ score }) => score > 0)
    .sort(comparing(order, ({ file }) => file.created));
}

function comparing<Item extends { score: number }>(
  { by, ascending }: Order,
  time: (item: Item) => number,
): (one: Item, other: Item) => number {
  const sign = ascending ? 1 : -1;
  return (one, other) => sign * ((by === "score" ? one.score - other.score : 0) || time(one) - time(other));
}
