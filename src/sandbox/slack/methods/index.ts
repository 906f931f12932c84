import type { Method } from "../call.ts";
import { auth } from "./auth.ts";
import { chat } from "./chat.ts";
import { conversations } from "./conversations.ts";
import { users } from "./users.ts";

export const methods: Readonly<Record<string, Method>> = {
  ...auth,
  ...users,
  ...conversations,
  ...chat,
};
