import { show } from "../../../src/core/ground/json.ts";
import { optionError } from "../../../src/core/ground/read-options.ts";
import { findByName } from "../given-workspace/find-by-name.ts";
import type { User } from "../types.ts";
import type { Room, Workspace } from "../workspace.ts";

/**
 * Finds a channel and one of its members. `what`: the name of the options, for errors.
 * @throws ConnectorError `config_error` if one of them does not exist, or if the user is not a member
 */
export function findMember(
  workspace: Workspace,
  { channel, from }: { channel: string; from: string },
  what: string,
): { room: Room; user: User } {
  const people = [...workspace.users.values()];
  const rooms = [...workspace.rooms.values()];
  const user = findByName(
    "user",
    people.map(({ id, name, real_name }) => ({ id, names: [name, real_name, id] })),
  )(from, `${what}.from`);
  const id = findByName(
    "channel",
    rooms.map(({ channel: { id, name } }) => ({ id, names: name === "" ? [id] : [name, id] })),
  )(channel, `${what}.channel`);
  const room = workspace.rooms.get(id)!;
  if (!room.channel.members.includes(user))
    throw optionError(`${what}.from`, `${show(from)} is not a member of the channel ${show(channel)}.`);
  return { room, user: workspace.users.get(user)! };
}
