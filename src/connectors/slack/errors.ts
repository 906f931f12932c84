import { ConnectorError, type ErrorFields } from "../../core/errors.ts";
import { at, isDict, type Dict } from "../../core/json.ts";
import { refusalOf, type Refusal } from "./codes.ts";
import { operations } from "./operations.ts";
import type { SlackOperation } from "./operations/method.ts";

/** An answer with `ok: false` as our error. `repeatable`: the call was a read, so nothing can be in doubt. */
export function slackError(
  method: string,
  body: Dict,
  platform: NonNullable<ErrorFields["platform"]>,
  repeatable: boolean,
  redact: (text: string) => string,
): ConnectorError {
  const code = typeof body.error === "string" ? redact(body.error).slice(0, 100) : "unknown_error";
  const refusal = refusalOf(method, code) ?? unexplained(method);
  const unknown = refusal.inDoubt === true && !repeatable;
  const details = [...messagesOf(body), ...failuresOf(body)].map((detail) => redact(detail).slice(0, 200));
  return new ConnectorError(
    refusal.code,
    `Slack ${method} answered ${code}${details.length > 0 ? `: ${details.join("; ")}` : ""}.`,
    {
      hint: unknown
        ? "Slack had a fault, and may have done it all the same. Look before you send it again."
        : refusal.hint,
      ...(refusal.retryable === undefined ? {} : { retryable: refusal.retryable }),
      ...(unknown ? { outcome: "unknown" } : {}),
      platform: { ...platform, code },
      ...scopesOf(body, redact),
    },
  );
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
