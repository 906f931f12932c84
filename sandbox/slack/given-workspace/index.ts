import { isDict } from "../../../src/core/ground/json.ts";
import { optionError, type OptionType } from "../../../src/core/ground/read-options.ts";
import { tokens } from "../seed/tokens.ts";
import type { Seed } from "../types.ts";
import { readFields } from "./check-options.ts";
import { createCompanies, teamOf } from "./companies.ts";
import { readExport } from "./read-export.ts";
import { readChannels } from "./read-channels.ts";
import { listMessages, newestOf, readMessages } from "./read-messages.ts";
import { readUsers, type GivenUsers } from "./read-users.ts";
import type { SandboxExport, SandboxWorkspace } from "./types.ts";

/** The type of the option `workspace`. `readGivenWorkspace` checks its content. */
export const workspaceOption: OptionType = { says: "an object with users, or with export", is: isDict };

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The data of a sandbox. `now`: the start time of the sandbox's clock, in milliseconds since 1970. */
export interface GivenSeed {
  seed: Seed;
  now: number;
}

/**
 * Converts a workspace that a developer describes, or an export of Slack, to the data of a sandbox. `now`: the time
 * of the developer's clock. Without this clock, the sandbox starts at `start`, or a minute after the newest message if
 * that is later.
 * @throws ConnectorError `config_error` for a mistake in the description or in the export
 */
export function readGivenWorkspace(
  given: SandboxWorkspace | SandboxExport,
  { start, now }: { start: number; now: number | undefined },
): GivenSeed {
  const later = (newest: number | undefined) => now ?? Math.max(start, (newest ?? 0) + MINUTE);
  if (isDict(given) && "export" in given) {
    const { export: files, name = "Sandbox", you } = readFields("export", given, "workspace");
    const { users, newest, ...parts } = readExport(files, you);
    return { seed: seedOf({ ...parts, users, name, teams: [] }), now: later(newest) };
  }
  const read = readFields("workspace", given, "workspace");
  const { name = "Sandbox", channels: named = ["general"], emoji = [] } = read;
  const companies = createCompanies();
  const users = readUsers(read.users, read.you, companies);
  const written = listMessages(read.messages ?? []);
  const time = later(newestOf(written));
  const channels = readChannels(named, users, companies, Math.floor((time - 365 * DAY) / 1000));
  const team = teamOf(name);
  const content = readMessages(written, { team, users, channels, emoji, now: time });
  return {
    seed: seedOf({
      users,
      name,
      teams: [...companies.teams],
      channels: channels.channels,
      ...content,
      emoji,
      bots: [],
    }),
    now: time,
  };
}

function seedOf({
  users: { users, you, bot },
  name,
  emoji,
  ...content
}: Pick<Seed, "teams" | "channels" | "messages" | "files" | "pins" | "bots"> & {
  users: GivenUsers;
  name: string;
  emoji: readonly string[];
}): Seed {
  if (new Set(users.map(({ id }) => id)).size < users.length)
    throw optionError("workspace.users", "workspace.users has two users with the same id.");
  // The sandbox changes its data, so it needs a copy of the developer's objects.
  return structuredClone({
    team: teamOf(name),
    users,
    ...content,
    emoji: Object.fromEntries(
      emoji.map((each) => [each, `https://emoji.slack-edge.com/T0SANDBOX01/${each}/0123456789abcdef.png`]),
    ),
    bookmarks: [],
    usergroups: [],
    reminders: [],
    stars: [],
    profile: { fields: [], sections: [] },
    tokens: tokens({ bot: bot.id, user: you.id }),
  });
}
