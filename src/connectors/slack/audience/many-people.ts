import { type WithRecords, isUnread } from "./known-records.ts";

/** The page size of both lists. Members of larger channels, and people after this number, are not counted. */
const limit = 999;
/** If more people are unknown, one page of the list of users replaces single reads. */
const fewPeople = 5;

/** Reads the list of users if it saves requests. Its result is remembered. */
export async function readManyPeople(ids: readonly string[], { records, read }: WithRecords): Promise<void> {
  const unknown = ids.filter((id) => records.known(id) === undefined);
  if (unknown.length > fewPeople) await listOf(read("users", "list", { limit }));
}

/** Returns the number of guests in a channel, such as `2 guests`. Returns undefined if none is known. */
export async function guestsOf(
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
