import { action, listAction } from "../../core/action.ts";
import { user } from "./params.ts";
import { User } from "./records.ts";
import { userRow } from "./rows.ts";

export const list = listAction({
  description: "List the people and bots of the workspace, deactivated ones included.",
  params: () => ({}),
  result: User,
  calls: "users.list",
  pick: "members",
  view: userRow,
  untrusted: true,
  example: { limit: 50 },
});

export const get = action({
  description: "Get one person or bot.",
  params: (z) => ({ user: user(z) }),
  result: User,
  effect: "read",
  calls: "users.info",
  pick: "user",
  view: userRow,
  untrusted: true,
  example: { user: "U012AB3CD" },
});
