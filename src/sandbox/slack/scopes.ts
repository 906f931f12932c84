import { refusal, type Refusal } from "./refusal.ts";
import type { ChannelKind, TokenKind } from "./types.ts";

/** Scopes a method takes; any one of those for the kind of channel at hand is enough. */
interface Accepted {
  bot: readonly string[];
  user: readonly string[];
}

const both = (...scopes: string[]): Accepted => ({ bot: scopes, user: scopes });

const NONE = both();
const LISTING = both("channels:read", "groups:read", "im:read", "mpim:read");
const HISTORY = both("channels:history", "groups:history", "im:history", "mpim:history");
const OPENING: Accepted = {
  bot: ["channels:manage", "groups:write", "im:write", "mpim:write"],
  user: ["channels:write", "groups:write", "im:write", "mpim:write"],
};
const MANAGING: Accepted = { bot: [...OPENING.bot, "channels:write"], user: OPENING.user };
const NOTES = ["channels:write.topic", "groups:write.topic", "im:write.topic", "mpim:write.topic"];
const TOPICS: Accepted = { bot: [...NOTES, ...OPENING.bot], user: [...NOTES, ...OPENING.user] };
const INVITES = ["channels:write.invites", "groups:write.invites"];
const POSTING = both("chat:write");
const USERS = both("users:read");
const REACTING = both("reactions:write");
const PINNING = both("pins:write");
const MARKING = both("bookmarks:write");
const FILES = both("files:read");

export const acceptedScopes: Readonly<Record<string, Accepted>> = {
  "api.test": NONE,
  "auth.test": NONE,
  "bookmarks.add": MARKING,
  "bookmarks.list": both("bookmarks:read"),
  "bookmarks.remove": MARKING,
  "chat.delete": POSTING,
  "chat.deleteScheduledMessage": POSTING,
  "chat.getPermalink": NONE,
  "chat.postEphemeral": POSTING,
  "chat.postMessage": POSTING,
  "chat.scheduleMessage": POSTING,
  "chat.scheduledMessages.list": NONE,
  "chat.update": POSTING,
  "conversations.archive": MANAGING,
  "conversations.create": MANAGING,
  "conversations.history": HISTORY,
  "conversations.info": LISTING,
  "conversations.invite": { bot: [...INVITES, ...OPENING.bot], user: [...INVITES, ...OPENING.user] },
  "conversations.join": { bot: ["channels:join"], user: ["channels:write"] },
  "conversations.kick": {
    bot: ["channels:manage", "groups:write"],
    user: ["channels:write", "groups:write"],
  },
  "conversations.leave": MANAGING,
  "conversations.list": LISTING,
  "conversations.members": LISTING,
  "conversations.open": OPENING,
  "conversations.rename": MANAGING,
  "conversations.replies": HISTORY,
  "conversations.setPurpose": TOPICS,
  "conversations.setTopic": TOPICS,
  "conversations.unarchive": MANAGING,
  "files.info": FILES,
  "files.list": FILES,
  "pins.add": PINNING,
  "pins.list": both("pins:read"),
  "pins.remove": PINNING,
  "reactions.add": REACTING,
  "reactions.get": both("reactions:read"),
  "reactions.remove": REACTING,
  "team.info": both("team:read"),
  "users.conversations": LISTING,
  "users.info": USERS,
  "users.list": USERS,
  "users.lookupByEmail": both("users:read.email"),
};

const FAMILY: Readonly<Record<ChannelKind, string>> = {
  public_channel: "channels:",
  private_channel: "groups:",
  mpim: "mpim:",
  im: "im:",
};

export function acceptedFor(method: string, token: TokenKind): readonly string[] {
  return acceptedScopes[method]?.[token === "bot" ? "bot" : "user"] ?? [];
}

/** The refusal for lack of scopes, if any; with `kinds`, every one of these kinds of channel must be covered. */
export function scopeRefusal(
  method: string,
  token: { kind: TokenKind; scopes: readonly string[] },
  kinds?: readonly ChannelKind[],
): Refusal | undefined {
  const accepted = acceptedFor(method, token.kind);
  const wanted = kinds?.map((kind) => accepted.filter((scope) => scope.startsWith(FAMILY[kind]))) ?? [
    accepted,
  ];
  const lacking = wanted.filter(
    (any) => any.length > 0 && !any.some((scope) => token.scopes.includes(scope)),
  );
  if (lacking.length === 0) return undefined;
  return refusal("missing_scope", { needed: lacking.flat().join(","), provided: token.scopes.join(",") });
}
