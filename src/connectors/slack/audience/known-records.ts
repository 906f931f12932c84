import type { Clock } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import type { GuardRead } from "../../../core/contract/judgement.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { createRecentMap } from "../names/recent-map.ts";
import { type Outside, type OwnCompany, isGuest, outsideOf } from "./companies.ts";

/** If a channel becomes shared, it takes at most this time until the check notices it. */
export const keptMs = 10 * 60_000;

/** The maximum number of records in memory. */
const most = 10_000;

export interface KnownChannel {
  name: string | undefined;
  kind: "channel" | "im" | "mpim";
  size: number | undefined;
  /** The other person in a direct message. */
  user: string | undefined;
  /** Undefined if the record does not name the companies. */
  outside: Outside | undefined;
}

export interface KnownPerson {
  name: string | undefined;
  isGuest: boolean;
  /** The fields that name the person's company. */
  company: Dict;
}

export interface KnownGroup {
  handle: string | undefined;
  size: number | undefined;
  /** The channels that the members of the group join. */
  channels: readonly string[];
}

/** A record that could not be read. `why`: the end of a sentence. */
export interface Unread {
  unread: string;
}

export const isUnread = (value: object): value is Unread => "unread" in value;

export interface Reading {
  read: GuardRead;
  /** Whether a person reads the answer. If true, no failed read is an error. */
  describe: boolean;
}

type Kept = { value: object; until: number };

/** Remembers what results say about channels, people, user groups and companies. */
export function createKnownRecords(clock: Clock) {
  const running = new Map<string, Promise<unknown>>();
  const kept = createRecentMap<string, Kept>(most);
  const put = (id: string, value: object) => kept.set(id, { value, until: clock.now() + keptMs });
  const known = (id: string): object | undefined => {
    const one = kept.get(id);
    return one && one.until > clock.now() ? one.value : undefined;
  };

  function learn(data: unknown): void {
    for (const record of [data].flat() as unknown[]) {
      if (!isDict(record) || typeof record.id !== "string") continue;
      const { id } = record;
      const value = /^[CGD]/.test(id)
        ? channelOf(record)
        : /^[UW]/.test(id)
          ? personOf(record)
          : id.startsWith("S")
            ? groupOf(record)
            : /^[TE]/.test(id) && typeof record.name === "string"
              ? { name: record.name }
              : undefined;
      if (value) put(id, { ...value, ...sizeBefore(id, value) });
    }
  }

  /** Not every record of a channel or a group has the number of members. */
  function sizeBefore(id: string, value: object): { size?: number | undefined } {
    const before = known(id);
    return "size" in value && value.size === undefined && before && "size" in before
      ? { size: before.size as number | undefined }
      : {};
  }

  /**
   * Returns a record, and reads it if it is not known.
   * @throws ConnectorError if the read fails but could succeed later, unless a person reads the answer
   */
  async function get<Value extends object>(
    id: string,
    { read, describe }: Reading,
    [entity, action, params]: readonly [string, string, Dict],
    convert: (data: unknown) => Value | undefined,
  ): Promise<Value | Unread> {
    // Calls at the same time share a request. If it fails, each call sends its own.
    const other = running.get(id);
    if (other && known(id) === undefined) await other.catch(() => {});
    const found = known(id);
    if (found) return found as Value | Unread;
    let value: Value | Unread | undefined;
    const request = read(entity, action, params);
    running.set(id, request);
    try {
      value = convert((await request).data);
    } catch (error) {
      if (!ConnectorError.is(error) || error.code === "aborted") throw error;
      const unread = reasonOf(error);
      // Any other state can change soon. For example, the app can join the channel.
      if (error.platform?.code === "missing_scope") value = { unread };
      else if (isFinal(error)) return { unread };
      else if (describe) return { unread: "Slack did not respond in time" };
      else throw error;
    } finally {
      if (running.get(id) === request) running.delete(id);
    }
    value ??= { unread: "Slack's response does not say it" };
    // The access to a file can change with every call, so it is not remembered.
    if (!id.startsWith("F")) put(id, value);
    return value;
  }

  return {
    learn,
    known,
    channel: (id: string, reading: Reading) =>
      get(id, reading, ["channels", "get", { channel: id }], (data) =>
        isDict(data) ? channelOf(data) : undefined,
      ),
    person: (id: string, reading: Reading) =>
      get(id, reading, ["users", "get", { user: id }], (data) => (isDict(data) ? personOf(data) : undefined)),
    /** Reads all groups, because Slack has no method that reads one. */
    group: (id: string, reading: Reading, team_id?: unknown) =>
      get(
        id,
        reading,
        ["usergroups", "list", { include_disabled: true, ...(team_id === undefined ? {} : { team_id }) }],
        (data) => {
          learn(data);
          return known(id) as KnownGroup | undefined;
        },
      ),
    company: (id: string, reading: Reading) =>
      get(id, reading, ["team", "get", { team: id }], (data) =>
        isDict(data) && typeof data.name === "string" ? { name: data.name } : undefined,
      ),
    /** The channels and the people that have access to a file. */
    file: (id: string, reading: Reading) =>
      get(id, reading, ["files", "get", { file: id }], (data) => (isDict(data) ? accessOf(data) : undefined)),
    own: (reading: Reading) =>
      get("own", reading, ["auth", "test", {}], (data): OwnCompany | undefined => {
        const { team_id: team, enterprise_id: enterprise } = isDict(data) ? data : {};
        if (typeof team !== "string") return undefined;
        return { team, enterprise: typeof enterprise === "string" ? enterprise : undefined };
      }),
  };
}

export type KnownRecords = ReturnType<typeof createKnownRecords>;

export interface WithRecords extends Reading {
  records: KnownRecords;
}

const isFinal = ({ code, platform, retryable }: ConnectorError): boolean =>
  !retryable && (platform?.code !== undefined || code === "not_found");

function reasonOf({ platform, code, needed }: ConnectorError): string {
  if (platform?.code === "missing_scope")
    return `the token lacks a scope${needed ? ` (${[needed].flat().join(" or ")})` : ""}`;
  return `Slack refuses to show it (${platform?.code ?? code})`;
}

/** Returns undefined for a record with only some fields, such as the result of `dms.open`. */
function channelOf(channel: Dict): KnownChannel | undefined {
  const outside = outsideOf(channel);
  const isIm = channel.is_im === true;
  if (outside === undefined && !(isIm && typeof channel.user === "string")) return undefined;
  return {
    name: textOf(channel.name),
    kind: isIm ? "im" : channel.is_mpim === true ? "mpim" : "channel",
    size: numberOf(channel.num_members),
    user: textOf(channel.user),
    outside,
  };
}

function personOf(user: Dict): KnownPerson | undefined {
  const { team_id, is_stranger, enterprise_user, enterprise_id } = user;
  if (typeof team_id !== "string") return undefined;
  const profile = isDict(user.profile) ? user.profile : {};
  return {
    name:
      textOf(profile.display_name) ??
      textOf(user.real_name) ??
      textOf(profile.real_name) ??
      textOf(user.name),
    isGuest: isGuest(user),
    company: { team_id, is_stranger, enterprise_user, enterprise_id },
  };
}

function groupOf(group: Dict): KnownGroup | undefined {
  const { channels, groups } = isDict(group.prefs) ? group.prefs : {};
  if (!Array.isArray(channels)) return undefined;
  const ids = [channels, groups].flat().filter((id) => typeof id === "string" && id !== "");
  return { handle: textOf(group.handle), size: numberOf(group.user_count), channels: ids as string[] };
}

/** https://docs.slack.dev/reference/objects/file-object */
function accessOf(file: Dict) {
  const { channels, groups, ims, linked_channel_id: linked, dm_mpdm_users_with_file_access: users } = file;
  const ids = [channels, groups, ims, linked].flat().filter((id) => typeof id === "string");
  const people = Array.isArray(users) ? users.map((one) => (isDict(one) ? one.user_id : undefined)) : [];
  const { org_or_workspace_access: level, public_url_shared: isPublic } = file;
  return {
    channels: ids as string[],
    people: people.filter((id) => typeof id === "string") as string[],
    everybody: level === true || level === "read" || level === "write",
    isPublic: isPublic === true,
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
};
