import { listAction } from "../../../core/contract/action.ts";
import { late } from "../../../core/ground/lazy.ts";
import { conversationTypes, team } from "../params.ts";
import { Match } from "../records/content.ts";
import { matchRow } from "../rows/item-row.ts";

const readUnread = late(async () => (await import("../inbox/read-unread.ts")).readUnread);

export const list = listAction({
  description:
    "Read the inbox: the person's unread messages in channels, direct messages and threads. Each page looks at 20 conversations. Needs a user token.",
  params: (z) => ({ types: conversationTypes(z).meta({ rare: true }), team_id: team(z) }),
  result: Match,
  calls: [
    "users.conversations",
    "auth.test",
    "conversations.info",
    "conversations.history",
    "conversations.replies",
  ],
  needs: ["conversations.info", "conversations.history"],
  tokens: ["user"],
  view: matchRow,
  enrich: true,
  example: { types: ["im", "mpim"] },
  run: (params, context) => readUnread(params, context),
});
