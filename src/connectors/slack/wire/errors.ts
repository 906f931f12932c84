import { ConnectorError, type ErrorFields } from "../../../core/ground/errors.ts";
import { at, isDict, type Dict } from "../../../core/ground/json.ts";
import { refusalOf, type Refusal } from "./error-codes.ts";
import { operations } from "../operations/index.ts";
import type { SlackOperation, TokenKind } from "../operations/method.ts";

/** What was sent, as far as its refusal depends on it. */
export interface Sent {
  name: string;
  /** Of the token. */
  kind: TokenKind;
  /** The call was a read, so nothing can be in doubt. */
  repeatable: boolean;
  redact: (text: string) => string;
}

/** An answer with `ok: false` as our error. */
export function slackError(
  { name: method, kind, repeatable, redact }: Sent,
  body: Dict,
  platform: NonNullable<ErrorFields["platform"]>,
): ConnectorError {
  const code = typeof body.error === "string" ? redact(body.error).slice(0, 100) : "unknown_error";
  const refusal = refusalOf(method, code) ?? unexplained(method);
  const unknown = refusal.inDoubt === true && !repeatable;
  const scopes = scopesOf(body, redact);
  const needed = scopes.needed?.length || code !== "missing_scope" ? scopes.needed : scopesFor(method, kind);
  const details = [...messagesOf(body), ...failuresOf(body)].map((detail) => redact(detail).slice(0, 200));
  return new ConnectorError(
    refusal.code,
    `Slack ${method} answered ${code}${details.length > 0 ? `: ${details.join("; ")}` : ""}.`,
    {
      hint: unknown
        ? "Slack had a fault, and may have done it all the same. Look before you send it again."
        : (code === "missing_scope" && scopeHint(kind, needed, scopes.provided)) || refusal.hint,
      ...(refusal.retryable === undefined ? {} : { retryable: refusal.retryable }),
      ...(unknown ? { outcome: "unknown" } : {}),
      platform: { ...platform, code },
      ...scopes,
      ...(needed ? { needed } : {}),
    },
  );
}

/** Those of the operation itself, where Slack does not say which one it misses. */
function scopesFor(method: string, kind: TokenKind): string[] | undefined {
  const { scopes }: SlackOperation = operations[method as keyof typeof operations];
  return scopes?.[kind]?.length ? [...scopes[kind]] : undefined;
}

/** Which scope to add, and what has to happen then; undefined where nobody knows the scope. */
function scopeHint(
  kind: TokenKind,
  needed: readonly string[] = [],
  provided: readonly string[] = [],
): string | undefined {
  const lacking = needed.filter((scope) => /^[\w:.-]{1,60}$/.test(scope) && !provided.includes(scope));
  if (lacking.length === 0) return undefined;
  const which =
    lacking.length === 1 ? `scope ${lacking[0]}` : `scope that fits, of ${lacking.slice(0, 10).join(", ")},`;
  return `Add the ${which} to the app's ${kind} scopes (OAuth & Permissions at https://api.slack.com/apps), install the app in the workspace again, or ask its admin to, and use the token that this gives. Calling again does not help.`;
}

/** A method that the token's kind cannot send: refused before it is sent. */
export const wrongToken = (method: string, kind: string, { tokens = [], scopes }: SlackOperation) => {
  const wanted = tokens[0] ?? "other";
  const needed = scopes?.[wanted] ?? [];
  return new ConnectorError(
    "credential_insufficient_scope",
    `Slack ${method} takes a ${wanted} token only, and this is a ${kind} token.`,
    {
      hint: `Connect Slack with a ${wanted} token (${wanted === "user" ? "xoxp-" : "xoxb-"}...)${needed.length > 0 ? ` that has ${needed.join(", ")}` : ""}. Calling again does not help.`,
      ...(needed.length > 0 ? { needed: [...needed] } : {}),
    },
  );
};

const unexplained = (method: string): Refusal => ({
  code: "upstream_rejected",
  hint: `See the errors of ${operations[method as keyof typeof operations].docs}.`,
});

/** `[ERROR] missing required field: channel`, without the marks. */
function messagesOf(body: Dict): string[] {
  const messages = at(body, "response_metadata.messages");
  if (!Array.isArray(messages)) return [];
  return messages
    .filter((message) => typeof message === "string")
    .slice(0, 3)
    .map((message) => message.replace(/^\[(ERROR|WARN)\]\s*/, ""));
}

/** Invitations fail user by user, some of them beside others that succeed: `U012AB3CD: already_in_channel`. */
export function failuresOf(body: Dict): string[] {
  if (!Array.isArray(body.errors)) return [];
  return body.errors
    .filter((one) => isDict(one) && one.ok !== true && typeof one.error === "string")
    .slice(0, 100)
    .map((one: Dict) => `${typeof one.user === "string" ? one.user : "?"}: ${String(one.error)}`);
}

function scopesOf(body: Dict, redact: (text: string) => string): { needed?: string[]; provided?: string[] } {
  const list = (value: unknown) =>
    typeof value === "string"
      ? redact(value)
          .split(/[,|]/)
          .filter((scope) => scope !== "")
      : undefined;
  const needed = list(body.needed);
  const provided = list(body.provided);
  return { ...(needed ? { needed } : {}), ...(provided ? { provided } : {}) };
}
