import type { GuardRead } from "../../../core/contract/judgement.ts";
import type { Places } from "../../../core/contract/policy.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, isDict, stringAt } from "../../../core/ground/json.ts";
import { oneLine } from "../rows/rows.ts";

/** What a policy can keep calls to: conversations, by their ids; of a direct message also the other user's. */
export const places = {
  channel: {
    params: ["channel", "channels", "additional_channels"],
    accepts: {
      pattern: /^[CGDUW][A-Z0-9]{2,}$/,
      says: "the id of a channel (C012AB3CD), of a direct message (D012AB3CD) or of a user who may be written to (U012AB3CD)",
    },
    named: /^[CG]/,
    // What speaks of people and of the workspace, and of no conversation. A user group has channels of its own: who becomes
    // a member is put into them, and so is everyone in it when it is brought back.
    without: [
      "users.list",
      "users.get",
      "users.lookup_by_email",
      "user_profiles",
      "presence",
      "dnd",
      "usergroups.list",
      "usergroups.create",
      "usergroups.update",
      "usergroups.disable",
      "usergroup_members.list",
      "emoji",
      "team",
      "bots",
      "auth",
      "api",
      "blocks",
      "files.upload",
      "canvases.create",
    ],
  },
} satisfies Places;

/** People of one call that a dry run tells by name. */
const mostPeople = 10;

/** Who would do it, where, and to whom, in words; what cannot be found out is left out. */
export async function preview(params: Dict, read: GuardRead): Promise<Dict> {
  const ask = async (entity: string, action: string, args: Dict, tell: (record: Dict) => string) => {
    try {
      const { data } = await read(entity, action, args);
      return isDict(data) ? tell(data) : undefined;
    } catch (error) {
      if (ConnectorError.is(error) && error.code === "aborted") throw error;
      return undefined;
    }
  };
  const person = (user: string) => ask("users", "get", { user }, (record) => tellPerson(record, user));
  const place = (channel: string) =>
    /^[UW]/.test(channel)
      ? person(channel).then((name) => name && `direct message to ${name}`)
      : ask("channels", "get", { channel }, (record) => tellChannel(record, channel));
  const { channel, user, users } = params;
  const people = [user, users].flat().filter((one) => typeof one === "string");
  const [who, where, ...whom] = await Promise.all([
    ask("auth", "test", {}, ({ user: name, user_id, team }) => `${name} (${user_id}) in ${team}`),
    typeof channel === "string" ? place(channel) : undefined,
    ...people.slice(0, mostPeople).map(async (id) => (await person(id)) ?? id),
  ]);
  return {
    ...(who === undefined ? {} : { who: oneLine(who) }),
    ...(where === undefined ? {} : { where }),
    ...(whom.length === 0 ? {} : { whom: [...whom, ...people.slice(mostPeople)] }),
  };
}

function tellPerson(user: Dict, id: string): string {
  const name = stringAt(user, "real_name") ?? stringAt(user, "profile.real_name") ?? stringAt(user, "name");
  return `${name === undefined ? "" : `${oneLine(name)} `}(${id})`.trim();
}

function tellChannel(channel: Dict, id: string): string {
  const { name, num_members, is_private, is_im, user } = channel;
  const notes = [
    is_private === true ? "private" : undefined,
    typeof num_members === "number" ? `${num_members} members` : undefined,
  ].filter((note) => note !== undefined);
  const called = is_im === true ? `direct message with ${String(user)}` : `#${oneLine(String(name))}`;
  return `${called} (${id})${notes.length > 0 ? `, ${notes.join(", ")}` : ""}`;
}
