import type { RunContext } from "../../../core/contract/run-context.ts";
import type { States } from "../../../core/contract/store-driver.ts";
import { type StreamEnd, isEmpty } from "./join-pieces.ts";

/** The end of a streamed message, as it is stored between two pieces. */
interface StoredEnd extends StreamEnd {
  /** The ids with which calls name the channel. Messages of different channels can have the same `ts`. */
  channels: readonly string[];
  /** A hash of the last piece, and the end before it, if it is unknown whether Slack has got this piece. */
  doubt?: { piece: string; before: StreamEnd } | undefined;
}

/** The time after which the end of a stream that was not stopped is deleted. */
const ttlSeconds = 86_400;

export const stateKey = (ts: string): string => `stream ${ts}`;

export async function readEnd(
  states: States,
  { channel, ts }: { channel: string; ts: string },
): Promise<{ stored: StoredEnd; version: string } | undefined> {
  const row = await states.read(stateKey(ts));
  if (!row) return undefined;
  const stored = JSON.parse(row.value) as StoredEnd;
  return stored.channels.includes(channel) ? { stored, version: row.version } : undefined;
}

/** Stores the end of a stream if the stored end still has this version. An empty end is not stored. */
export async function writeEnd(
  states: States,
  ts: string,
  end: StoredEnd,
  version: string | undefined,
): Promise<boolean> {
  if (!isEmpty(end) || end.doubt !== undefined)
    return states.write(stateKey(ts), JSON.stringify(end), version, ttlSeconds);
  return version === undefined || states.delete(stateKey(ts), version);
}

/**
 * Replaces the end `old` after a failed request. Returns false, and changes nothing, if another process has changed the
 * end meanwhile.
 */
export async function replaceEnd(
  { states }: RunContext,
  place: { channel: string; ts: string },
  old: StoredEnd,
  end: StoredEnd,
): Promise<boolean> {
  try {
    const row = await readEnd(states, place);
    const isOld = row ? JSON.stringify(row.stored) === JSON.stringify(old) : isEmpty(old);
    return isOld && (await writeEnd(states, place.ts, end, row?.version));
  } catch {
    // The failure of the request is the error that the caller must see.
    return false;
  }
}
