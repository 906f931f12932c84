import type { Clock } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { isDict, type Dict } from "../../../core/ground/json.ts";
import { rejectOnAbort } from "../../../core/ground/abort.ts";
import type { Names } from "../text/markup-to-text.ts";
import { oneLine } from "../text/one-line.ts";
import { createRecentMap } from "./recent-map.ts";

// Finds the names for the ids in a result. Caches the names in the responses of some methods. Reads other names with a
// limited number of requests per result.

const keptMs = 10 * 60_000;
/** The pause in requests to a method after one of them has failed. */
const pauseMs = 60_000;
const maxCachedNames = 10_000;
/** The page size of `readPeople`. Slack recommends at most 200. */
const peopleRead = 200;
const maxRequestsPerResult = { users: 30, channels: 10 };

/** A function that sends a read operation with a short time limit, and returns the response body. */
export type ReadBriefly = (operation: string, args: Dict) => Promise<unknown>;

export interface KnownName {
  /** The name that Slack shows. Undefined if the name could not be found. */
  name: string | undefined;
  /** The other names of a person or a user group. Undefined for a channel and for a deactivated person. */
  others?: readonly string[] | undefined;
}

export interface NameCache {
  /** Caches the names in a response of Slack. */
  learn(operation: string, body: unknown): void;
  /** Returns the names by id. Leaves out ids whose names are not found. */
  namesOf(ids: readonly string[], signal: AbortSignal | undefined): Promise<Names>;
  /** Returns all names in the cache. */
  known(): Iterable<readonly [id: string, KnownName]>;
  /** Caches the names of the first people in Slack's list of users. Sends at most one request in ten minutes. */
  readPeople(signal: AbortSignal | undefined): Promise<void>;
}

export function createNameCache(read: ReadBriefly, clock: Clock): NameCache {
  /** Names as Slack returned them. `namesOf` cleans only the names that a result shows, because this is faster. */
  const known = createRecentMap<string, KnownName & { until: number }>(maxCachedNames);
  /** The moment at which a full cache is cleared, so that lists can add names again. Undefined if it is not full. */
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
   * Returns whether the cache accepts a name from a list. A full cache keeps its names until they are too old. Without
   * this rule, each page of a long list would remove the names of earlier pages.
   */
  function hasSpaceFor(id: string): boolean {
    const now = clock.now();
    if (known.size() < maxCachedNames - 1) {
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

  /** Sends a request for names, unless an equal request is running. */
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
      const users = missing.filter((id) => /^[UW]/.test(id)).slice(0, maxRequestsPerResult.users);
      const channels = missing.filter((id) => id.startsWith("C")).slice(0, maxRequestsPerResult.channels);
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
      // After an abort, the result gets only the names that are already known.
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

/** Returns whether the token cannot see one user or channel. Requests for other ids can still succeed. */
const isNotFound = (error: unknown): boolean =>
  ConnectorError.is(error) &&
  /^(user_not_found|users_not_found|user_not_visible|channel_not_found)$/.test(error.platform?.code ?? "");

/** The field of a response that contains the records with names, by method. */
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

/** Returns other names that a mention could use. Returns undefined for a channel and for a deactivated person. */
function otherNames({ id, deleted, profile, real_name, name }: Dict): readonly string[] | undefined {
  if (deleted === true || !/^[UWS]/.test(String(id))) return undefined;
  const inProfile = isDict(profile) ? profile : noProfile;
  return [name, real_name ?? inProfile.real_name].filter((one) => typeof one === "string");
}

const noProfile: Dict = {};

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
