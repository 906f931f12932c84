import type { Clock } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { at, isDict, stringAt, type Dict } from "../../../core/ground/json.ts";
import { rejectOnAbort } from "../../../core/ground/abort.ts";
import type { Names } from "../text/mrkdwn.ts";
import { oneLine } from "../rows/rows.ts";

// Ids to names, for a reader. Nothing is fetched ahead; what passes by anyway is remembered, the rest is asked for when
// it is needed, a few at a time, and whatever fails leaves the id as it is.

const keptMs = 10 * 60_000;
/** After a failure nobody asks again for this long. */
const pauseMs = 60_000;
const most = 5000;
/** Lookups for one result; what is beyond them is told by id. */
const lookups = { users: 30, channels: 10 };
/** Sends a read that may not take long; gives its answer. */
export type Look = (operation: string, args: Dict) => Promise<unknown>;

export interface Directory {
  /** Remembers the names in what Slack answered. */
  learn(operation: string, body: unknown): void;
  /** The names of these ids, as far as they can be had. */
  namesOf(ids: readonly string[], signal: AbortSignal | undefined): Promise<Names>;
}

export function createDirectory(look: Look, clock: Clock): Directory {
  const known = new Map<string, { name: string | undefined; until: number }>();
  const coming = new Map<string, Promise<void>>();
  const paused = new Map<string, number>();

  const keep = (id: string, name: string | undefined, ms = keptMs) => {
    known.delete(id);
    known.set(id, { name: name && oneLine(name), until: clock.now() + ms });
    if (known.size > most) known.delete(known.keys().next().value!);
  };
  const fresh = (id: string) => {
    const found = known.get(id);
    return found && found.until > clock.now() ? found : undefined;
  };

  const learn: Directory["learn"] = (operation, body) => {
    for (const path of learned[operation] ?? []) {
      const found = at(body, path);
      for (const record of Array.isArray(found) ? found : [found])
        if (isDict(record) && typeof record.id === "string") {
          const name = nameOf(record);
          if (name !== undefined) keep(record.id, name);
        }
    }
  };

  /** One request for a name at a time, however many results want it. */
  const ask = (key: string, operation: string, args: Dict): Promise<void> => {
    let asked = coming.get(key);
    if (!asked) {
      asked = look(operation, args)
        .then(
          (body) => learn(operation, body),
          (error: unknown) => {
            if (isUnknown(error)) keep(key, undefined);
            else paused.set(operation, clock.now() + pauseMs);
          },
        )
        .finally(() => {
          coming.delete(key);
          if (!fresh(key)) keep(key, undefined, pauseMs);
        });
      coming.set(key, asked);
    }
    return asked;
  };

  return {
    learn,
    async namesOf(ids, signal) {
      const missing = [...new Set(ids)].filter((id) => !fresh(id));
      const open = (operation: string) => (paused.get(operation) ?? 0) <= clock.now();
      const asked = [
        ...(open("users.info") ? missing.filter((id) => /^[UW]/.test(id)).slice(0, lookups.users) : []).map(
          (user) => ask(user, "users.info", { user }),
        ),
        ...(open("conversations.info")
          ? missing.filter((id) => id.startsWith("C")).slice(0, lookups.channels)
          : []
        ).map((channel) => ask(channel, "conversations.info", { channel })),
        ...(open("usergroups.list") && missing.some((id) => id.startsWith("S"))
          ? [ask("S", "usergroups.list", { include_disabled: true })]
          : []),
      ];
      if (asked.length > 0) await unlessAborted(Promise.all(asked), signal);
      return Object.fromEntries(
        ids.flatMap((id) => {
          const name = known.get(id)?.name;
          return name === undefined ? [] : [[id, name]];
        }),
      );
    },
  };
}

/** Slack's word that there is no such person or channel, for this token: it says nothing of others. */
const isUnknown = (error: unknown): boolean =>
  ConnectorError.is(error) &&
  /^(user_not_found|users_not_found|user_not_visible|channel_not_found)$/.test(error.platform?.code ?? "");

/** Where the records with names stand in the answers. */
const learned: Readonly<Record<string, readonly string[]>> = {
  "users.info": ["user"],
  "users.list": ["members"],
  "users.lookupByEmail": ["user"],
  "conversations.info": ["channel"],
  "conversations.list": ["channels"],
  "users.conversations": ["channels"],
  "usergroups.list": ["usergroups"],
};

/** As Slack shows it: people by the name that they chose, groups by their handle. */
const nameOf = (record: Dict): string | undefined =>
  stringAt(record, "handle") ??
  stringAt(record, "profile.display_name") ??
  stringAt(record, "real_name") ??
  stringAt(record, "profile.real_name") ??
  stringAt(record, "name");

/** Waits for the lookups; not longer than the caller does. */
async function unlessAborted(lookups: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  await rejectOnAbort(lookups, signal).catch(() => {});
}
