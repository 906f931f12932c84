import type { Clock } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { at, isDict, stringAt, type Dict } from "../../../core/ground/json.ts";
import { rejectOnAbort } from "../../../core/ground/abort.ts";
import type { Names } from "../text/markup-to-text.ts";
import { oneLine } from "../text/one-line.ts";

// This module finds the names of the ids in a result. It caches the names from all responses of Slack. If other names
// are needed, it sends a limited number of requests. If no name is found, the result shows only the id.

const keptMs = 10 * 60_000;
/** If a request fails, requests to the same method are paused for `pauseMs` milliseconds. */
const pauseMs = 60_000;
const maxKept = 5000;
/** The maximum number of requests for one result. The remaining ids get no name. */
const maxRequests = { users: 30, channels: 10 };

/** Sends a read operation with a short time limit, and returns the response body. */
export type ReadBriefly = (operation: string, args: Dict) => Promise<unknown>;

export interface NameCache {
  /** Reads the names in a response of Slack, and caches these names. */
  learn(operation: string, body: unknown): void;
  /** Returns the names of these ids. Leaves out ids whose names cannot be found. */
  namesOf(ids: readonly string[], signal: AbortSignal | undefined): Promise<Names>;
}

export function createNameCache(read: ReadBriefly, clock: Clock): NameCache {
  const known = new Map<string, { name: string | undefined; until: number }>();
  const pending = new Map<string, Promise<void>>();
  const paused = new Map<string, number>();

  const keep = (id: string, name: string | undefined, ms = keptMs) => {
    known.delete(id);
    known.set(id, { name: name && oneLine(name), until: clock.now() + ms });
    if (known.size > maxKept) known.delete(known.keys().next().value!);
  };
  const isFresh = (id: string) => (known.get(id)?.until ?? 0) > clock.now();
  const isOpen = (operation: string) => (paused.get(operation) ?? 0) <= clock.now();

  const learn: NameCache["learn"] = (operation, body) => {
    for (const path of recordPaths[operation] ?? []) {
      const found = at(body, path);
      for (const record of Array.isArray(found) ? found : [found])
        if (isDict(record) && typeof record.id === "string") {
          const name = nameOf(record);
          if (name !== undefined) keep(record.id, name);
        }
    }
  };

  /** Requests the names of these ids. If the same request is already running, waits for that request instead. */
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
      // If the caller aborts, return the names that are already known.
      if (requests.length > 0) await rejectOnAbort(Promise.all(requests), signal).catch(() => {});
      return Object.fromEntries(
        ids.flatMap((id) => {
          const name = known.get(id)?.name;
          return name === undefined ? [] : [[id, name]];
        }),
      );
    },
  };
}

/**
 * Returns true if Slack says that this token cannot see the user or channel. Requests for other ids can still succeed.
 */
const isNotFound = (error: unknown): boolean =>
  ConnectorError.is(error) &&
  /^(user_not_found|users_not_found|user_not_visible|channel_not_found)$/.test(error.platform?.code ?? "");

/** For each method of Slack, the paths in the response at which the records with names are. */
const recordPaths: Readonly<Record<string, readonly string[]>> = {
  "users.info": ["user"],
  "users.list": ["members"],
  "users.lookupByEmail": ["user"],
  "conversations.info": ["channel"],
  "conversations.list": ["channels"],
  "users.conversations": ["channels"],
  "usergroups.list": ["usergroups"],
};

/** Returns the name that Slack shows, such as the display name of a person or the handle of a user group. */
const nameOf = (record: Dict): string | undefined =>
  stringAt(record, "handle") ??
  stringAt(record, "profile.display_name") ??
  stringAt(record, "real_name") ??
  stringAt(record, "profile.real_name") ??
  stringAt(record, "name");
