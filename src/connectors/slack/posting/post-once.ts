import type { RunContext, RunResult, UnknownAttempt } from "../../../core/contract/run-context.ts";
import { withTimeout } from "../../../core/ground/abort.ts";
import { spendWait } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { stringAt, type Dict } from "../../../core/ground/json.ts";
import { endedBySlack } from "../operations/send-or-find.ts";
import { type PostedIn, type SearchResult, findPosted } from "./find-posted-message.ts";
import { withKey } from "./message-key.ts";
import { partialError } from "./partial-error.ts";
import { withPermalink, workspaceUrl, writeMessage } from "./permalink.ts";

// Posts a message exactly once. If Slack's response is lost, the channel is searched for the message.

const post = "chat.postMessage";

/** The pause before a search. After this time, a search usually finds a new message in the channel. */
const pauseMs = 1000;
const maxSearchMs = 10_000;
/** The time after which Slack no longer works on a request whose response was lost. */
const endedMs = 60_000;

interface Posted {
  data: Dict;
  meta: Dict;
}

interface Wanted {
  where: PostedIn;
  keys: readonly string[];
  /** The local time of the first attempt to post. */
  since: number;
}

/** Posts each piece of a long text as one message, in order, and exactly once. */
export async function postOnce(context: RunContext, pieces: readonly Dict[]): Promise<RunResult> {
  const fingerprint = await context.fingerprint();
  const keys = pieces.map((_, index) => (index === 0 ? fingerprint : `${fingerprint}.${index}`));
  const { channel, thread_ts } = pieces[0]!;
  const where = { channel: String(channel), thread_ts: thread_ts as string | undefined };
  const { unknownAttempt: attempt } = context;
  const earlier = attempt && (await findEarlier(context, { where, keys, since: attempt.since }, attempt));
  const posted: Posted[] = [];
  for (const [index, args] of pieces.entries()) {
    const known = earlier?.found.get(keys[index]!);
    try {
      posted.push(
        known
          ? await recovered(context, earlier!.where, known, attempt!.error)
          : await postPiece(context, args, { where, keys: [keys[index]!], since: context.clock.now() }),
      );
    } catch (error) {
      const done = posted.map(({ data }) => String(data.ts));
      throw partialError(done, pieces.length, error);
    }
  }
  const [first, ...others] = posted as [Posted, ...Posted[]];
  const parts = others.length > 0 ? { parts: others.map(({ data }) => data.ts) } : {};
  const lost = others.find(({ meta }) => meta.recovered !== undefined)?.meta.recovered;
  return {
    data: { ...first.data, ...parts },
    meta: { ...(lost === undefined ? {} : { recovered: lost }), ...first.meta },
  };
}

async function postPiece(context: RunContext, args: Dict, wanted: Wanted): Promise<Posted> {
  for (let repeated = false; ; repeated = true)
    try {
      return await writeMessage(context, post, withKey(args, wanted.keys[0]!));
    } catch (error) {
      if (!ConnectorError.is(error)) throw error;
      // A legacy token belongs to no app, and Slack accepts metadata only from apps.
      if (error.platform?.code === "metadata_must_be_sent_from_app") return writeMessage(context, post, args);
      if (error.outcome !== "unknown" || error.code === "aborted") throw error;
      const pause = Math.max(pauseMs, (error.retry_after ?? 0) * 1000);
      const search = await searchFor(context, wanted, error, pause);
      const [found] = search.found.values();
      if (found) return recovered(context, search.where, found, error);
      if (repeated || !search.certain || !endedBySlack(error))
        throw stillUnknown(error, search.where, search.why);
    }
}

/**
 * Returns the messages that earlier calls with the same idempotency key posted.
 * @throws ConnectorError if it is unknown whether one of the pieces was posted
 */
async function findEarlier(
  context: RunContext,
  wanted: Wanted,
  { until, error }: UnknownAttempt,
): Promise<Search> {
  const search = await searchFor(context, wanted, error, 0);
  const ended = context.clock.now() - until >= endedMs;
  if (search.found.size === wanted.keys.length || (search.certain && ended)) return search;
  throw stillUnknown(error, search.where, search.why);
}

interface Search extends SearchResult {
  /** The searched conversation. For a post to a person, this is the direct message with the person. */
  where: PostedIn;
  /** The reason why the outcome is unknown, as a sentence for a hint. */
  why: string;
}

async function searchFor(
  context: RunContext,
  { where, ...wanted }: Wanted,
  error: ConnectorError,
  pause: number,
): Promise<Search> {
  const { clock, signal, waits } = context;
  const nothing = (why: string): Search => ({ where, found: new Map(), certain: false, why });
  if (pause > waits.left) return nothing("No time was left to search for the message.");
  spendWait(waits, pause, "Slack", "before looking for the lost write");
  try {
    await clock.sleep(pause, signal);
    const result = await withTimeout(Math.min(maxSearchMs, waits.left), signal, async (stop) => {
      const channel = await conversationOf(context, where.channel, stop);
      const place = { ...where, channel };
      return { where: place, ...(await findPosted(context, place, wanted, stop)) };
    });
    const why = result.certain
      ? "The message is not there yet, but Slack may still post it."
      : "The message was not found, but not all messages could be read.";
    return { ...result, why };
  } catch (failed) {
    if (signal?.aborted)
      throw new ConnectorError("aborted", `${error.message} The caller aborted the search for the message.`, {
        outcome: error.outcome,
        hint: lookHint(where, ""),
      });
    if (!ConnectorError.is(failed)) throw failed;
    const code = failed.code === "aborted" ? "it took too long" : (failed.platform?.code ?? failed.code);
    return nothing(`The search for the message failed (${code}).`);
  }
}

/** Returns the id of a conversation. For a person, opens the direct message, as a post to this person does. */
async function conversationOf(context: RunContext, channel: string, signal: AbortSignal): Promise<string> {
  if (!/^[UW]/.test(channel)) return channel;
  const { body } = await context.read("conversations.open", { users: channel }, signal);
  return stringAt(body, "channel.id") ?? channel;
}

async function recovered(
  context: RunContext,
  { channel }: PostedIn,
  message: Dict,
  { code }: ConnectorError,
): Promise<Posted> {
  return {
    data: await withPermalink(context, workspaceUrl(context), { ...message, channel }),
    meta: { recovered: code },
  };
}

/** Replaces the hint of an error with the result of the search and the action that lists the messages. */
function stillUnknown(error: ConnectorError, where: PostedIn, why: string): ConnectorError {
  const { code, message, ...fields } = error.toJSON();
  return new ConnectorError(code, message, { ...fields, hint: lookHint(where, why) });
}

function lookHint({ channel, thread_ts }: PostedIn, why: string): string {
  const list =
    thread_ts !== undefined
      ? `threads.list of ${channel} and ${thread_ts}`
      : /^[CGD]/.test(channel)
        ? `channel_messages.list of ${channel}`
        : "channel_messages.list of the direct message, which dms.list has";
  return `The message may have been posted. ${why === "" ? "" : `${why} `}Check before you post it again: ${list}.`;
}
