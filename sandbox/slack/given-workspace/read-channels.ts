import { madeUpId } from "../ids.ts";
import { directChannel } from "../postable-rooms.ts";
import type { Seed } from "../types.ts";
import { checkUnique, readFields } from "./check-options.ts";
import type { Companies } from "./companies.ts";
import { findByName, type FindByName } from "./find-by-name.ts";
import { FIRST_ID, type GivenUsers } from "./read-users.ts";

export type GivenChannel = Seed["channels"][number];

export interface GivenChannels {
  channels: GivenChannel[];
  find: FindByName;
  /** Returns the id of the direct message between these users. Creates the direct message if it does not exist. */
  direct(users: readonly string[]): string;
}

/** Reads the channels of a description. `created`: their time of creation, in seconds since 1970. */
export function readChannels(
  given: readonly unknown[],
  { users, you, find }: GivenUsers,
  companies: Companies,
  created: number,
): GivenChannels {
  const everyone = users.filter(({ id, deleted }) => id !== "USLACKBOT" && !deleted);
  const note = (value = "") => ({ value, creator: value && you.id, last_set: value ? created : 0 });
  const channels = given.map((each, index): GivenChannel => {
    const path = `workspace.channels[${index}]`;
    const read = readFields("channel", typeof each === "string" ? { name: each } : each, path);
    const name = read.name.replace(/^#/, "");
    const connected = read.shared_with?.map(companies.idOf) ?? [];
    // People of another company are only in the channels that are shared with this company.
    const all = everyone.filter(({ team_id }) => team_id === undefined || connected.includes(team_id));
    return {
      id: madeUpId("C0", FIRST_ID + index),
      name,
      kind: read.is_private ? "private_channel" : "public_channel",
      creator: you.id,
      created,
      members: read.members
        ? read.members.map((member, at) => find(member, `${path}.members[${at}]`))
        : all.map(({ id }) => id),
      topic: note(read.topic),
      purpose: note(read.purpose),
      is_general: name === "general",
      is_archived: read.is_archived ?? false,
      ...(connected.length > 0 ? { connected_team_ids: connected } : {}),
    };
  });
  checkUnique(
    channels.map(({ name }) => name),
    "workspace.channels",
  );
  const named = channels.map(({ id, name }) => ({ id, names: [name] }));
  return {
    channels,
    find: findByName("channel", named),
    direct: (ids) => {
      const members = [...new Set(ids)];
      const existing = channels.find(
        (channel) =>
          (channel.kind === "im" || channel.kind === "mpim") &&
          channel.members.length === members.length &&
          members.every((member) => channel.members.includes(member)),
      );
      if (existing) return existing.id;
      const id = madeUpId(members.length > 2 ? "C0" : "D0", FIRST_ID + channels.length);
      const people = members.map((member) => users.find((user) => user.id === member)!);
      channels.push(directChannel(id, people, created));
      return id;
    },
  };
}
