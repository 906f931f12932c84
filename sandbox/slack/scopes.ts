import { refusal, type Refusal } from "./refusal.ts";
import type { ChannelKind, TokenKind } from "./types.ts";

/** The scopes that a method accepts. One scope for the kind of the channel is enough. */
interface Accepted {
  /** Absent if the method does not accept this kind of token. */
  bot?: readonly string[];
  user?: readonly string[];
}

const people = (...scopes: string[]): Accepted => ({ user: scopes });
const both = (...scopes: string[]): Accepted => ({ bot: scopes, user: scopes });

const NONE = both();
const LISTING = both("channels:read", "groups:read", "im:read", "mpim:read");
const HISTORY = both("channels:history", "groups:history", "im:history", "mpim:history");
const OPENING = {
  bot: ["channels:manage", "groups:write", "im:write", "mpim:write"],
  user: ["channels:write", "groups:write", "im:write", "mpim:write"],
};
const MANAGING = { bot: [...OPENING.bot, "channels:write"], user: OPENING.user };
const NOTES = ["channels:write.topic", "groups:write.topic", "im:write.topic", "mpim:write.topic"];
const TOPICS = { bot: [...NOTES, ...OPENING.bot], user: [...NOTES, ...OPENING.user] };
const INVITES = ["channels:write.invites", "groups:write.invites"];
const POSTING = both("chat:write");
const SEARCHING = people("search:read");
const READING_GROUPS = both("usergroups:read");
const WRITING_GROUPS = both("usergroups:write");
const READING_CANVASES = both("canvases:read");
const WRITING_CANVASES = both("canvases:write");
const USERS = both("users:read");
const PROFILES = both("users.profile:read");
const REACTING = both("reactions:write");
const PINNING = both("pins:write");
const MARKING = both("bookmarks:write");
const FILES = both("files:read");
const WRITING_FILES = both("files:write");

export const acceptedScopes: Readonly<Record<string, Accepted>> = {
  "api.test": NONE,
  "assistant.search.context": {
    bot: ["search:read.public", "search:read.files", "search:read.users"],
    user: [
      "search:read.public",
      "search:read.private",
      "search:read.im",
      "search:read.mpim",
      "search:read.files",
      "search:read.users",
    ],
  },
  "assistant.search.info": both("search:read.public"),
  "auth.teams.list": NONE,
  "auth.test": NONE,
  "blocks.validate": NONE,
  "bookmarks.add": MARKING,
  "bookmarks.edit": MARKING,
  "bookmarks.list": both("bookmarks:read"),
  "bookmarks.remove": MARKING,
  "bots.info": USERS,
  "canvases.create": WRITING_CANVASES,
  "canvases.delete": WRITING_CANVASES,
  "canvases.edit": WRITING_CANVASES,
  "canvases.sections.lookup": READING_CANVASES,
  "chat.delete": POSTING,
  "chat.deleteScheduledMessage": POSTING,
  "chat.getPermalink": NONE,
  "chat.meMessage": POSTING,
  "chat.postEphemeral": POSTING,
  "chat.postMessage": POSTING,
  "chat.scheduleMessage": POSTING,
  "chat.scheduledMessages.list": NONE,
  "chat.update": POSTING,
  "conversations.archive": MANAGING,
  "conversations.close": MANAGING,
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
  "conversations.mark": MANAGING,
  "conversations.members": LISTING,
  "conversations.open": OPENING,
  "conversations.rename": MANAGING,
  "conversations.replies": HISTORY,
  "conversations.setPurpose": TOPICS,
  "conversations.setTopic": TOPICS,
  "conversations.unarchive": MANAGING,
  "dnd.info": both("dnd:read"),
  "dnd.setSnooze": people("dnd:write"),
  "emoji.list": both("emoji:read"),
  "files.completeUploadExternal": WRITING_FILES,
  "files.delete": WRITING_FILES,
  "files.getUploadURLExternal": WRITING_FILES,
  "files.info": FILES,
  "files.list": FILES,
  "files.revokePublicURL": WRITING_FILES,
  "files.sharedPublicURL": people("files:write"),
  "oauth.v2.access": NONE,
  "oauth.v2.exchange": NONE,
  "pins.add": PINNING,
  "pins.list": both("pins:read"),
  "pins.remove": PINNING,
  "reactions.add": REACTING,
  "reactions.get": both("reactions:read"),
  "reactions.list": both("reactions:read"),
  "reactions.remove": REACTING,
  "reminders.add": people("reminders:write"),
  "reminders.complete": people("reminders:write"),
  "reminders.delete": people("reminders:write"),
  "reminders.info": people("reminders:read"),
  "reminders.list": people("reminders:read"),
  "search.all": SEARCHING,
  "search.files": SEARCHING,
  "search.messages": SEARCHING,
  "stars.list": people("stars:read"),
  "team.info": both("team:read"),
  "team.profile.get": PROFILES,
  "usergroups.create": WRITING_GROUPS,
  "usergroups.disable": WRITING_GROUPS,
  "usergroups.enable": WRITING_GROUPS,
  "usergroups.list": READING_GROUPS,
  "usergroups.update": WRITING_GROUPS,
  "usergroups.users.list": READING_GROUPS,
  "usergroups.users.update": WRITING_GROUPS,
  "users.conversations": LISTING,
  "users.getPresence": USERS,
  "users.info": USERS,
  "users.list": USERS,
  "views.publish": { bot: [] },
  "users.lookupByEmail": both("users:read.email"),
  "users.profile.get": PROFILES,
  "users.profile.set": people("users.profile:write"),
  "users.setPresence": both("users:write"),
};

const FAMILY: Readonly<Record<ChannelKind, string>> = {
  public_channel: "channels:",
  private_channel: "groups:",
  mpim: "mpim:",
  im: "im:",
};

/** Whether a method accepts this kind of token. */
export function acceptsTokenKind(method: string, kind: TokenKind): boolean {
  return kind !== "app" && acceptedScopes[method]?.[kind] !== undefined;
}

export function acceptedFor(method: string, token: TokenKind): readonly string[] {
  return acceptedScopes[method]?.[token === "bot" ? "bot" : "user"] ?? [];
}

/** Returns the `missing_scope` error if the token lacks scopes. The scopes must cover all `kinds` of channels. */
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
