import { type ActionDefinition, operationNames } from "../contract/action.ts";
import type { Client } from "../contract/client.ts";
import type { Paging } from "../contract/operation.ts";
import type { Meta, Result } from "../contract/result.ts";
import type { UnknownAttempt, Reply, RunContext, RunResult } from "../contract/run-context.ts";
import { abortedError, rejectOnAbort } from "../ground/abort.ts";
import type { Clock } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";
import { type Dict, at, isDict } from "../ground/json.ts";
import { fingerprintOf, markOf } from "./fingerprint.ts";
import { createReceipts } from "./idempotency.ts";
import type { Transport, TransportCall } from "./transport.ts";

/** The transport of open source mode: operations go from this process to the platform. `keeping`: it keeps receipts. */
export function createLocalTransport(client: Client, clock: Clock, keeping = true): Transport {
  const remembered = new Map<string, Promise<Reply>>();
  const once = (operation: string): Promise<Reply> => {
    let reply = remembered.get(operation);
    if (!reply) {
      // Without the caller's signal: the answer is for everyone who waits for it.
      reply = client.send(operation, {}, { repeatable: true });
      remembered.set(operation, reply);
      reply.catch(() => remembered.delete(operation));
    }
    return reply;
  };

  const run = async (call: TransportCall, doubt?: UnknownAttempt): Promise<Result> => {
    const { compiled, controls } = call.planned;
    const { definition } = compiled;
    const allowed = operationNames(definition);
    const { waits } = call;
    const send = (operation: string, args: Dict, repeatable: boolean, signal = call.signal) =>
      client.send(named(operation, allowed), args, { repeatable, signal, waits });
    const context: RunContext = {
      signal: call.signal,
      clock,
      waits,
      unknownAttempt: doubt,
      fingerprint: () => markOf(call),
      page: { limit: controls.limit, cursor: controls.cursor },
      once: async (operation) => {
        try {
          return await rejectOnAbort(once(named(operation, allowed)), call.signal);
        } catch (error) {
          if (!call.signal?.aborted) throw error;
          throw new ConnectorError("aborted", `${operation} was aborted by the caller.`);
        }
      },
      send: (operation, args) => send(operation, args, call.effect === "read"),
      read: (operation, args, signal) => send(operation, args, true, signal),
    };
    const result = definition.run
      ? await definition.run(call.params as never, context)
      : await sendPlain(call, context);
    const { data, meta } =
      definition.enrich && client.enrich ? await client.enrich(result, call.params, call.signal) : result;
    return { data, meta: (meta ?? {}) as Meta };
  };

  const receipts = createReceipts(clock);
  return async (call) => {
    const { idempotencyKey: key, effect, planned } = call;
    const { compiled } = planned;
    if (key === undefined || effect === "read" || !keeping) return run(call);
    const settles = compiled.definition.settles === true;
    const fingerprint = await fingerprintOf(call);
    let own = false;
    const start = (doubt?: UnknownAttempt) => {
      own = true;
      return run(call, doubt);
    };
    const outcome = receipts({ key, fingerprint, settles, run: start });
    if (own) return outcome;
    // It waits for another's write, which goes on without it.
    return rejectOnAbort(outcome, call.signal).catch((error: unknown) => {
      throw ConnectorError.is(error)
        ? error
        : abortedError(`${compiled.entity}.${compiled.action}`, "unknown");
    });
  };
}

/** An action may send only what it names: the coverage pages and the scopes are made from that. */
function named(operation: string, allowed: readonly string[]): string {
  if (!allowed.includes(operation))
    throw new ConnectorError("internal", `An action sent ${operation}, which it does not name in calls.`);
  return operation;
}

async function sendPlain(call: TransportCall, context: RunContext): Promise<RunResult> {
  const { compiled, controls } = call.planned;
  const { definition, operation } = compiled;
  const paging = definition.paginated ? operation?.paging : undefined;
  if (paging?.pages !== undefined) checkPage(controls.cursor);
  const reply = await context.send(operationNames(definition)[0]!, {
    ...call.params,
    ...(paging?.limit === undefined ? {} : { [paging.limit]: controls.limit ?? paging.default }),
    ...(paging && controls.cursor !== undefined ? { [paging.cursor]: controls.cursor } : {}),
  });
  const meta = metaOf(reply);
  if (!definition.paginated) return { data: recordOf(definition, reply, call.params), meta };
  const found = definition.pick === undefined ? reply.body : at(reply.body, definition.pick);
  if (found !== undefined && found !== null && !Array.isArray(found))
    throw new ConnectorError(
      "upstream_invalid_response",
      "The platform answered with something other than a list.",
    );
  const next = paging ? nextOf(paging, reply, controls.cursor) : undefined;
  const later = controls.cursor !== undefined;
  return {
    // Platforms leave an empty list out.
    data: (found ?? []).flatMap((item: unknown) => shaped(definition, item, later) ?? []),
    meta: { ...meta, has_more: next !== undefined, ...(next === undefined ? {} : { next_cursor: next }) },
  };
}

/** The cursor of the next page; where pages have numbers, the number after this page's. */
export function nextOf(paging: Paging, reply: Reply, cursor: string | undefined): string | undefined {
  if (paging.pages === undefined) return cursorOf(paging.next && at(reply.body, paging.next));
  const next = Number(cursor ?? 1) + 1;
  return Number(at(reply.body, paging.pages)) >= next ? String(next) : undefined;
}

/** @throws ConnectorError `invalid_params` for a cursor that can be of no list whose pages have numbers. */
export function checkPage(cursor: string | undefined): void {
  if (cursor === undefined || /^[1-9]\d{0,6}$/.test(cursor)) return;
  throw new ConnectorError("invalid_params", "cursor: this is not a cursor of this list.", {
    path: "params.cursor",
    hint: "Pass meta.next_cursor of the page before, or start again without cursor.",
  });
}

/** Cursors are text to our callers, whatever they are to the platform; an empty one is none. */
const cursorOf = (next: unknown): string | undefined =>
  typeof next === "number" || (typeof next === "string" && next !== "") ? String(next) : undefined;

/** What a reply says besides its data. */
export const metaOf = ({ warnings, already }: Reply): Dict => ({
  ...(warnings && warnings.length > 0 ? { warnings } : {}),
  ...(already === undefined ? {} : { already }),
});

/** The answer's record, or else the answer itself, with the params that the action repeats. */
function recordOf(definition: ActionDefinition, { body }: Reply, params: Dict): unknown {
  const { pick, echo = [] } = definition;
  const record = pick === undefined ? undefined : at(body, pick);
  if (record !== undefined && record !== null) return shaped(definition, record, false);
  const answer = body ?? {};
  if (!isDict(answer)) return answer;
  const repeated = echo.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]]));
  return { ...Object.fromEntries(repeated), ...answer };
}

const shaped = ({ item }: ActionDefinition, record: unknown, later: boolean): unknown =>
  item && isDict(record) ? item(record, later) : record;
