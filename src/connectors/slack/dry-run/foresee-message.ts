import { readIfAllowed } from "../../../core/call/read-if-allowed.ts";
import type { GuardRead } from "../../../core/contract/judgement.ts";
import { type Dict, dicts, isDict } from "../../../core/ground/json.ts";
import { type Foreseen, recordOrAbsence, type Token } from "./foreseen.ts";

type Judge = (message: Dict, token: Token, params: Dict, read: GuardRead) => Foreseen | Promise<Foreseen>;

/** The subtypes of messages that people and apps write. Other subtypes report events, such as a new member. */
const written: ReadonlySet<unknown> = new Set([
  undefined,
  "bot_message",
  "thread_broadcast",
  "file_share",
  "me_message",
]);

/** Returns whether the token's user or bot wrote the message. An app's message can lack `user` or `bot_id`. */
const isOwn = ({ user, bot_id }: Dict, token: Token): boolean =>
  token.kind === "user"
    ? user === token.user
    : (user ?? token.user) === token.user && (bot_id ?? token.bot) === token.bot;

const judges: Readonly<Record<string, Judge>> = {
  "chat.update": (message, token) =>
    isOwn(message, token) && written.has(message.subtype) ? undefined : { refused: "cant_update_message" },
  // With a user token, an admin can also delete the messages of other people.
  "chat.delete": async (message, token, _params, read) =>
    message.subtype !== "tombstone" && (isOwn(message, token) || (await isAdmin(token, read)))
      ? undefined
      : { refused: "cant_delete_message" },
  "reactions.add": (message, token, { name }) =>
    reactionsOf(message).some((reaction) => reaction.name === name && usersOf(reaction).includes(token.user))
      ? { already: "already_reacted" }
      : undefined,
  // An emoji can have several names, so the prediction is certain only if the user has no reaction on the message.
  "reactions.remove": (message, token) =>
    reactionsOf(message).some((one) => usersOf(one).includes(token.user) || usersOf(one).length !== one.count)
      ? undefined
      : { already: "no_reaction" },
  "pins.add": ({ pinned_to: pinned }, _token, { channel }) =>
    Array.isArray(pinned) && pinned.includes(channel) ? { already: "already_pinned" } : undefined,
  "pins.remove": () => undefined,
  "chat.postMessage": () => undefined,
};

export async function foreseeMessage(
  method: string,
  params: Dict,
  { read, token }: { read: GuardRead; token: Token | undefined },
): Promise<Foreseen> {
  const judge = Object.hasOwn(judges, method) ? judges[method] : undefined;
  const isReply = method === "chat.postMessage";
  const { channel, [isReply ? "thread_ts" : "ts"]: ts } = params;
  if (!judge || typeof channel !== "string" || typeof ts !== "string") return undefined;
  const absence = isReply ? "thread_not_found" : "message_not_found";
  const found = await recordOrAbsence(read, ["messages", "get", { channel, ts }], absence);
  if (!found || "refused" in found) return found;
  return token && judge(found.record, token, params, read);
}

async function isAdmin({ kind, user }: Token, read: GuardRead): Promise<boolean> {
  if (kind === "bot") return false;
  const data = await readIfAllowed(read, ["users", "get", { user }]);
  // If the record cannot be read, the user could be an admin.
  return !isDict(data) || data.is_admin === true || data.is_owner === true;
}

const reactionsOf = ({ reactions }: Dict): Dict[] => dicts(reactions);

/** Returns the listed users. If many users reacted, Slack lists only some of them. */
const usersOf = ({ users }: Dict): unknown[] => (Array.isArray(users) ? users : []);
