import type { Clock } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { isDict, type Dict } from "../../../core/ground/json.ts";
import { rejectOnAbort } from "../../../core/ground/abort.ts";
import type { Names } from "../text/markup-to-text.ts";
import { oneLine } from "../text/one-line.ts";
import { createRecentMap } from "./recent-map.ts";

// Finds the names of the ids in a result. The names from all responses of Slack are cached. A limited number of
// requests per result reads further names. A result shows only the id if the name is not found.

const keptMs = 10 * 60_000;
/** Milliseconds without requests to a method after one of its requests has failed. */
const pauseMs = 60_000;
/** Names in the cache. */
const maxKept = 10_000;
/** The people that `readPeople` reads. Slack recommends at most 200 items on a page. */
const peopleRead = 200;
/** Requests for one result. The remaining ids get no name. */
const maxRequests = { users: 30, channels: 10 };

/** Sends a read operation with a short time limit, and returns the response body. */
export type ReadBriefly = (operation: string, args: Dict) => Promise<unknown>;

export interface KnownName {
  /** The name that Slack shows. Undefined if the name could not be found. */
  name: string | undefined;
  /**
   * The other names of a person or a user group. Undefined for a channel, and for a deactivated person, because
   * nobody can mention this person.
   */
  others?: readonly string[] | undefined;
}

export interface NameCache {
  /** Caches the names in a response of Slack. */
  learn(operation: string, body: unknown): void;
  /** Leaves out ids whose names cannot be found. */
  namesOf(ids: readonly string[], signal: AbortSignal | undefined): Promise<Names>;
  /** All names in the cache. Sends no request. */
  known(): Iterable<readonly [id: string, KnownName]>;
  /** Caches the names of the first people in Slack's list of users. Sends at most one request in ten minutes. */
  readPeople(signal: AbortSignal | undefined): Promise<void>;
}

export function createNameCache(read: ReadBriefly, clock: Clock): NameCache {
  /**
   * Names as Slack returned them. Most names are never shown, so a name gets its final form only when a result shows
   * it.
   */
  const known = createRecentMap<string, KnownName & { until: number }>(maxKept);
  /**
   * The time at which the full cache is cleared, so that a list can add names. Undefined if the cache is not full.
   */
  let clearAt: number | undefined;
  const pending = new Map<string, Promise<void>>();
  const paused = new Map<string, number>();
  let peopleUntil = 0;

  const keep = (id: string, name: string | undefined, ms = keptMs) =>
    known.set(id, { name, until: clock.now() + ms });
  const isFresh = (id: string) => (known.get(id)?.until ?? 0) > clock.now();
  const isOpen = (operation: string) => (paused.get(operation) ?? 0) <= clock.now();

  const learn: NameCache["learn"] = (operation, body) => {
    const field = recordFields.get(operation);
    if (field === undefined || !isDict(body)) return;
    const found = body[field];
    const until = clock.now() + keptMs;
    for (const record of Array.isArray(found) ? found : [found])
      if (isDict(record) && typeof record.id === "string") {
        const name = nameOf(record);
        if (name === undefined || (Array.isArray(found) && !hasSpaceFor(record.id))) continue;
        known.set(record.id, { name, others: otherNames(record), until });
      }
  };

  /**
   * Whether the cache has space for a name from a list. In a full cache, the names of the first records stay until
   * they are too old. Otherwise, each page of a long list would remove the names of earlier pages.
   */
  function hasSpaceFor(id: string): boolean {
    const now = clock.now();
    if (known.size() < maxKept - 1) {
      clearAt = undefined;
      return true;
    }
    if (known.get(id) !== undefined) return true;
    clearAt ??= now + keptMs;
    if (clearAt > now) return false;
    clearAt = undefined;
    known.clear();
    return true;
  }

  /** Equal requests at the same time are sent once. */
  const request = (ids: readonly string[], operation: string, args: Dict): Promise<void> => {
    const key = `${operation} ${JSON.stringify(args)}`;
    let running = pending.get(key);
    if (!running) {
      running = read(operation, args)
        .then(
          (body) => learn(operation, body),
          (error: unknown) => {
            if (isNotFound(error)) for (const id of ids) keep(id, undefined);
            else paused.set(operation, clock.now() + pauseMs);
          },
        )
        .finally(() => {
          pending.delete(key);
          for (const id of ids) if (!isFresh(id)) keep(id, undefined, pauseMs);
        });
      pending.set(key, running);
    }
    return running;
  };

  return {
    learn,
    known: known.entries,
    async readPeople(signal) {
      if (peopleUntil > clock.now() || !isOpen("users.list")) return;
      peopleUntil = clock.now() + keptMs;
      await rejectOnAbort(request([], "users.list", { limit: peopleRead }), signal).catch(() => {});
    },
    async namesOf(ids, signal) {
      const missing = [...new Set(ids)].filter((id) => !isFresh(id));
      const users = missing.filter((id) => /^[UW]/.test(id)).slice(0, maxRequests.users);
      const channels = missing.filter((id) => id.startsWith("C")).slice(0, maxRequests.channels);
      const groups = missing.filter((id) => id.startsWith("S"));
      const requests = [
        ...(isOpen("users.info") ? users : []).map((user) => request([user], "users.info", { user })),
        ...(isOpen("conversations.info") ? channels : []).map((channel) =>
          request([channel], "conversations.info", { channel }),
        ),
        ...(isOpen("usergroups.list") && groups.length > 0
          ? [request(groups, "usergroups.list", { include_disabled: true })]
          : []),
      ];
      // After an abort, the names that are already known are returned.
      if (requests.length > 0) await rejectOnAbort(Promise.all(requests), signal).catch(() => {});
      return Object.fromEntries(
        ids.flatMap((id) => {
          const name = known.get(id)?.name;
          return name === undefined ? [] : [[id, oneLine(name)]];
        }),
      );
    },
  };
}

/** This token cannot see the user or channel. Requests for other ids can still succeed. */
const isNotFound = (error: unknown): boolean =>
  ConnectorError.is(error) &&
  /^(user_not_found|users_not_found|user_not_visible|channel_not_found)$/.test(error.platform?.code ?? "");

/** By method: the field of the response that contains the records with names. */
const recordFields: ReadonlyMap<string, string> = new Map([
  ["users.info", "user"],
  ["users.list", "members"],
  ["users.lookupByEmail", "user"],
  ["conversations.info", "channel"],
  ["conversations.list", "channels"],
  ["users.conversations", "channels"],
  ["conversations.create", "channel"],
  ["conversations.rename", "channel"],
  ["conversations.join", "channel"],
  ["usergroups.list", "usergroups"],
  ["usergroups.create", "usergroup"],
  ["usergroups.update", "usergroup"],
]);

/** Returns the name that Slack shows, such as a person's display name or a user group's handle. */
function nameOf({ handle, profile, real_name, name }: Dict): string | undefined {
  const { display_name, real_name: inProfile } = isDict(profile) ? profile : noProfile;
  return textOf(handle) ?? textOf(display_name) ?? textOf(real_name) ?? textOf(inProfile) ?? textOf(name);
}

/** The handle and the real name of a person. Returns undefined for a deactivated person and for a channel. */
function otherNames({ id, deleted, profile, real_name, name }: Dict): readonly string[] | undefined {
  if (deleted === true || !/^[UWS]/.test(String(id))) return undefined;
  const inProfile = isDict(profile) ? profile : noProfile;
  return [name, real_name ?? inProfile.real_name].filter((one) => typeof one === "string");
}

const noProfile: Dict = {};

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
