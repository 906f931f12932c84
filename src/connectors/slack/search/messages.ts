import { checkPageCursor, replyMeta, nextCursor } from "../../../core/call/in-process-transport.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, at, isDict, stringAt } from "../../../core/ground/json.ts";
import { links } from "../names/patterns.ts";
import { workspace } from "../operations/workspace.ts";
import { withText } from "../text/readable-text.ts";

interface Search {
  query: string;
  sort?: "score" | "timestamp" | undefined;
  sort_dir?: "asc" | "desc" | undefined;
  action_token?: string | undefined;
  team_id?: string | undefined;
}

/**
 * Slack's newer search where the token may use it, else the older one, else an error that says what is missing. What a
 * token may do is told by the scopes beside the answer of auth.test, asked once per connector.
 * https://docs.slack.dev/apis/web-api/real-time-search-api
 */
export async function findMessages(params: Search, context: RunContext): Promise<RunResult> {
  const { body, headers } = await context.once("auth.test");
  const bot = stringAt(body, "bot_id") !== undefined;
  const told = headers.get("x-oauth-scopes");
  const scopes = (told ?? "").split(",").map((scope) => scope.trim());
  const newer = scopes.includes("search:read.public");
  if (newer && (!bot || params.action_token !== undefined)) return byContext(params, scopes, context);
  // Where Slack does not say which scopes there are, it is asked.
  if (!bot && (told === null || scopes.includes("search:read"))) return byPages(params, context);
  throw new ConnectorError("credential_insufficient_scope", "This token cannot search messages.", {
    hint: bot
      ? newer
        ? "A bot needs the action_token of the event that it answers; without one, read the channels (channel_messages.list), or connect Slack with a user token (xoxp-...)."
        : "Connect Slack with a user token (xoxp-...) that has search:read.public or search:read; a bot needs search:read.public and the action_token of an event."
      : "Add search:read.public (or the older search:read) to the app's user scopes and install it again.",
    needed: ["search:read.public"],
    ...(told === null ? {} : { provided: scopes.filter((scope) => scope !== "") }),
  });
}

async function byPages(
  { query, sort, sort_dir, team_id }: Search,
  { send, page }: RunContext,
): Promise<RunResult> {
  const { paging } = workspace["search.messages"];
  checkPageCursor(page.cursor);
  const reply = await send("search.messages", {
    query,
    sort,
    sort_dir,
    team_id,
    count: page.limit ?? paging!.default,
    page: page.cursor,
  });
  return listed(
    dictsAt(reply.body, "messages.matches").map(toMatch),
    replyMeta(reply),
    nextCursor(paging!, reply, page.cursor),
  );
}

/** Where it searches, scope by scope; as much as the older search does, messages of bots included. */
const places = {
  "search:read.public": "public_channel",
  "search:read.private": "private_channel",
  "search:read.mpim": "mpim",
  "search:read.im": "im",
};

async function byContext(
  { team_id: _older, ...params }: Search,
  scopes: readonly string[],
  { send, page }: RunContext,
): Promise<RunResult> {
  const { paging } = workspace["assistant.search.context"];
  const reply = await send("assistant.search.context", {
    ...params,
    channel_types: Object.entries(places).flatMap(([scope, place]) =>
      scopes.includes(scope) ? [place] : [],
    ),
    include_bots: true,
    // Slack gives an empty content where a message has blocks alone.
    include_message_blocks: true,
    limit: Math.min(page.limit ?? paging!.default, paging!.max),
    cursor: page.cursor,
  });
  return listed(
    dictsAt(reply.body, "results.messages").map(toMatch),
    replyMeta(reply),
    nextCursor(paging!, reply, page.cursor),
  );
}

export function dictsAt(body: unknown, path: string): Dict[] {
  const found = at(body, path);
  return Array.isArray(found) ? found.filter(isDict) : [];
}

export const listed = (data: Dict[], meta: Dict, next: string | undefined): RunResult => ({
  data,
  meta: { ...meta, has_more: next !== undefined, ...(next === undefined ? {} : { next_cursor: next }) },
});

/** One shape for what the two searches call differently; the thread is told by the link alone. */
export function toMatch(match: Dict): Dict {
  const { content, message_ts, author_user_id, author_name, channel_id, channel_name, ...rest } = match;
  const thread = links.read(String(match.permalink))?.thread;
  const reply = thread === undefined ? {} : { thread_ts: thread };
  if (message_ts === undefined) return withText({ ...reply, ...match });
  return withText({
    ...reply,
    ts: message_ts,
    channel: { id: channel_id, name: channel_name },
    user: author_user_id,
    username: author_name,
    text: content,
    ...rest,
  });
}
