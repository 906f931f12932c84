import type { Operation } from "../../../core/contract/wire/operation.ts";
import type { Paging } from "../../../core/contract/wire/paging.ts";
import type { Rate } from "../../../core/wire/rate-limiter.ts";

/** A method of the Web API, or a transfer of a file's bytes. */
export interface SlackOperation extends Operation {
  /** `burst`: the requests that can be sent at once. */
  readonly rate?: Rate | undefined;
  /** The kinds of tokens that the method accepts. Default: both kinds. */
  readonly tokens?: readonly TokenKind[] | undefined;
  /** The error codes that count as success because nothing had to change, such as `already_archived`. */
  readonly already?: readonly string[] | undefined;
  /** A transfer to or from Slack's file hosts. Undefined for a method of the Web API. */
  readonly file?: "upload" | "download" | undefined;
}
export type TokenKind = "bot" | "user";

/**
 * Describes Slack's paging with cursors. Slack allows fewer than 1,000 items on a page.
 * https://docs.slack.dev/apis/web-api/pagination
 */
export const cursors = (byDefault: number, max = 999): Paging => ({
  kind: "cursor",
  limit: "limit",
  cursor: "cursor",
  next: "response_metadata.next_cursor",
  default: byDefault,
  max,
});

/** Describes Slack's older paging with numbered pages. https://docs.slack.dev/apis/web-api/pagination */
export const pages = (paging: string, byDefault: number, max: number): Extract<Paging, { kind: "page" }> => ({
  kind: "page",
  limit: "count",
  cursor: "page",
  pages: `${paging}.pages`,
  default: byDefault,
  max,
});

type Scopes = readonly string[];

/** Describes a method of the Web API. Its request is a POST form, because all emulators of Slack accept POST forms. */
export function method(
  name: string,
  rate: Rate | undefined,
  bot: Scopes,
  user: Scopes = bot,
  more: Partial<SlackOperation> = {},
): SlackOperation {
  return {
    method: "POST",
    path: `/${name}`,
    body: { kind: "form" },
    style: "comma",
    rate,
    scopes: { bot, user },
    docs: `https://docs.slack.dev/reference/methods/${name}`,
    ...more,
  };
}

/** Describes a method that accepts only user tokens. */
export const forUsers = (name: string, rate: Rate, user: Scopes, more: Partial<SlackOperation> = {}) =>
  method(name, rate, [], user, { tokens: ["user"], ...more });
