import type { Clock } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { at, isDict, stringAt, type Dict } from "../../../core/ground/json.ts";
import { rejectOnAbort } from "../../../core/ground/abort.ts";
import type { Names } from "../text/mrkdwn.ts";
import { oneLine } from "../text/one-line.ts";

// Finds the names of ids for a reader. Names in any answer are remembered. The others are requested when a result needs
// them, a few at a time; an id whose name cannot be found stays an id.

const keptMs = 10 * 60_000;
/** After a failed request, the same method is not used again for this long. */
const pauseMs = 60_000;
const maxKept = 5000;
/** Requests for one result; further ids keep no name. */
const maxRequests = { users: 30, channels: 10 };

/** Sends a short read and returns its answer. */
export type ReadBriefly = (operation: string, args: Dict) => Promise<unknown>;

export interface NameCache {
  /** Remembers the names in an answer of Slack's. */
  learn(operation: string, body: unknown): void;
  /** The names of these ids, as far as they can be found. */
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

  /** Requests the names of these ids. Results that need the same one at the same time share the request. */
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
      // A caller who aborts does not wait for them, and gets the names that are known.
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

/** Slack has no such user or channel for this token. The next id may still have a name. */
const isNotFound = (error: unknown): boolean =>
  ConnectorError.is(error) &&
  /^(user_not_found|users_not_found|user_not_visible|channel_not_found)$/.test(error.platform?.code ?? "");

/** Paths of the records with names, by method. */
const recordPaths: Readonly<Record<string, readonly string[]>> = {
  "users.info": ["user"],
  "users.list": ["members"],
  "users.lookupByEmail": ["user"],
  "conversations.info": ["channel"],
  "conversations.list": ["channels"],
  "users.conversations": ["channels"],
  "usergroups.list": ["usergroups"],
};

/** The name that Slack shows: the display name of a person, the handle of a group. */
const nameOf = (record: Dict): string | undefined =>
  stringAt(record, "handle") ??
  stringAt(record, "profile.display_name") ??
  stringAt(record, "real_name") ??
  stringAt(record, "profile.real_name") ??
  stringAt(record, "name");
