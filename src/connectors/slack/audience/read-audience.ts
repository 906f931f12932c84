import type { Audience, AudienceCall, AudienceReader } from "../../../core/contract/audience.ts";
import type { Clock } from "../../../core/ground/clock.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { otherCompanyOf, unnamed } from "./companies.ts";
import { mentionsOf, notifiedBy } from "./notified.ts";
import { createKnownRecords, isUnread, type KnownRecords, type WithRecords } from "./known-records.ts";
import { type Part, readersText } from "./readers-text.ts";
import { type Readers, writeActions } from "./write-actions.ts";

/** Creates the function that says who can read a write, and whom the write notifies. */
export function createAudience(clock: Clock): AudienceReader {
  const records = createKnownRecords(clock);
  const reader = async (params: Dict, call: AudienceCall): Promise<Audience | undefined> => {
    const name = `${call.entity}.${call.action}`;
    const readers = Object.hasOwn(writeActions, name) ? writeActions[name]! : { none: "" };
    if ("none" in readers) return undefined;
    const { read, describe } = call;
    const one = { records, read, describe };
    const parts = await partsOf(readers, params, one);
    const mentions = mentionsOf(readers.text, params);
    return {
      ...readersText(parts, (id) => nameOf(records, id)),
      hasNames: parts.some((part) => !withoutNames.includes(part)),
      ...(describe ? await notifiedBy({ readers, params, parts, mentions }, one) : {}),
      warnings: [
        ...parts.flatMap(({ unread }) => (unread === undefined ? [] : [unread])),
        ...(describe ? mentions.warnings : []),
      ],
    };
  };
  return Object.assign(reader, { learn: (_entity: string, data: unknown) => records.learn(data) });
}

async function partsOf(readers: Readers, params: Dict, reading: WithRecords): Promise<Part[]> {
  const { records } = reading;
  const idsOf = (names: readonly string[] = []) =>
    names.flatMap((name) => [params[name] ?? []].flat()).filter((id) => typeof id === "string") as string[];
  const channels = idsOf(readers.channels);
  const people = idsOf(readers.people);
  const parts: Part[] = [];
  if (readers.file !== undefined) {
    const access = await records.file(String(params[readers.file]), reading);
    if (isUnread(access))
      return [{ text: "unknown", external: [], unread: unreadText("the file", access.unread) }];
    channels.push(...access.channels);
    people.push(...access.people);
    if (access.everybody) parts.push(otherwise.workspace);
    if (access.isPublic) parts.push(otherwise.internet);
    if (channels.length + people.length + parts.length === 0) return [otherwise.yourself];
  }
  if (readers.usergroup !== undefined) {
    const id = String(params[readers.usergroup]);
    const group = await records.group(id, reading, params.team_id);
    if (isUnread(group))
      return [{ text: "unknown", external: [], unread: unreadText(`the user group ${id}`, group.unread) }];
    channels.push(...group.channels);
    parts.push({ text: `the user group @${group.handle ?? id} (${id})`, external: [] });
  }
  if (readers.everybodyUnless !== undefined && params[readers.everybodyUnless] !== true)
    parts.push(otherwise.workspace);
  if (channels.length + people.length + parts.length === 0)
    return [otherwise[readers.otherwise ?? "unknown"]];
  const isPerson = (id: string) => /^[UW]/.test(id);
  const ids = [...new Set([...channels, ...people])];
  await readManyPeople(ids.filter(isPerson), reading);
  const found = await Promise.all(
    ids.map((id) => (isPerson(id) ? personPart(id, reading) : channelPart(id, reading))),
  );
  return [...parts, ...found];
}

const otherwise: Readonly<Record<NonNullable<Readers["otherwise"]>, Part>> = {
  workspace: { text: "everybody in the workspace", external: [] },
  yourself: { text: "only the account that makes the call", external: [] },
  internet: { text: "everybody on the internet who has the link", external: ["the internet"] },
  unknown: { text: "unknown", external: [], unread: "It is unknown who can read this." },
};

const withoutNames: readonly Part[] = Object.values(otherwise);

async function channelPart(id: string, reading: WithRecords): Promise<Part> {
  const { records, describe } = reading;
  const channel = await records.channel(id, reading);
  if (isUnread(channel)) return { text: id, external: [], unread: unreadText(id, channel.unread) };
  const { kind, name, size, user, outside } = channel;
  if (kind === "im" && user !== undefined && !outside?.connected.length)
    return { ...(await personPart(user, reading)), direct: [user] };
  const { connected = [], pending = [] } = outside ?? {};
  if (describe) for (const team of [...connected, ...pending]) await nameCompany(team, reading);
  return {
    text: `${kind === "channel" ? "#" : "the group message "}${name ?? id} (${id})`,
    size,
    external: connected,
    pending,
    guests: describe && kind === "channel" ? await guestsOf(id, size, reading) : undefined,
    ...(kind === "channel" ? {} : { direct: "everybody in the group message" }),
  };
}

async function personPart(id: string, reading: WithRecords): Promise<Part> {
  const { records, describe } = reading;
  const person = await records.person(id, reading);
  if (isUnread(person))
    return { text: id, external: [], direct: [id], unread: unreadText(id, person.unread) };
  const own = await records.own(reading);
  const text = `${person.name ?? id} (${id})${person.isGuest ? ", a guest" : ""}`;
  if (isUnread(own)) return { text, external: [], direct: [id], unread: unreadText(id, own.unread) };
  const team = otherCompanyOf(person.company, own);
  if (describe && team !== undefined) await nameCompany(team, reading);
  return { text, external: team === undefined ? [] : [team], direct: [id] };
}

const nameCompany = async (id: string, reading: WithRecords) => {
  if (id !== unnamed) await reading.records.company(id, reading);
};

/** Returns the name of a company, or its id if the name is unknown. */
function nameOf(records: KnownRecords, id: string): string {
  const found = records.known(id);
  const name = found && "name" in found ? found.name : undefined;
  return typeof name === "string" ? name : id;
}

const unreadText = (what: string, why: string) => `It is unknown who can read ${what}, because ${why}.`;

/** The page size of both lists. Members of larger channels, and people after this number, are not counted. */
const limit = 999;
/** If more people are unknown, one page of the list of users replaces single reads. */
const fewPeople = 5;

/** Reads the list of users if it saves requests. Its result is remembered. */
async function readManyPeople(ids: readonly string[], { records, read }: WithRecords): Promise<void> {
  const unknown = ids.filter((id) => records.known(id) === undefined);
  if (unknown.length > fewPeople) await listOf(read("users", "list", { limit }));
}

/** Returns the number of guests in a channel, such as `2 guests`. Returns undefined if none is known. */
async function guestsOf(
  channel: string,
  size: number | undefined,
  { records, read }: WithRecords,
): Promise<string | undefined> {
  if (size === 0) return undefined;
  const members = await listOf(read("channel_members", "list", { channel, limit }));
  const isKnown = (id: unknown) => records.known(String(id)) !== undefined;
  if (!members.every(isKnown)) await listOf(read("users", "list", { limit }));
  const people = members.map((id) => records.known(String(id)));
  const guests = people.filter((one) => one && !isUnread(one) && "isGuest" in one && one.isGuest).length;
  if (guests === 0) return undefined;
  const isSure = people.every((one) => one !== undefined) && members.length < limit;
  return `${isSure ? "" : "at least "}${guests} guest${guests === 1 ? "" : "s"}`;
}

const listOf = async (read: Promise<{ data: unknown }>): Promise<readonly unknown[]> => {
  const { data } = await read.catch(() => ({ data: undefined }));
  return Array.isArray(data) ? data : [];
};
