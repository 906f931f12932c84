import type { UnknownAttempt, RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { withTimeout } from "../../../core/ground/abort.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { marked } from "../text/message-key.ts";
import { type Place, type Seen, look } from "./find-posted-message.ts";
import { addressOf, linked, writeMessage } from "./permalink.ts";
import { partly } from "./wording.ts";

// Posts once: where Slack's answer is lost, the channel tells whether the message is there.

const post = "chat.postMessage";

/** Milliseconds that Slack gets to show what it has just been sent. */
const momentMs = 1000;

/** Milliseconds that the look itself may take. */
const lookMs = 10_000;

/** Milliseconds after which no request that was sent can be under way any more. */
const settledMs = 60_000;

interface Posted {
  data: Dict;
  meta: Dict;
}

/** Where a message is looked for, by which keys, and since when. */
interface Wanted {
  place: Place;
  keys: readonly string[];
  since: number;
}

/** Posts the pieces of a message, one after the other, each of them once. */
export async function postOnce(context: RunContext, pieces: readonly Dict[]): Promise<RunResult> {
  const mark = await context.fingerprint();
  const keys = pieces.map((_, index) => (index === 0 ? mark : `${mark}.${index}`));
  const { channel, thread_ts } = pieces[0]!;
  const place = { channel: String(channel), thread_ts: thread_ts as string | undefined };
  const { unknownAttempt: doubt } = context;
  const earlier = doubt && (await settle(context, { place, keys, since: doubt.since }, doubt));
  const posted: Posted[] = [];
  for (const [index, args] of pieces.entries()) {
    const known = earlier?.get(keys[index]!);
    try {
      posted.push(
        known
          ? await recovered(context, place, known, doubt!.error)
          : await postPiece(context, args, { place, keys: [keys[index]!], since: context.clock.now() }),
      );
    } catch (error) {
      const done = posted.map(({ data }) => String(data.ts));
      throw partly(done, pieces.length, error);
    }
  }
  const [first, ...others] = posted as [Posted, ...Posted[]];
  const parts = others.length > 0 ? { parts: others.map(({ data }) => data.ts) } : {};
  const again = others.find(({ meta }) => meta.recovered !== undefined)?.meta.recovered;
  return {
    data: { ...first.data, ...parts },
    meta: { ...(again === undefined ? {} : { recovered: again }), ...first.meta },
  };
}

async function postPiece(context: RunContext, args: Dict, wanted: Wanted): Promise<Posted> {
  for (let repeated = false; ; repeated = true)
    try {
      return await writeMessage(context, post, marked(args, wanted.keys[0]!));
    } catch (error) {
      if (!ConnectorError.is(error)) throw error;
      // A token of the old kind, which belongs to no app.
      if (error.platform?.code === "metadata_must_be_sent_from_app") return writeMessage(context, post, args);
      if (error.outcome !== "unknown" || error.code === "aborted") throw error;
      const pauseMs = Math.max(momentMs, (error.retry_after ?? 0) * 1000);
      const seen = await lookFor(context, wanted, error, pauseMs);
      const [found] = seen.found.values();
      if (found) return recovered(context, wanted.place, found, error);
      if (repeated || !seen.sure || !hasEnded(error)) throw unsettled(error, wanted.place, seen);
    }
}

/**
 * Is a message that is not there not coming either? Only where Slack itself ended the request with an error: after
 * silence, a broken connection, half an answer or a gateway's word for another server (502, 503, 504) it may still be at work,
 * and the message would stand there twice.
 */
const hasEnded = ({ code, platform }: ConnectorError): boolean =>
  code === "upstream_error" && (platform?.code !== undefined || platform?.status === 500);

/** What earlier calls with the same key have posted; throws while it is not known of every piece whether they have. */
async function settle(
  context: RunContext,
  wanted: Wanted,
  { until, error }: UnknownAttempt,
): Promise<Seen["found"]> {
  const seen = await lookFor(context, wanted, error, 0);
  const quiet = context.clock.now() - until >= settledMs;
  if (seen.found.size === wanted.keys.length || (seen.sure && quiet)) return seen.found;
  throw unsettled(error, wanted.place, seen);
}

/** What was seen, and in words why that does not settle it. */
interface Look extends Seen {
  why: string;
}

async function lookFor(
  context: RunContext,
  { place, ...what }: Wanted,
  error: ConnectorError,
  pauseMs: number,
): Promise<Look> {
  const { clock, signal, waits } = context;
  const nothing = (why: string): Look => ({ found: new Map(), sure: false, why });
  if (!/^[CGD]/.test(place.channel)) return nothing("The direct message with that user was not looked at.");
  if (pauseMs > waits.left) return nothing("There was no time left to look.");
  waits.left -= pauseMs;
  try {
    await clock.sleep(pauseMs, signal);
    const seen = await withTimeout(Math.min(lookMs, waits.left), signal, (stop) =>
      look(context, place, what, stop),
    );
    const why = seen.sure
      ? "It was not there yet, but Slack may still be at work on it."
      : "It was not seen, but not all could be.";
    return { ...seen, why };
  } catch (failed) {
    if (signal?.aborted)
      throw new ConnectorError("aborted", `${error.message} The caller aborted while it was looked for.`, {
        outcome: error.outcome,
        hint: hintFor(place, ""),
      });
    if (!ConnectorError.is(failed)) throw failed;
    const code = failed.code === "aborted" ? "it took too long" : (failed.platform?.code ?? failed.code);
    return nothing(`It could not be looked for (${code}).`);
  }
}

async function recovered(
  context: RunContext,
  { channel }: Place,
  message: Dict,
  { code }: ConnectorError,
): Promise<Posted> {
  return {
    data: await linked(context, addressOf(context), { ...message, channel }),
    meta: { recovered: code },
  };
}

/** The error that left it in doubt, with what was found out and where to look. */
function unsettled(error: ConnectorError, place: Place, { why }: Look): ConnectorError {
  const { code, message, ...fields } = error.toJSON();
  return new ConnectorError(code, message, { ...fields, hint: hintFor(place, why) });
}

function hintFor({ channel, thread_ts }: Place, why: string): string {
  const where =
    thread_ts !== undefined
      ? `threads.list of ${channel} and ${thread_ts}`
      : /^[CGD]/.test(channel)
        ? `channel_messages.list of ${channel}`
        : "channel_messages.list of the direct message, which dms.list has";
  return `It may have been posted. ${why === "" ? "" : `${why} `}Look before you post it again: ${where}.`;
}
