import { action } from "../../../core/contract/action.ts";
import { changeAccess } from "../operations/change-access.ts";
import { accessLevel, accessOf, listId } from "../params.ts";

export const set = action({
  description: "Let a channel or a person read or write a list. `owner` transfers the list.",
  params: (z) => ({ list_id: listId(z), access_level: accessLevel(z), ...accessOf(z) }),
  oneOf: ["channel", "user"],
  result: (z) => z.object({ list_id: z.string(), access_level: z.string() }),
  // A change of the owner is destructive, because the former owner cannot take the list back.
  effect: {
    weakest: "write",
    strongest: "destructive",
    of: ({ access_level }) => (access_level === "owner" ? "destructive" : "write"),
  },
  calls: "slackLists.access.set",
  example: { list_id: "F012AB3CD", access_level: "read", channel: "C012AB3CD" },
  run: (params, context) => changeAccess(context, "slackLists.access.set", params),
});

const remove = action({
  description: "Remove a channel's or a person's access to a list.",
  params: (z) => ({ list_id: listId(z), ...accessOf(z) }),
  oneOf: ["channel", "user"],
  result: (z) => z.object({ list_id: z.string() }),
  effect: "write",
  calls: "slackLists.access.delete",
  example: { list_id: "F012AB3CD", user: "U012AB3CD" },
  run: (params, context) => changeAccess(context, "slackLists.access.delete", params),
});
export { remove as delete };
