import type { HttpReply } from "../../contract/wire/http-types.ts";
import type { PollingWire } from "../../contract/wire/operation.ts";
import type { PlatformReply } from "../../contract/run-context.ts";
import { abortedError } from "../../ground/abort.ts";
import { spendWait, type Clock, type WaitBudget } from "../../ground/clock.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { at, show } from "../../ground/json.ts";
import { asUnknown } from "../../ground/unknown-outcome.ts";
import { retryAfter } from "../retry-after-header.ts";

export type StatusReply = PlatformReply & Pick<HttpReply, "status">;

interface PollingContext {
  what: string;
  clock: Clock;
  signal: AbortSignal | undefined;
  waits: WaitBudget;
  /** Whether the platform changes something. After it has accepted the work, every error has the outcome `unknown`. */
  writes: boolean;
  readState: (url: string) => Promise<StatusReply>;
}

/**
 * Reads the state of the platform's work until the work has ended. If the waiting time is used up, returns the last
 * state with a warning.
 * @throws ConnectorError `upstream_rejected` if the work has failed
 */
export async function pollUntilDone(
  polling: PollingWire,
  first: StatusReply,
  context: PollingContext,
): Promise<StatusReply> {
  try {
    return await poll(polling, first, context);
  } catch (error) {
    throw context.writes ? asUnknown(error) : error;
  }
}

async function poll(
  polling: PollingWire,
  first: StatusReply,
  { what, clock, signal, waits, writes, readState }: PollingContext,
): Promise<StatusReply> {
  const { everySeconds = 2, state } = polling;
  const url = "header" in polling.at ? first.headers.get(polling.at.header) : at(first.body, polling.at.path);
  let reply = first;
  while (isPending(polling, reply, { what, writes })) {
    if (typeof url !== "string" || url === "") return unfinished(reply, `${what}: the platform works on it, and did not say where its state is.`); // prettier-ignore
    const wait = (retryAfter(reply.headers, clock) ?? everySeconds) * 1000;
    if (wait > waits.left) {
      const found = state === undefined ? "" : ` (state ${show(at(reply.body, state.path))})`;
      return unfinished(reply, `${what}: the platform accepted it and still works on it${found}.`);
    }
    spendWait(waits, wait, what, "for the platform");
    await clock.sleep(wait, signal).catch((reason: unknown) => {
      throw signal?.aborted ? abortedError(what, "not_started") : reason;
    });
    reply = await readState(url);
  }
  return reply;
}

function isPending(
  { state }: PollingWire,
  { status, body }: StatusReply,
  { what, writes }: Pick<PollingContext, "what" | "writes">,
): boolean {
  if (state === undefined) return status === 202;
  const found = at(body, state.path);
  // The first response may lack the state, and contain only the address to read it from.
  if (found === undefined) return status === 202;
  if (state.failed?.includes(String(found)))
    throw new ConnectorError("upstream_rejected", `${what} has failed (state ${show(found)}).`, {
      hint: "Look up the job at the platform, which shows the reason.",
      outcome: writes ? "unknown" : "not_started",
      platform: { status },
    });
  return !state.done.includes(String(found));
}

const unfinished = (reply: StatusReply, warning: string): StatusReply => ({
  ...reply,
  warnings: [...(reply.warnings ?? []), warning],
});
