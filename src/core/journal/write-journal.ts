import type { EndedWrite, StartedWrite } from "./journal-entry.ts";
import type { Result } from "../contract/result.ts";
import { type Decision, runOf } from "../contract/call-options.ts";
import type { PlatformReply } from "../contract/run-context.ts";
import type { StoreDriver } from "../contract/store-driver.ts";
import type { Clock } from "../ground/clock.ts";
import { ConnectorError, toConnectorError } from "../ground/errors.ts";
import { cut, type Dict, isDict } from "../ground/json.ts";
import { append } from "../store/append.ts";
import { endedWrites, startedWrites } from "./journal-kinds.ts";
import { stoppedError } from "./stop-errors.ts";
import { findStop } from "./stopped.ts";
import { storedParams } from "./stored-params.ts";
import { writeId } from "./write-id.ts";

/** What a call knows about its write before the first request. */
export interface WriteFacts extends Omit<StartedWrite, "run" | "connector" | "started"> {
  /** The `context` of the call. Its field `run` is the run of the write. */
  context: unknown;
}

export interface WriteJournal {
  /** Returns the record of one write. Nothing is stored before `start`. */
  write(facts: WriteFacts): JournaledWrite;
}

type WriteOutcome = Result | { error: unknown };

export interface JournaledWrite {
  /**
   * Stores that the write starts, and then reads whether writes are stopped. A stop is stored first, and then reads which writes
   * have started. Therefore either this function finds the stop, or the stop finds this write. `decided`: who has allowed the write, if
   * the call itself does not say it.
   * @throws ConnectorError `stopped`, `storage_unavailable`. The write must then not be sent
   */
  start(decided?: Decision): Promise<void>;
  /** Keeps the platform's id of a request. */
  answered(reply: Pick<PlatformReply, "platform">): void;
  /** Stores how the write has ended, if it has started. */
  end(outcome: WriteOutcome): Promise<void>;
}

/** The maximum number of request ids that are kept. */
const mostRequests = 100;

/**
 * Creates the journal of one tool or connector. Writes without a `context.run` share one run.
 * @param storeOf returns the store for the records of one write. Default: `store`
 */
export function createWriteJournal(
  store: StoreDriver,
  connector: string,
  clock: Clock,
  storeOf?: (context: unknown) => StoreDriver | undefined,
): WriteJournal {
  const own = crypto.randomUUID();
  return {
    write({ context, ...facts }) {
      const run = runOf(context) ?? own;
      const entries = storeOf?.(context) ?? store;
      const requests = new Set<string>();
      let id: string | undefined;
      let starting: Promise<void> | undefined;
      const start = async (decided?: Decision) => {
        const now = clock.now();
        const next = await writeId(store, run, now);
        const { params, after, ...rest } = facts;
        await append(entries, startedWrites, next, {
          ...(decided ? { decision: decided } : {}),
          ...rest,
          run,
          connector,
          params: storedParams(params),
          ...(after === undefined ? {} : { after: storedParams(after) }),
          started: now,
        });
        id = next;
        const stop = facts.decision?.undoes === undefined ? await findStop(store) : undefined;
        if (stop) throw stoppedError(stop);
      };
      const answered = (requestId: string | undefined) => {
        if (requestId !== undefined && requests.size < mostRequests) requests.add(requestId);
      };
      return {
        start: (decided) => (starting = start(decided)),
        answered: ({ platform }) => answered(platform?.request_id),
        async end(outcome) {
          await starting?.catch(() => {});
          if (id === undefined) return;
          if ("error" in outcome && ConnectorError.is(outcome.error))
            answered(outcome.error.platform?.request_id);
          const found = requests.size > 0 ? { requests: [...requests] } : {};
          await append(entries, endedWrites, id, { ...endOf(outcome), ...found, ended: clock.now() });
        },
      };
    },
  };
}

function endOf(outcome: WriteOutcome): Omit<EndedWrite, "ended"> {
  if ("error" in outcome) {
    const { code, message, outcome: done } = toConnectorError(outcome.error);
    return { error: { code, message: cut(message, 1000), outcome: done } };
  }
  const { warnings, already, undo } = outcome.meta;
  return {
    ...(warnings && warnings.length > 0 ? { warnings } : {}),
    ...(already === undefined ? {} : { already }),
    ...(undo === undefined ? {} : { undo, ...leftOf(outcome.data) }),
  };
}

/** Returns the fields of a record that later comparisons can use. */
function leftOf(data: unknown): Pick<EndedWrite, "left"> {
  const fields = Object.entries(isDict(data) ? data : {}).filter(([, value]) => typeof value !== "object");
  return fields.length > 0 ? { left: storedParams(Object.fromEntries(fields)) as Dict } : {};
}
