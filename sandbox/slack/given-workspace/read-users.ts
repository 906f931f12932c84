import { show } from "../../../src/core/ground/json.ts";
import { optionError } from "../../../src/core/ground/read-options.ts";
import { madeUpId } from "../ids.ts";
import { stripAccents } from "../records/strip-accents.ts";
import type { User } from "../types.ts";
import { checkUnique, readFields } from "./check-options.ts";
import type { Companies } from "./companies.ts";
import { findByName, type FindByName } from "./find-by-name.ts";
import type { WorkspaceUser } from "./types.ts";

/**
 * The ids of described records are made from this number upwards. Records that are created later count from 0, so the
 * ids differ.
 */
export const FIRST_ID = 1_000_000;

const SLACKBOT: User = {
  id: "USLACKBOT",
  name: "slackbot",
  real_name: "Slackbot",
  display_name: "Slackbot",
  updated: 0,
};

const ASSISTANT: WorkspaceUser = { name: "assistant", real_name: "Assistant", is_bot: true };

/** The users of a workspace. `you` owns the token `user`, and `bot` owns the token `bot`. */
export interface GivenUsers {
  users: User[];
  you: User;
  bot: User;
  find: FindByName;
}

/** Reads the users of a description. The first bot in the list becomes the app's bot. */
export function readUsers(
  given: readonly unknown[],
  you: string | undefined,
  companies: Companies,
): GivenUsers {
  const users = given.map((each, index) => {
    const { company, ...user } = readUser(each, index, `workspace.users[${index}]`);
    return company === undefined ? user : { ...user, team_id: companies.idOf(company) };
  });
  checkUnique(
    users.map(({ name }) => name),
    "workspace.users",
  );
  return completeUsers(
    users,
    users.find(({ is_bot }) => is_bot),
    you,
    "workspace.users",
  );
}

/** Adds Slackbot and the app's bot if they are missing. `path`: the place of the users in the options, for errors. */
export function completeUsers(
  given: readonly User[],
  bot: User | undefined,
  you: string | undefined,
  path: string,
): GivenUsers {
  const isTaken = given.some(({ name }) => name === ASSISTANT.name);
  const name = isTaken ? `${ASSISTANT.name}-of-sandbox` : ASSISTANT.name;
  const app = bot ?? userFrom({ ...ASSISTANT, name }, given.length);
  const slackbot = given.some(({ id }) => id === SLACKBOT.id) ? [] : [{ ...SLACKBOT }];
  const users = [...given, ...(bot ? [] : [app]), ...slackbot];
  const find = findByName(
    "user",
    users.map((user) => ({
      id: user.id,
      names: [user.name, user.real_name, user.display_name ?? "", user.id],
    })),
  );
  const wanted = you === undefined ? undefined : find(you, "workspace.you");
  const owner = users.find((user) =>
    wanted === undefined ? !user.is_bot && !user.deleted && user.id !== SLACKBOT.id : user.id === wanted,
  );
  if (!owner) throw optionError(path, `${path} must have at least one person who is not deactivated.`);
  return { users, you: owner, bot: app, find };
}

function readUser(given: unknown, index: number, path: string): User & Pick<WorkspaceUser, "company"> {
  const user = typeof given === "string" ? { name: given } : given;
  const read = readFields("user", user, path);
  if (handleOf(read.name) === "")
    throw optionError(`${path}.name`, `${path}.name must have a letter or a digit, got ${show(read.name)}.`);
  return userFrom(read, index);
}

function userFrom({ name, ...given }: WorkspaceUser, index: number): User & Pick<WorkspaceUser, "company"> {
  const number = FIRST_ID + index;
  const ids = given.is_bot ? { bot_id: madeUpId("B0", number), app_id: madeUpId("A0", number) } : {};
  return { id: madeUpId("U0", number), real_name: name, ...ids, ...given, name: handleOf(name) };
}

const handleOf = (name: string): string =>
  stripAccents(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._-]+/gu, ".")
    .replace(/^\.+|\.+$/g, "");
