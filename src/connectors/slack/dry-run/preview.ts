import { readIfAllowed } from "../../../core/call/read-if-allowed.ts";
import type { GuardRead } from "../../../core/contract/judgement.ts";
import { type Dict, isDict, stringAt } from "../../../core/ground/json.ts";
import { withReadableTimes } from "../text/readable-times.ts";
import { oneLine } from "../text/one-line.ts";

const maxNamedPeople = 10;

/**
 * Describes a write in words. `who`: the token's user. `where`: the conversation, or several of them. `whom`: the people in the params.
 * `params`: the params, with ISO 8601 times. If a record cannot be read, `who` or `where` is absent, and a person in
 * `whom` is an id.
 */
export async function preview(params: Dict, read: GuardRead): Promise<Dict> {
  const describe = async (
    entity: string,
    action: string,
    args: Dict,
    textOf: (record: Dict) => string | Promise<string>,
  ): Promise<string | undefined> => {
    const data = await readIfAllowed(read, [entity, action, args]);
    return isDict(data) ? textOf(data) : undefined;
  };
  const person = (user: string) => describe("users", "get", { user }, (record) => personText(record, user));
  const place = (channel: string) =>
    /^[UW]/.test(channel)
      ? person(channel).then((name) => name && `direct message to ${name}`)
      : describe("channels", "get", { channel }, (record) => channelText(record, channel, person));
  const { channel, channels, user, users } = params;
  const places = [channel, channels].flat().filter((one) => typeof one === "string");
  const people = [user, users].flat().filter((one) => typeof one === "string");
  const [who, where, ...whom] = await Promise.all([
    describe("auth", "test", {}, ({ user: name, user_id, team }) => `${name} (${user_id}) in ${team}`),
    Promise.all(places.map(async (id) => (await place(id)) ?? (places.length > 1 ? id : undefined))),
    ...people.slice(0, maxNamedPeople).map(async (id) => (await person(id)) ?? id),
  ]);
  return {
    ...(who === undefined ? {} : { who: oneLine(who) }),
    ...(where.includes(undefined) || where.length === 0 ? {} : { where: where.join("; ") }),
    ...(whom.length === 0 ? {} : { whom: [...whom, ...people.slice(maxNamedPeople)] }),
    params: withReadableTimes(params),
  };
}

function personText(user: Dict, id: string): string {
  const name = nameOf(user);
  return `${name === undefined ? "" : `${name} `}(${id})`.trim();
}

const nameOf = (user: Dict): string | undefined => {
  const name = stringAt(user, "real_name") ?? stringAt(user, "profile.real_name") ?? stringAt(user, "name");
  return name && oneLine(name);
};

/** Reads the names of people, by id. A person whose name cannot be read is absent. */
export async function namesOfPeople(
  ids: readonly string[],
  read: GuardRead,
): Promise<Record<string, string>> {
  const named = ids.slice(0, maxNamedPeople).map(async (id) => {
    const user = await readIfAllowed(read, ["users", "get", { user: id }]);
    const name = isDict(user) ? nameOf(user) : undefined;
    return name === undefined ? [] : [[id, name] as const];
  });
  return Object.fromEntries((await Promise.all(named)).flat());
}

async function channelText(
  channel: Dict,
  id: string,
  person: (user: string) => Promise<string | undefined>,
): Promise<string> {
  const { name, num_members, is_private, is_im, user } = channel;
  const notes = [
    is_private === true ? "private" : undefined,
    typeof num_members === "number" ? `${num_members} members` : undefined,
  ].filter((note) => note !== undefined);
  const other = typeof user === "string" ? ((await person(user)) ?? user) : String(user);
  const called = is_im === true ? `direct message with ${other}` : `#${oneLine(String(name))}`;
  return `${called} (${id})${notes.length > 0 ? `, ${notes.join(", ")}` : ""}`;
}
