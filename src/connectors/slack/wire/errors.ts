import { ConnectorError, type ErrorFields } from "../../../core/ground/errors.ts";
import { at, isDict, type Dict } from "../../../core/ground/json.ts";
import { quotePlatform } from "../../../core/ground/quote-others.ts";
import type { SlackOperation, TokenKind } from "../operations/method.ts";
import { type Refusal, refusalOf } from "./error-codes.ts";
import { documentedScopes, missingScopes, scopeHint, scopesText } from "./missing-scope.ts";
import { isSlackMessage } from "./known-messages.ts";

export interface FailedRequest {
  name: string;
  /** The kind of token that sent the request. */
  kind: TokenKind;
  operation: SlackOperation;
  /** True for a read. The outcome of a failed read is never unknown. */
  repeatable: boolean;
  redact: (text: string) => string;
}

/** Creates the error for a response with `ok: false`. */
export function slackError(
  { name: method, kind, operation, repeatable, redact }: FailedRequest,
  body: Dict,
  platform: NonNullable<ErrorFields["platform"]>,
): ConnectorError {
  const code = typeof body.error === "string" ? redact(body.error).slice(0, 100) : "unknown_error";
  const refusal = refusalOf(method, code) ?? unknownRefusal(operation);
  const unknown = refusal.inDoubt === true && !repeatable;
  const scopes = scopesIn(body, redact);
  const missing = code === "missing_scope" ? missingScopes(operation, kind, scopes) : [];
  const needed =
    scopes.needed?.length || missing.length === 0 ? scopes.needed : documentedScopes(operation, kind);
  const needs = missing.length > 0 ? scopesText(missing) : refusal.needs;
  const details = [...messagesIn(body), ...failuresOf(body)].map((detail) => redact(detail));
  const what = needs === undefined ? `failed with ${code}` : `needs ${needs} (${code})`;
  return new ConnectorError(
    refusal.code,
    `Slack ${method} ${what}${details.length > 0 ? `: ${details.join("; ")}` : ""}.`,
    {
      hint: unknown
        ? "Slack had an error, but may have performed the request. Check before you send it again."
        : missing.length > 0
          ? scopeHint(operation, kind, missing)
          : refusal.hint,
      ...(refusal.retryable === undefined ? {} : { retryable: refusal.retryable }),
      ...(unknown ? { outcome: "unknown" } : {}),
      platform: { ...platform, code },
      ...scopes,
      ...(needed ? { needed: [...needed] } : {}),
    },
  );
}

/** Creates the error for a method that does not accept this kind of token. No request was sent. */
export function wrongTokenKind(method: string, kind: string, { tokens = [], scopes }: SlackOperation) {
  const wanted = tokens[0] ?? "other";
  const needed = scopes?.[wanted] ?? [];
  const prefix = wanted === "user" ? "xoxp-" : "xoxb-";
  return new ConnectorError(
    "credential_insufficient_scope",
    `Slack ${method} needs a ${wanted} token (${prefix}...), and this is a ${kind} token.`,
    {
      hint: `Connect Slack with a ${wanted} token (${prefix}...)${needed.length > 0 ? ` that has ${needed.join(", ")}` : ""}. Calling again does not help.`,
      ...(needed.length > 0 ? { needed: [...needed] } : {}),
    },
  );
}

const unknownRefusal = ({ docs }: SlackOperation): Refusal => ({
  code: "upstream_rejected",
  hint: `See the errors of ${docs}.`,
});

/**
 * Returns Slack's messages about wrong arguments, such as `missing required field: channel`, without the prefix
 * `[ERROR]` or `[WARN]`.
 */
function messagesIn(body: Dict): string[] {
  const messages = at(body, "response_metadata.messages");
  if (!Array.isArray(messages)) return [];
  return messages
    .filter((message) => typeof message === "string")
    .slice(0, 3)
    .map((message) =>
      quotePlatform(message.replace(/^\[(ERROR|WARN)\]\s*/, ""), { most: 200, isKnown: isSlackMessage }),
    );
}

/** Returns texts such as `U012AB3CD: already_in_channel`, for the users whose invitation failed. */
export function failuresOf(body: Dict): string[] {
  if (!Array.isArray(body.errors)) return [];
  return body.errors
    .filter((one) => isDict(one) && one.ok !== true && typeof one.error === "string")
    .slice(0, 100)
    .map((one: Dict) => `${typeof one.user === "string" ? one.user : "?"}: ${String(one.error)}`);
}

const isScope = /^[\w:.-]{1,60}$/;

function scopesIn(body: Dict, redact: (text: string) => string): { needed?: string[]; provided?: string[] } {
  const list = (value: unknown) =>
    typeof value === "string"
      ? redact(value)
          .split(/[,|]/)
          .filter((scope) => isScope.test(scope))
      : undefined;
  const needed = list(body.needed);
  const provided = list(body.provided);
  return { ...(needed ? { needed: [...needed] } : {}), ...(provided ? { provided } : {}) };
}
