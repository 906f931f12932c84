import { operationNames } from "../contract/action.ts";
import type { CodeOptions } from "../contract/call-options.ts";
import type { Client } from "../contract/client.ts";
import type { Meta, Result } from "../contract/result.ts";
import type { UnknownAttempt, Reply, RunContext } from "../contract/run-context.ts";
import { abortedError, rejectOnAbort } from "../ground/abort.ts";
import type { Clock } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import { asUnknown } from "../ground/unknown-outcome.ts";
import { requestHashOf, fingerprintOf } from "./fingerprint.ts";
import { createIdempotency } from "./idempotency.ts";
import { atPosition, itemsAt } from "./page-position.ts";
import { sendOperation } from "./send-operation.ts";
import { trackWrites } from "./track-writes.ts";
import type { Transport, TransportCall } from "./transport.ts";

/** Creates the transport of open source mode, in which this process sends the requests to the platform. */
export function createInProcessTransport(
  client: Client,
  clock: Clock,
  { keepIdempotency = true, beforeWrite }: Pick<CodeOptions, "keepIdempotency" | "beforeWrite"> = {},
): Transport {
  const replies = new Map<string, Promise<Reply>>();
  const once = (operation: string): Promise<Reply> => {
    let reply = replies.get(operation);
    if (!reply) {
      // Several calls may wait for this reply. Therefore, the request continues if the first caller aborts.
      reply = client.send(operation, {}, { repeatable: true });
      replies.set(operation, reply);
      reply.catch(() => replies.delete(operation));
    }
    return reply;
  };

  const run = async (given: TransportCall, unknownAttempt?: UnknownAttempt): Promise<Result> => {
    const { call, position } = atPosition(given);
    const { compiled, controls } = call.planned;
    const { definition } = compiled;
    const allowed = operationNames(definition);
    const { waits } = call;
    const { hide } = call;
    // Hidden values are removed before the action reads a reply, so that the action cannot copy them to other fields.
    const send: Client["send"] = async (...args) => {
      const reply = await client.send(...args);
      return hide ? { ...reply, body: hide(reply.body) } : reply;
    };
    const { passesBeforeSend = false } = client;
    const writes = trackWrites(
      { send, passesBeforeSend },
      beforeWrite && (async () => beforeWrite(call.context)),
      call.beforeSend,
    );
    const read = (operation: string, args: Dict, signal = call.signal) =>
      send(checkOperation(operation, allowed), args, { repeatable: true, signal, waits });
    // The first write of a call uses the call's fingerprint as its idempotency key. Every further write needs a
    // different key.
    let keys = 0;
    const idempotencyKey = async () => {
      const number = ++keys;
      const fingerprint = await fingerprintOf(call);
      return number === 1 ? fingerprint : `${fingerprint}-${number}`;
    };
    const readPage = (operation: string, args: Dict, nextQuery?: string) =>
      send(operation, args, { repeatable: true, signal: call.signal, waits, nextQuery });
    const context: RunContext = {
      signal: call.signal,
      clock,
      waits,
      unchecked: call.unchecked === true,
      unknownAttempt,
      eventTokens: call.eventTokens,
      fingerprint: () => fingerprintOf(call),
      page: { limit: controls.limit, cursor: controls.cursor },
      once: async (operation) => {
        try {
          return await rejectOnAbort(once(checkOperation(operation, allowed)), call.signal);
        } catch (error) {
          if (!call.signal?.aborted) throw error;
          throw new ConnectorError("aborted", `${operation} was aborted by the caller.`);
        }
      },
      send:
        call.effect === "read"
          ? read
          : (operation, args) =>
              writes.send(checkOperation(operation, allowed), args, {
                signal: call.signal,
                waits,
                idempotencyKey,
              }),
      read,
    };
    try {
      const result = definition.run
        ? await definition.run(call.params as never, context)
        : await sendOperation(call, call.effect === "read" ? readPage : context.send);
      const { data, meta } =
        definition.enrich && client.enrich ? await client.enrich(result, call.params, call.signal) : result;
      return itemsAt({ data, meta: (meta ?? {}) as Meta }, position);
    } catch (error) {
      throw writes.done() ? asUnknown(error) : error;
    }
  };

  const runOnce = createIdempotency(clock);
  return async (call) => {
    const { idempotencyKey: key, effect, planned } = call;
    const { compiled } = planned;
    if (key === undefined || effect === "read" || !keepIdempotency) return run(call);
    // The platform performs a write only once per idempotency key, so it is safe to send the write again.
    const hasKey = !compiled.definition.run && compiled.operation?.idempotencyHeader !== undefined;
    const settles = compiled.definition.settles === true || hasKey;
    const requestHash = await requestHashOf(call);
    let started = false;
    const start = (unknownAttempt?: UnknownAttempt) => {
      started = true;
      return run(call, unknownAttempt);
    };
    const outcome = runOnce({ key, requestHash, settles, run: start });
    if (started) return outcome;
    // An earlier call with the same key has started the write. If this call is aborted, this call stops waiting, but
    // the write continues.
    return rejectOnAbort(outcome, call.signal).catch((error: unknown) => {
      throw ConnectorError.is(error)
        ? error
        : abortedError(`${compiled.entity}.${compiled.action}`, "unknown");
    });
  };
}

/**
 * Checks that the operation is in the action's `calls`. The documentation of the action lists only the scopes of the
 * operations in `calls`.
 */
function checkOperation(operation: string, allowed: readonly string[]): string {
  if (!allowed.includes(operation))
    throw new ConnectorError("internal", `An action sent ${operation}, which is not in its calls.`);
  return operation;
}
