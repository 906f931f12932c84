import type { SlackOperation, TokenKind } from "../operations/method.ts";

/** The kinds of conversations, by the part of a scope before the `:`. */
const families: Readonly<Record<string, string>> = {
  channels: "public channels",
  groups: "private channels",
  im: "direct messages",
  mpim: "direct messages with several people",
};

export const documentedScopes = ({ scopes }: SlackOperation, kind: TokenKind): readonly string[] =>
  scopes?.[kind] ?? [];

/**
 * Returns the missing scopes. The token needs only one of the returned scopes. `needed`: the scopes in Slack's error,
 * including scopes that only the other kind of token can have.
 */
export function missingScopes(
  operation: SlackOperation,
  kind: TokenKind,
  { needed = [], provided = [] }: { needed?: readonly string[]; provided?: readonly string[] },
): string[] {
  const documented = documentedScopes(operation, kind);
  const fitting = needed.filter((scope) => documented.includes(scope));
  const named = [fitting, needed, documented].find((list) => list.length > 0) ?? [];
  return named.filter((scope) => !provided.includes(scope)).slice(0, 10);
}

export const scopesText = (scopes: readonly string[]): string =>
  scopes.length === 1 ? `the scope ${scopes[0]}` : `one of the scopes ${scopes.join(", ")}`;

/** Names the missing scopes, their kinds of conversations, and what to do next. */
export function scopeHint(operation: SlackOperation, kind: TokenKind, missing: readonly string[]): string {
  const named = missing.map((scope) => {
    const where = families[scope.slice(0, scope.indexOf(":"))];
    return where === undefined || missing.length === 1 ? scope : `${scope} (for ${where})`;
  });
  return `Add ${scopesText(named)} to the app's ${kind} scopes (OAuth & Permissions at https://api.slack.com/apps). Then install the app in the workspace again, or ask an admin to install it, and use the new token.${otherToken(operation, kind)} Calling again does not help.`;
}

/** Names the scopes of the other kind of token. Returns an empty text if both kinds need the same scopes. */
function otherToken(operation: SlackOperation, kind: TokenKind): string {
  const other = kind === "bot" ? "user" : "bot";
  const { tokens = ["bot", "user"] } = operation;
  const scopes = documentedScopes(operation, other);
  return !tokens.includes(other) ||
    scopes.length === 0 ||
    scopes.join() === documentedScopes(operation, kind).join()
    ? ""
    : ` A ${other} token needs ${scopesText(scopes)}.`;
}
