import { refusal, type Refusal } from "./refusal.ts";
import type { ChannelKind, TokenKind } from "../types.ts";

/**
 * The scopes that a method accepts. A token needs one of them. If the scopes are for kinds of channels, such as
 * `im:read`, the token needs a scope for the kind of the requested channel.
 */
export interface Accepted {
  /** Absent if the method does not accept bot tokens. */
  bot?: readonly string[];
  /** Absent if the method does not accept user tokens. */
  user?: readonly string[];
}

/** Returns the scopes of a method that accepts only user tokens. */
export const userToken = (...scopes: string[]): Accepted => ({ user: scopes });
/** Returns the scopes of a method that accepts bot tokens and user tokens. */
export const anyToken = (...scopes: string[]): Accepted => ({ bot: scopes, user: scopes });

export const NONE = anyToken();
export const LISTING = anyToken("channels:read", "groups:read", "im:read", "mpim:read");
export const HISTORY = anyToken("channels:history", "groups:history", "im:history", "mpim:history");
export const OPENING = {
  bot: ["channels:manage", "groups:write", "im:write", "mpim:write"],
  user: ["channels:write", "groups:write", "im:write", "mpim:write"],
};
export const MANAGING = { bot: [...OPENING.bot, "channels:write"], user: OPENING.user };
const NOTES = ["channels:write.topic", "groups:write.topic", "im:write.topic", "mpim:write.topic"];
export const TOPICS = { bot: [...NOTES, ...OPENING.bot], user: [...NOTES, ...OPENING.user] };

const FAMILY: Readonly<Record<ChannelKind, string>> = {
  public_channel: "channels:",
  private_channel: "groups:",
  mpim: "mpim:",
  im: "im:",
};

/** Returns the accepted scopes. Returns undefined if the method accepts no token of this kind. */
export const acceptedFrom = (accepted: Accepted, kind: TokenKind): readonly string[] | undefined =>
  kind === "app" ? undefined : accepted[kind];

/**
 * Returns the error `missing_scope` if the token lacks a scope. With `kinds`, the token needs a scope for each of
 * these kinds of channels.
 */
export function scopeRefusal(
  scopes: Accepted,
  token: { kind: TokenKind; scopes: readonly string[] },
  kinds?: readonly ChannelKind[],
): Refusal | undefined {
  const accepted = acceptedFrom(scopes, token.kind) ?? [];
  const wanted = kinds?.map((kind) => accepted.filter((scope) => scope.startsWith(FAMILY[kind]))) ?? [
    accepted,
  ];
  const lacking = wanted.filter(
    (any) => any.length > 0 && !any.some((scope) => token.scopes.includes(scope)),
  );
  if (lacking.length === 0) return undefined;
  return refusal("missing_scope", { needed: lacking.flat().join(","), provided: token.scopes.join(",") });
}
