import { action, listAction, type Zod } from "../../../core/contract/action.ts";
import { conversationTypes, part, team, user } from "../params.ts";
import { Channel, User } from "../records/conversations.ts";
import { channelRow } from "../rows/channel-row.ts";
import { userRow } from "../rows/user-row.ts";
import { findInList, listPage } from "../search/find-in-list.ts";

const withLocale = (z: Zod) =>
  z.boolean().describe("Add the language: locale.").optional().meta({ rare: true });

export const list = listAction({
  description:
    "List the people and bots of the workspace, or find them by a part of name, title or e-mail (query). Includes deactivated ones.",
  params: (z) => ({
    query: part(z, "name, title or e-mail"),
    include_locale: withLocale(z),
    team_id: team(z),
  }),
  result: User,
  calls: "users.list",
  pick: "members",
  view: userRow,
  example: { query: "ana" },
  run({ query, ...args }, context) {
    const listed = { operation: "users.list", args, pick: "members" } as const;
    return query === undefined
      ? listPage(context, listed)
      : findInList(context, listed, { query, texts: personTexts, names: 4, what: "people" });
  },
});

const personTexts = [
  "name",
  "real_name",
  "profile.real_name",
  "profile.display_name",
  "profile.title",
  "profile.email",
];

export const get = action({
  description: "Get one person or bot.",
  params: (z) => ({ user: user(z), include_locale: withLocale(z) }),
  result: User,
  effect: "read",
  calls: "users.info",
  pick: "user",
  view: userRow,
  example: { user: "U012AB3CD" },
});

export const lookup_by_email = action({
  description: "Find a person by e-mail address.",
  params: (z) => ({ email: z.email() }),
  result: User,
  effect: "read",
  calls: "users.lookupByEmail",
  pick: "user",
  view: userRow,
  example: { email: "ana@example.com" },
});

export const conversations = listAction({
  description: "List a person's channels. Default: the token's user.",
  params: (z) => ({
    user: user(z).optional(),
    types: conversationTypes(z),
    exclude_archived: z.boolean().optional().meta({ rare: true }),
    exclude_muted: z.boolean().optional().meta({ rare: true }),
    team_id: team(z),
  }),
  result: Channel,
  calls: "users.conversations",
  pick: "channels",
  view: channelRow,
  example: { types: ["public_channel", "private_channel"], exclude_archived: true },
});
