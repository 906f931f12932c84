import { action, listAction } from "../../../core/contract/action.ts";
import { id } from "../params.ts";
import { User } from "../records.ts";
import { userView } from "../text/views.ts";

export const list = listAction({
  description: "List the people and bots of the workspace.",
  params: () => ({}),
  result: User,
  calls: "users.list",
  view: userView,
  example: {},
});

export const get = action({
  description: "Get a person or bot.",
  params: (z) => ({ user_id: id(z) }),
  result: User,
  effect: "read",
  calls: "users.get",
  view: userView,
  example: { user_id: "7775f3a3-893f-43fa-b625-460c61094c78" },
});

export const me = action({
  description: "Get the bot of this connection, and the name of its workspace.",
  params: () => ({}),
  result: User,
  effect: "read",
  calls: "users.me",
  view: userView,
  example: {},
});
