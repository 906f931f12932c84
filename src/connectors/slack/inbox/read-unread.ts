import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, at, stringAt } from "../../../core/ground/json.ts";
import { inParallel } from "../names/in-parallel.ts";
import { operations } from "../operations/index.ts";
import { readItemCursor, writeItemCursor } from "../operations/item-cursor.ts";
import { listAt } from "../operations/send-or-find.ts";
import { unreadIn } from "./unread-in-conversation.ts";

// Slack has no method for the unread messages of a person. `conversations.info` says what the person has read in one
// conversation, so a page needs up to two requests for each conversation, and one for each thread.

/** The number of conversations that one call looks at. Slack allows 50 requests per minute for each method. */
const maxConversations = 20;
const maxThreads = 10;
const maxParallel = 5;
/** The number of conversations on a page of Slack's list. */
const pageSize = 200;

const everyType = ["im", "mpim", "private_channel", "public_channel"];

const notCovered =
  "Not covered: muted and archived conversations, and threads in which the person has not written or whose first message is not among the newest 50 of its conversation.";

/**
 * Reads the unread messages of the token's user, conversation by conversation. Direct messages come first.
 * @throws ConnectorError `credential_insufficient_scope` for a bot token
 */
export async function readUnread(
  { types, team_id }: { types?: readonly string[] | undefined; team_id?: string | undefined },
  context: RunContext,
): Promise<RunResult> {
  const { body: own } = await context.once("auth.test");
  if (stringAt(own, "bot_id") !== undefined) throw botHasNoInbox();
  const me = stringAt(own, "user_id") ?? "";
  const { from, cursor } = readItemCursor(context.page.cursor);
  const listed = await context.send("users.conversations", {
    types: types ?? everyType,
    exclude_archived: true,
    exclude_muted: true,
    limit: pageSize,
    cursor,
    team_id,
  });
  const all = listAt(listed.body, "channels").toSorted((one, other) => kindOf(one) - kindOf(other));
  const looked = all.slice(from, from + maxConversations);
  const threads = { left: maxThreads, skipped: 0 };
  const found = new Map<Dict, Awaited<ReturnType<typeof unreadIn>>>();
  const errors = new Map<Dict, ConnectorError>();
  await inParallel(looked, maxParallel, async (conversation) => {
    try {
      found.set(conversation, await unreadIn(conversation, { me, threads, context }));
    } catch (error) {
      if (!ConnectorError.is(error) || error.code === "aborted") throw error;
      errors.set(conversation, error);
    }
  });
  const [first] = looked.map((conversation) => errors.get(conversation));
  if (first && (errors.size === looked.length || isRateLimit(first))) throw first;
  const limit = context.page.limit ?? operations["users.conversations"].paging!.default;
  const data: Dict[] = [];
  const more: string[] = [];
  const failed: string[] = [];
  let count = 0;
  for (const conversation of looked) {
    const error = errors.get(conversation);
    // The next page starts with the conversation for which the rate limit left no request.
    if (error && isRateLimit(error)) break;
    if (error) failed.push(`${nameOf(conversation)} (${error.platform?.code ?? error.code})`);
    const { messages = [], hasMore = false } = found.get(conversation) ?? {};
    if (count > 0 && data.length + messages.length > limit) break;
    count++;
    data.push(...messages.slice(-limit));
    if (hasMore || messages.length > limit) more.push(nameOf(conversation));
  }
  const next = stringAt(listed.body, "response_metadata.next_cursor") || undefined;
  const end = from + count;
  const next_cursor = end < all.length ? writeItemCursor(end, cursor) : next;
  const lists = (what: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${what}: ${names.join(", ")}.`];
  return {
    data,
    meta: {
      has_more: next_cursor !== undefined,
      ...(next_cursor === undefined ? {} : { next_cursor }),
      warnings: [
        ...lists("More unread messages than shown are in", more),
        ...lists("Could not be read", failed),
        ...(threads.skipped > 0 ? [`${threads.skipped} threads with replies were not looked at.`] : []),
        ...(next_cursor === undefined
          ? []
          : [`Looked at ${count} conversations of this person. The next page looks at others.`]),
        notCovered,
      ],
    },
  };
}

function botHasNoInbox(): ConnectorError {
  return new ConnectorError(
    "credential_insufficient_scope",
    "Unread messages need a user token: Slack keeps what was read for people, not for bots.",
    {
      hint: "Connect Slack with the user token (xoxp-...) of the person. With a bot token, channel_messages.latest returns the newest message of several channels, and channel_messages.list with oldest returns what is new since a time.",
    },
  );
}

const isRateLimit = ({ code }: ConnectorError): boolean => code.endsWith("rate_limited");

const kindOf = ({ is_im, is_mpim, is_private }: Dict): number =>
  is_im === true ? 0 : is_mpim === true ? 1 : is_private === true ? 2 : 3;

const nameOf = (conversation: Dict): string => {
  const name = at(conversation, "name");
  return typeof name === "string" ? `#${name}` : String(conversation.id);
};
