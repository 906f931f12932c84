import { inTurn } from "../../../core/call/account-turns.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { hashOf } from "../../../core/ground/hash.ts";
import { type Dict, isDict, show, stringAt } from "../../../core/ground/json.ts";
import { type StreamEnd, isEmpty, joinPieces, noEnd } from "./join-pieces.ts";
import type { StreamContent } from "./stream-content.ts";
import { readEnd, replaceEnd, stateKey, writeEnd } from "./stream-state.ts";

// Writes the pieces of a streamed message. The end of a piece that can become a mention or a link waits in the state
// store until the next piece, which can arrive in another process.

const maxText = 12_000;
const maxTries = 5;

/** The error codes that say that a stream has ended. */
const ended: ReadonlySet<unknown> = new Set([
  "message_not_in_streaming_state",
  "message_not_found",
  "stopped_by_user",
]);

type Send = (args: Dict) => Promise<RunResult>;
type Params = StreamContent & Dict;

/** Starts a stream. The end of its first piece waits under the `ts` of the new message. */
export async function startStream(
  context: RunContext,
  params: Params & { channel: string },
  found: Set<string>,
  send: Send,
): Promise<RunResult> {
  const links = context.enforceContent !== undefined;
  const { args, content, end } = joinPieces(params, noEnd, { links, last: false, found });
  context.enforceContent?.(content);
  checkLength(args, "");
  const result = await send(args);
  const ts = stringAt(result.data, "ts");
  if (isEmpty(end) || ts === undefined) return result;
  const channels = [params.channel, stringAt(result.data, "channel") ?? params.channel];
  const stored = await writeEnd(context.states, ts, { ...end, channels }, undefined).catch(() => false);
  if (!stored)
    throw new ConnectorError(
      "internal",
      `The stream ${ts} has started, but the end of its text could not be kept.`,
      {
        outcome: "partial",
        hint: `Continue with message_streams.append and ts ${ts}. The next piece must begin with ${show(end.waiting, 400)}.`,
      },
    );
  return withWaiting(result, end);
}

/** Writes a further piece of a stream, or its last piece. Pieces of one stream are written one after another. */
export const writePiece = (
  context: RunContext,
  params: Params & { channel: string; ts: string },
  options: { last: boolean; found: Set<string> },
  send: Send,
): Promise<RunResult> =>
  inTurn(
    stateKey(params.ts),
    {
      signal: context.signal,
      aborted: () =>
        new ConnectorError("aborted", "The piece was aborted while it waited for an earlier piece."),
    },
    async () => {
      for (let tries = 0; tries < maxTries; tries++) {
        const result = await tryPiece(context, params, options, send);
        if (result) return result;
      }
      throw new ConnectorError("concurrency_limited", "Other calls write to this stream at the same time.", {
        hint: "Nothing was sent. Wait for one piece before you send the next one.",
      });
    },
  );

/** Returns undefined, and sends nothing, if another process has changed the end of the stream meanwhile. */
async function tryPiece(
  context: RunContext,
  params: Params & { channel: string; ts: string },
  { last, found }: { last: boolean; found: Set<string> },
  send: Send,
): Promise<RunResult | undefined> {
  const { channel, ts } = params;
  const { states, enforceContent } = context;
  const links = enforceContent !== undefined;
  const piece = await hashOf(JSON.stringify(params));
  const row = await readEnd(states, params);
  const { channels, doubt, ...now } = row?.stored ?? { ...noEnd, channels: [channel], doubt: undefined };
  // A piece that repeats the piece with the unknown outcome continues the same text again.
  const before = doubt?.piece === piece ? doubt.before : now;
  const { args, content, end } = joinPieces(params, before, { links, last, found });
  const after = last ? noEnd : end;
  const { waiting } = before;
  checkLength(args, waiting);
  try {
    enforceContent?.(content);
  } catch (error) {
    // The next piece must be able to write something else, and the stream must be able to end.
    if (row) await writeEnd(states, ts, { ...before, waiting: "", channels }, row.version);
    throw withHint(
      error,
      waiting,
      "which waited for this piece, was dropped. The message does not contain it",
    );
  }
  // The end is stored before the request, so that no other process sends the same text.
  if (!(await writeEnd(states, ts, { ...after, channels }, row?.version))) return undefined;
  if (!last && args.markdown_text === undefined && args.chunks === undefined)
    return withWaiting({ data: { channel, ts } }, after);
  try {
    return withWaiting(await send(args), after);
  } catch (error) {
    const { outcome, platform } = ConnectorError.is(error) ? error : { outcome: "unknown" as const };
    if (isEmpty(before) && isEmpty(after)) throw error;
    const isOver = ended.has(platform?.code);
    const kept = await replaceEnd(
      context,
      params,
      { ...after, channels },
      isOver
        ? { ...noEnd, channels }
        : outcome === "not_started"
          ? { ...now, channels, doubt }
          : { ...after, channels, doubt: { piece, before } },
    );
    if (outcome !== "not_started")
      throw withHint(error, waiting, "which waited for this piece, may have been sent with it");
    throw isOver || !kept ? withHint(error, waiting, "which waited for this piece, was not sent") : error;
  }
}

const withWaiting = ({ data, meta }: RunResult, { waiting }: StreamEnd): RunResult => ({
  data: waiting === "" || !isDict(data) ? data : { ...data, waiting },
  ...(meta && { meta }),
});

function checkLength({ markdown_text, chunks }: Dict, waiting: string): void {
  const texts = [
    markdown_text,
    ...(Array.isArray(chunks) ? chunks.map((chunk) => (chunk as Dict).text) : []),
  ];
  const long = texts.find((text) => typeof text === "string" && text.length > maxText) as string | undefined;
  if (long === undefined) return;
  throw new ConnectorError(
    "invalid_params",
    `The piece has ${long.length} characters with escaped mentions${waiting === "" ? "" : ` and with the text that waited (${waiting.length} characters)`}. Slack accepts at most ${maxText}.`,
    {
      path: markdown_text === long ? "params.markdown_text" : "params.chunks",
      hint: "Send it in several pieces.",
    },
  );
}

/** Adds what happened to the text that waited to the hint of an error. */
function withHint(error: unknown, waiting: string, happened: string): unknown {
  if (!ConnectorError.is(error) || waiting === "") return error;
  const { code, message, hint, ...fields } = error.toJSON();
  return new ConnectorError(code, message, {
    ...fields,
    hint: `${hint === undefined ? "" : `${hint} `}The text ${show(waiting, 400)}, ${happened}.`,
  });
}
