import { replyMeta } from "../../../core/call/send-operation.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { stringAt } from "../../../core/ground/json.ts";
import { checkCursor, nextCursor } from "../../../core/wire/paging.ts";
import { listAt } from "../operations/send-or-find.ts";
import { workspace } from "../operations/workspace.ts";
import { searchPage, toMatch } from "./search-page.ts";

interface SearchParams {
  query: string;
  sort?: "score" | "timestamp" | undefined;
  sort_dir?: "asc" | "desc" | undefined;
  team_id?: string | undefined;
}

/**
 * Searches messages with `assistant.search.context` if the token has a scope for this method. A bot token also needs
 * the event token `action_token`. If a user token lacks the scope, uses the older method `search.messages`. The scopes
 * come from the headers of `auth.test`, which is sent once per connector.
 * https://docs.slack.dev/apis/web-api/real-time-search-api
 * @throws ConnectorError that says what is missing, if the token can use neither method
 */
export async function searchMessages(params: SearchParams, context: RunContext): Promise<RunResult> {
  const { body, headers } = await context.once("auth.test");
  const isBot = stringAt(body, "bot_id") !== undefined;
  const header = headers.get("x-oauth-scopes");
  const scopes = (header ?? "").split(",").map((scope) => scope.trim());
  const hasNewScope = scopes.includes("search:read.public");
  if (hasNewScope && (!isBot || context.eventTokens.action_token !== undefined))
    return searchByContext(params, scopes, context);
  // If the scopes are unknown, Slack decides whether the token can use the method.
  if (!isBot && (header === null || scopes.includes("search:read"))) return searchByPages(params, context);
  throw new ConnectorError("credential_insufficient_scope", missingForSearch(isBot, hasNewScope), {
    hint: isBot
      ? hasNewScope
        ? "The application must pass the action_token of the event that the bot answers: { context: { slack: { action_token } } }. Without one, read the channels (channel_messages.list), or connect Slack with a user token (xoxp-...)."
        : "Connect Slack with a user token (xoxp-...) that has search:read.public or search:read; a bot needs search:read.public and the action_token of an event."
      : "Add search:read.public (or the older search:read) to the app's user scopes and install it again.",
    ...(hasNewScope ? {} : { needed: ["search:read.public"] }),
  });
}

const missingForSearch = (isBot: boolean, hasNewScope: boolean): string => {
  if (!isBot) return "Searching messages needs the scope search:read.public or search:read.";
  return hasNewScope
    ? "Searching messages with a bot token needs an action_token."
    : "Searching messages needs a user token, or a bot token with the scope search:read.public.";
};

async function searchByPages(
  { query, sort, sort_dir, team_id }: SearchParams,
  { send, page }: RunContext,
): Promise<RunResult> {
  const { paging } = workspace["search.messages"];
  checkCursor(paging!, page.cursor);
  const reply = await send("search.messages", {
    query,
    sort,
    sort_dir,
    team_id,
    count: page.limit ?? paging!.default,
    page: page.cursor,
  });
  return searchPage(
    listAt(reply.body, "messages.matches").map(toMatch),
    replyMeta(reply),
    nextCursor(paging!, { reply, cursor: page.cursor }),
  );
}

/** The type of channel that each scope allows to search. `search.messages` searches all of these types. */
const channelTypes = {
  "search:read.public": "public_channel",
  "search:read.private": "private_channel",
  "search:read.mpim": "mpim",
  "search:read.im": "im",
};

async function searchByContext(
  { team_id: _olderOnly, ...params }: SearchParams,
  scopes: readonly string[],
  { send, page, eventTokens }: RunContext,
): Promise<RunResult> {
  const { paging } = workspace["assistant.search.context"];
  const reply = await send("assistant.search.context", {
    ...params,
    action_token: eventTokens.action_token,
    channel_types: Object.entries(channelTypes).flatMap(([scope, type]) =>
      scopes.includes(scope) ? [type] : [],
    ),
    include_bots: true,
    // The `content` of a message that has only blocks is empty.
    include_message_blocks: true,
    limit: Math.min(page.limit ?? paging!.default, paging!.max),
    cursor: page.cursor,
  });
  return searchPage(
    listAt(reply.body, "results.messages").map(toMatch),
    replyMeta(reply),
    nextCursor(paging!, { reply, cursor: page.cursor }),
  );
}
