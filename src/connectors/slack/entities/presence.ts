import { action } from "../../../core/contract/action.ts";
import { user } from "../params.ts";
import { Presence } from "../records/people.ts";
import { currentRecord } from "../undo/current-record.ts";
import { undoCall } from "../undo/undo-data.ts";

export const get = action({
  description: "Get a person's presence. The record has more fields for the token's user.",
  params: (z) => ({ user: user(z).optional() }),
  result: Presence,
  effect: "read",
  calls: "users.getPresence",
  example: { user: "U012AB3CD" },
});

export const set = action({
  description: "Set the presence of the token's user.",
  params: (z) => ({ presence: z.enum(["auto", "away"]) }),
  result: (z) => z.object({ presence: z.string() }),
  effect: "write",
  calls: "users.setPresence",
  echo: ["presence"],
  example: { presence: "away" },
  reads: ["presence.get"],
  async preview({ presence }, read) {
    const { manual_away: away } = (await currentRecord(read, ["presence", "get", {}])) ?? {};
    const before = typeof away === "boolean" ? { before: { presence: away ? "away" : "auto" } } : {};
    return { ...before, after: { presence } };
  },
  undo: (_params, _data, before) => undoCall("presence", "set", {}, before),
});
