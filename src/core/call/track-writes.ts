import type { Client, SendOptions } from "../contract/client.ts";
import type { Reply } from "../contract/run-context.ts";
import { retryHint } from "../ground/abort.ts";
import { ConnectorError } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";

/** Sends the writes of one call. */
interface Writes {
  send(
    operation: string,
    args: Dict,
    options: Omit<SendOptions, "repeatable" | "beforeSend">,
  ): Promise<Reply>;
  /** Returns whether the platform has confirmed at least one write. */
  done(): boolean;
}

/** Creates the object that sends the writes of one call. `beforeFirst` runs once, just before the first write. */
export function trackWrites(client: Client, beforeFirst: (() => Promise<void>) | undefined): Writes {
  let announced: Promise<void> | undefined;
  const beforeSend = beforeFirst && (() => (announced ??= beforeFirst()));
  let done = false;
  return {
    async send(operation, args, options) {
      if (!client.passesBeforeSend) await beforeSend?.();
      const reply = await client.send(operation, args, { ...options, repeatable: false, beforeSend });
      done = true;
      return reply;
    },
    done: () => done,
  };
}

/**
 * Changes the outcome of an error from `not_started` to `unknown`, and the error is no longer retryable. Use this
 * function if an earlier request of the same call may have changed something.
 */
export function asUnknown(error: unknown): unknown {
  if (!ConnectorError.is(error) || (error.outcome !== "not_started" && !error.retryable)) return error;
  const { code, message, retryable: _retryable, retry_after: _wait, ...fields } = error.toJSON();
  return new ConnectorError(code, message, { ...fields, outcome: "unknown", hint: retryHint("unknown") });
}
