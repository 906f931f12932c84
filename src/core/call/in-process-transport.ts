import { type ActionDefinition, operationNames } from "../contract/action.ts";
import type { CodeOptions } from "../contract/call-options.ts";
import type { Client } from "../contract/client.ts";
import type { Paging } from "../contract/operation.ts";
import type { Meta, Result } from "../contract/result.ts";
import type { UnknownAttempt, Reply, RunContext, RunResult } from "../contract/run-context.ts";
import { abortedError, rejectOnAbort } from "../ground/abort.ts";
import type { Clock } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";
import { type Dict, at, isDict } from "../ground/json.ts";
import { requestHashOf, fingerprintOf } from "./fingerprint.ts";
import { createIdempotency } from "./idempotency.ts";
import { atPosition, foreignCursor, itemsAt } from "./page-position.ts";
import { asUnknown, trackWrites } from "./track-writes.ts";
import type { Transport, TransportCall } from "./transport.ts";

/** Creates the transport of open source mode. This transport sends operations from this process to the platform. */
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
    const writes = trackWrites(client, beforeWrite && (async () => beforeWrite(call.context)));
    const read = (operation: string, args: Dict, signal = call.signal) =>
      client.send(checkOperation(operation, allowed), args, { repeatable: true, signal, waits });
    const context: RunContext = {
      signal: call.signal,
      clock,
      waits,
      unknownAttempt,
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
              writes.send(checkOperation(operation, allowed), args, { signal: call.signal, waits }),
      read,
    };
    try {
      const result = definition.run
        ? await definition.run(call.params as never, context)
        : await sendOperation(call, context);
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
    const settles = compiled.definition.settles === true;
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

async function sendOperation(call: TransportCall, context: RunContext): Promise<RunResult> {
  const { compiled, controls } = call.planned;
  const { definition, operation } = compiled;
  const paging = definition.paginated ? operation?.paging : undefined;
  if (paging?.pages !== undefined) checkPageCursor(controls.cursor);
  const reply = await context.send(operationNames(definition)[0]!, {
    ...call.params,
    ...(paging?.limit === undefined ? {} : { [paging.limit]: controls.limit ?? paging.default }),
    ...(paging && controls.cursor !== undefined ? { [paging.cursor]: controls.cursor } : {}),
  });
  const meta = replyMeta(reply);
  if (!definition.paginated) return { data: recordOf(definition, reply, call.params), meta };
  const found = definition.pick === undefined ? reply.body : at(reply.body, definition.pick);
  if (found !== undefined && found !== null && !Array.isArray(found))
    throw new ConnectorError(
      "upstream_invalid_response",
      "The platform answered with something other than a list.",
    );
  const next = paging ? nextCursor(paging, reply, controls.cursor) : undefined;
  const later = controls.cursor !== undefined;
  return {
    // Some platforms leave an empty list out of the response.
    data: (found ?? []).flatMap((item: unknown) => convertItem(definition, item, later) ?? []),
    meta: { ...meta, has_more: next !== undefined, ...(next === undefined ? {} : { next_cursor: next }) },
  };
}

/**
 * Returns the cursor of the next page, or undefined if there is no next page. If the platform numbers its pages, the
 * cursor is the number of the page.
 */
export function nextCursor(paging: Paging, reply: Reply, cursor: string | undefined): string | undefined {
  if (paging.pages === undefined) return cursorOf(paging.next && at(reply.body, paging.next));
  const next = Number(cursor ?? 1) + 1;
  return Number(at(reply.body, paging.pages)) >= next ? String(next) : undefined;
}

/**
 * Checks the cursor of a list with numbered pages.
 * @throws ConnectorError `invalid_params` if the cursor is not a page number
 */
export function checkPageCursor(cursor: string | undefined): void {
  if (cursor === undefined || /^[1-9]\d{0,6}$/.test(cursor)) return;
  throw foreignCursor();
}

/**
 * Converts the platform's cursor to a string. Returns undefined for an empty cursor, because it means that there is no
 * next page.
 */
const cursorOf = (next: unknown): string | undefined =>
  typeof next === "number" || (typeof next === "string" && next !== "") ? String(next) : undefined;

/** Returns the fields `warnings` and `already` of a reply, for the `meta` of the result. */
export const replyMeta = ({ warnings, already }: Reply): Dict => ({
  ...(warnings && warnings.length > 0 ? { warnings } : {}),
  ...(already === undefined ? {} : { already }),
});

/**
 * Returns the record in a response. If the response contains no record, returns the whole response, together with the
 * params whose names are in `echo`.
 */
function recordOf(definition: ActionDefinition, { body }: Reply, params: Dict): unknown {
  const { pick, echo = [] } = definition;
  const record = pick === undefined ? undefined : at(body, pick);
  if (record !== undefined && record !== null) return convertItem(definition, record, false);
  const answer = body ?? {};
  if (!isDict(answer)) return answer;
  const repeated = echo.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]]));
  return { ...Object.fromEntries(repeated), ...answer };
}

const convertItem = ({ item }: ActionDefinition, record: unknown, later: boolean): unknown =>
  item && isDict(record) ? item(record, later) : record;
