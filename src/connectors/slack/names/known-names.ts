import type { Clock } from "../../../core/ground/clock.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { oneLine } from "../text/one-line.ts";
import { lookOf } from "./look-alikes.ts";
import { createRecentMap } from "./recent-map.ts";

// Keeps the names that Slack has returned, by id.

/** People seldom change their names, and a result shows the id beside a name that is not unique. */
const keptMs = 60 * 60_000;
/** Slack may soon name an id that it does not name now. */
const missingMs = 10 * 60_000;
/** A name takes about 300 bytes. At least half of this number is kept. */
const maxNames = 30_000;

export interface KnownName {
  /** The name that Slack shows. Undefined if the name could not be found. */
  name: string | undefined;
  /** The other names of a person or a user group. Undefined for a channel and for a deactivated person. */
  others?: readonly string[] | undefined;
}

export interface KnownNames {
  /** Keeps the names in a response of Slack. */
  learn(operation: string, body: unknown): void;
  /** Keeps the names of the authors in messages that contain them, unless they are known already. */
  learnAuthors(messages: readonly Dict[]): void;
  /** Keeps that Slack does not name an id. */
  keepMissing(id: string, ms?: number): void;
  /** Returns whether it is known that the id has a certain name, or that Slack does not name it. */
  isKnown(id: string): boolean;
  /** Returns a name on one line, or undefined. */
  nameOf(id: string): string | undefined;
  /** Returns whether another person, app or user group has a name that looks like this one. */
  isShared(name: string, id: string): boolean;
  entries(): Iterable<readonly [id: string, KnownName]>;
}

export function createKnownNames(clock: Clock): KnownNames {
  /** Names as Slack returned them. `nameOf` cleans only the names that a result shows, because this is faster. */
  const known = createRecentMap<string, KnownName & { until: number }>(maxNames);
  /** The only id whose name has a certain look, or `several`. */
  const owners = createRecentMap<string, string>(maxNames);
  /** The moment at which a full cache is cleared, so that lists can add names again. Undefined if it is not full. */
  let clearAt: number | undefined;

  const keep = (id: string, one: KnownName, ms = keptMs) => {
    known.set(id, { ...one, until: clock.now() + ms });
    if (one.name === undefined || !hasOwner(id)) return;
    const look = lookOf(one.name);
    const owner = owners.get(look);
    owners.set(look, owner === undefined || owner === id ? id : several);
  };
  const isKnown = (id: string) => (known.get(id)?.until ?? 0) > clock.now();

  /**
   * Returns whether the cache accepts a name from a list. A full cache keeps its names until they are too old. Without
   * this rule, each page of a long list would remove the names of earlier pages.
   */
  function hasSpaceFor(id: string): boolean {
    const now = clock.now();
    if (known.size() < maxNames - 1) {
      clearAt = undefined;
      return true;
    }
    if (known.get(id) !== undefined) return true;
    clearAt ??= now + keptMs;
    if (clearAt > now) return false;
    clearAt = undefined;
    known.clear();
    owners.clear();
    return true;
  }

  return {
    isKnown,
    entries: known.entries,
    learn(operation, body) {
      const field = recordFields.get(operation);
      if (field === undefined || !isDict(body)) return;
      const found = body[field];
      for (const record of Array.isArray(found) ? found : [found]) {
        if (!isDict(record) || typeof record.id !== "string") continue;
        const name = nameOf(record);
        if (name === undefined || (Array.isArray(found) && !hasSpaceFor(record.id))) continue;
        keep(record.id, { name, others: otherNames(record) });
      }
    },
    learnAuthors(messages) {
      for (const { user, user_profile: profile } of messages) {
        if (typeof user !== "string" || !isDict(profile)) continue;
        if (isKnown(user) && known.get(user)?.name !== undefined) continue;
        const record = { id: user, profile, name: profile.name };
        const name = nameOf(record);
        if (name !== undefined) keep(user, { name, others: otherNames(record) });
      }
    },
    keepMissing: (id, ms = missingMs) => keep(id, { name: undefined }, ms),
    nameOf(id) {
      const name = known.get(id)?.name;
      return name === undefined ? undefined : oneLine(name);
    },
    isShared(name, id) {
      const owner = owners.get(lookOf(name));
      return owner !== undefined && owner !== id;
    },
  };
}

/** Stands for two or more ids in `owners`. No id looks like this. */
const several = "several";

/** Channels are left out, because a `#` distinguishes them from people. */
const hasOwner = (id: string): boolean => /^[UWBS]/.test(id);

/** The field of a response that contains the records with names, by method. */
const recordFields: ReadonlyMap<string, string> = new Map([
  ["bots.info", "bot"],
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
