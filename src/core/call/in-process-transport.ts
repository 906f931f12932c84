import { operationNames } from "../contract/action.ts";
import { type ConnectorOptions, runOf } from "../contract/call-options.ts";
import type { PlatformClient } from "../contract/client.ts";
import type { JobSteps } from "../contract/job.ts";
import type { Meta, Result } from "../contract/result.ts";
import type { PlatformReply, RunContext } from "../contract/run-context.ts";
import type { States } from "../contract/store-driver.ts";
import { abortedError, failOnAbort, rejectAfterGrace, rejectOnAbort } from "../ground/abort.ts";
import type { Clock } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";
import { readField } from "../ground/field-part.ts";
import type { Dict } from "../ground/json.ts";
import { asUnknown } from "../ground/unknown-outcome.ts";
import { type JobKeeper, runJob } from "../job/run-job.ts";
import { fingerprintOf } from "./once/fingerprint.ts";
import { atPosition, itemsAt } from "./page-position.ts";
import { beforeFirstWrite } from "./run-before-write.ts";
import { sendOperation } from "./send-operation.ts";
import { trackWrites } from "./track-writes.ts";
import type { Transport } from "./transport.ts";

export function createInProcessTransport(
  client: PlatformClient,
  clock: Clock,
  {
    beforeWrite,
    states,
    keeper,
  }: Pick<ConnectorOptions, "beforeWrite"> & { states: States; keeper: JobKeeper },
): Transport {
  const replies = new Map<string, Promise<PlatformReply>>();
  const once = (operation: string): Promise<PlatformReply> => {
    let reply = replies.get(operation);
    if (!reply) {
      // Several calls may wait for this reply. Therefore, the request continues if the first caller aborts.
      reply = client.send(operation, {}, { repeatable: true });
      replies.set(operation, reply);
      reply.catch(() => replies.delete(operation));
    }
    return reply;
  };

  return async (given): Promise<Result> => {
    const { call, position } = atPosition(given);
    const { compiled, controls } = call.planned;
    const { definition } = compiled;
    const allowed = operationNames(definition);
    const { waits } = call;
    const { hide } = call;
    // Hidden values are removed before the action reads a reply, so that the action cannot copy them to other fields.
    const send: PlatformClient["send"] = async (...args) => {
      const reply = await client.send(...args);
      return hide ? { ...reply, body: hide(reply.body) } : reply;
    };
    const { passesBeforeSend = false } = client;
    const writes = trackWrites(
      { send, passesBeforeSend },
      beforeFirstWrite(beforeWrite, call.context, call.journaled),
      call.beforeSend,
      call.journaled?.answered,
    );
    const read = (operation: string, args: Dict, signal = call.signal) =>
      send(checkOperation(operation, allowed), args, { repeatable: true, signal, waits });
    // The first write of a call uses the call's fingerprint (32 hex digits that identify the call) as its idempotency
    // key. Every further write needs a different key.
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
      unknownAttempt: call.unknownAttempt,
      eventTokens: call.eventTokens,
      enforceContent: call.enforceContent,
      states: statesWithin(states, call.signal),
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
      const result = definition.job
        ? await runJob(
            keeper,
            definition.job as JobSteps,
            {
              entity: compiled.entity,
              action: compiled.action,
              params: call.params,
              run: runOf(call.context),
              context: call.context,
              resumed: call.job,
            },
            context,
          )
        : definition.run
          ? await definition.run(call.params as never, context)
          : await sendOperation(call, call.effect === "read" ? readPage : context.send);
      const { data, meta } =
        definition.enrich && client.enrich && !call.plain
          ? await client.enrich(result, {
              operation: allowed[0]!,
              params: call.params,
              fields: (controls.fields ?? controls.shown)?.map((field) => readField(field).path),
              signal: call.signal,
              waits,
            })
          : result;
      return itemsAt({ data, meta: (meta ?? {}) as Meta }, position);
    } catch (error) {
      throw writes.done() ? asUnknown(error) : error;
    }
  };
}

/** Ends the waits for a store when the caller aborts. A state can be the whole effect of a call, so its write is then in doubt. */
function statesWithin(states: States, signal: AbortSignal | undefined): States {
  const write = (done: Promise<boolean>) =>
    rejectAfterGrace(done, signal).catch((error: unknown) => {
      throw signal?.aborted && error === signal.reason
        ? abortedError("The write of a state", "unknown")
        : error;
    });
  return {
    read: (key) => failOnAbort("The read of a state", states.read(key), signal),
    write: (...args) => write(states.write(...args)),
    delete: (...args) => write(states.delete(...args)),
  };
}

/** Refuses an operation outside of `calls`, because the action's documentation lacks the scopes of this operation. */
function checkOperation(operation: string, allowed: readonly string[]): string {
  if (!allowed.includes(operation))
    throw new ConnectorError("internal", `An action sent ${operation}, which is not in its calls.`);
  return operation;
}
