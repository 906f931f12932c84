import type { RunContext, RunResult } from "../../core/contract/run-context.ts";
import { ConnectorError } from "../../core/ground/errors.ts";
import { type Dict, isDict } from "../../core/ground/json.ts";

/**
 * Creates an event with an id of our own, which Google accepts only once in a calendar. So an event whose answer is lost
 * can be found, and a call with the same idempotency key can create it without doing so twice.
 */
export async function create(params: Dict, context: RunContext): Promise<RunResult> {
  const { unknownAttempt: attempt, send } = context;
  const id = await context.fingerprint();
  const earlier = attempt && (await find(params.calendarId, id, context));
  if (earlier) return { data: earlier, meta: { recovered: attempt.error.code } };
  try {
    return { data: (await send("events.create", { ...params, id })).body };
  } catch (error) {
    if (!ConnectorError.is(error) || error.code === "aborted") throw error;
    if (error.outcome !== "unknown" && error.platform?.code !== "duplicate") throw error;
    // If the search fails too, the first error says more.
    const found = await find(params.calendarId, id, context).catch(() => undefined);
    if (!found) throw error;
    return { data: found, meta: { recovered: error.code } };
  }
}

async function find(calendarId: unknown, eventId: string, { read }: RunContext): Promise<Dict | undefined> {
  try {
    const { body } = await read("events.get", { calendarId, eventId });
    return isDict(body) && body.id === eventId ? body : undefined;
  } catch (error) {
    if (ConnectorError.is(error) && error.code === "not_found") return undefined;
    throw error;
  }
}
