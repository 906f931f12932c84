import type { Operation, Paging } from "../../../core/contract/operation.ts";
import type { Rate } from "../../../core/wire/rate-limiter.ts";

// Descriptions of Slack's methods. Rate tiers hold per method, workspace and app:
// https://docs.slack.dev/apis/web-api/rate-limits

/** A method of the Web API, or a transfer of a file's bytes. */
export interface SlackOperation extends Operation {
  /** The method's rate limit, and how many requests may come at once. */
  readonly rate?: Rate | undefined;
  /** The kinds of token that it takes, by default both. */
  readonly tokens?: readonly TokenKind[] | undefined;
  /** Slack's names for arguments that have another name here: `{ ts: "timestamp" }`. */
  readonly arguments?: Readonly<Record<string, string>> | undefined;
  /** Error codes which say that nothing had to change. */
  readonly already?: readonly string[] | undefined;
  /** A transfer to or from Slack's file hosts instead of a method. */
  readonly file?: "upload" | "download" | undefined;
}
export type TokenKind = "bot" | "user";

export const tier2 = { perMinute: 20, burst: 10 };
export const tier3 = { perMinute: 50, burst: 25 };
export const tier4 = { perMinute: 100, burst: 50 };
export const posting = { perMinute: 60, burst: 8 };
export const generous = { perMinute: 300, burst: 50 };

/** Slack's cursors: https://docs.slack.dev/apis/web-api/pagination. Limits must be under 1,000. */
export const cursors = (byDefault: number, max = 999): Paging => ({
  limit: "limit",
  cursor: "cursor",
  next: "response_metadata.next_cursor",
  default: byDefault,
  max,
});

/** The older paging, with numbered pages: https://docs.slack.dev/apis/web-api/pagination */
export const pages = (paging: string, byDefault: number, max: number): Paging => ({
  limit: "count",
  cursor: "page",
  pages: `${paging}.pages`,
  default: byDefault,
  max,
});

type Scopes = readonly string[];

/** Every method is sent as a POST form, which Slack and all its emulators accept. */
export function method(
  name: string,
  rate: Rate,
  bot: Scopes,
  user: Scopes = bot,
  more: Partial<SlackOperation> = {},
): SlackOperation {
  return {
    method: "POST",
    path: `/${name}`,
    rate,
    scopes: { bot, user },
    docs: `https://docs.slack.dev/reference/methods/${name}`,
    ...more,
  };
}

/** A method for user tokens only. */
export const forUsers = (name: string, rate: Rate, user: Scopes, more: Partial<SlackOperation> = {}) =>
  method(name, rate, [], user, { tokens: ["user"], ...more });
