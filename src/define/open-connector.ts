import type { ModeOptions } from "./constructor-options.ts";
import { type Caller, createCaller } from "../core/call/execute.ts";
import { createRequest, type SendRequest } from "../core/call/request.ts";
import type { Backend, Execute, ReadOutcome } from "../core/call/transport.ts";
import type { ConnectorOptions } from "../core/contract/call-options.ts";
import type { ActionIndex } from "../core/contract/compiled-action.ts";
import type { CheckResult } from "../core/contract/connector.ts";
import type { Jobs } from "../core/contract/job.ts";
import type { Policy } from "../core/contract/policy.ts";
import { displayResult } from "../core/display/result-display.ts";
import type { Clock } from "../core/ground/clock.ts";
import { toConnectorError } from "../core/ground/errors.ts";
import { createConnectorJobs } from "../core/job/connector-jobs.ts";
import { createWriteJournal } from "../core/journal/write-journal.ts";
import { addMissingScopes } from "../core/open/add-missing-scopes.ts";
import { type OpenDefinition, openInProcess } from "../core/open/open-source.ts";
import { totals } from "../core/store/kinds.ts";
import { memoryStore } from "../core/store/memory-store.ts";
import { recordsOf } from "../core/store/records.ts";
import { openHosted } from "../hosted/backend.ts";

/** What a connector object knows before its first call. */
export interface ConnectorParts {
  connector: OpenDefinition;
  lookup: ActionIndex;
  mode: ModeOptions;
  policies: readonly Policy[];
  code: ConnectorOptions & { clock: Clock };
}

/** The part of a connector object that calls the platform or the service. */
export interface OpenedConnector {
  execute: Execute;
  request: SendRequest;
  /** Creates the caller of a tool, to which its own policy applies too. */
  callerUnder(policy: Policy): Caller;
  jobs: Jobs;
  check(signal: AbortSignal | undefined): Promise<CheckResult>;
  /** Present in hosted mode. */
  outcome: ReadOutcome | undefined;
}

/**
 * Opens a connector at its first call. Only this module imports the code that calls, so that a program that imports a
 * connector, makes its tool and waits for a user needs neither the time nor the memory for this code.
 */
export async function openConnector(parts: ConnectorParts): Promise<OpenedConnector> {
  const { connector, lookup, mode, policies, code } = parts;
  const { clock, store, onCall, tracing } = code;
  const [backend, resolve, audience] = await Promise.all([
    openBackend(parts),
    connector.resolver?.(clock),
    connector.audience?.(clock),
  ]).catch((error: unknown) => {
    throw toConnectorError(error, "not_started");
  });
  const dayTotals = recordsOf(store ?? memoryStore(clock), totals);
  const journalOf = () =>
    code.journal && store && !mode.hosted
      ? createWriteJournal(store, connector.name, clock, code.journalStore)
      : undefined;
  const callerWith = (all: readonly Policy[], journal: ReturnType<typeof journalOf>) =>
    createCaller(connector, lookup, {
      ...backend,
      resolve,
      audience,
      policies: all,
      onCall,
      tracing,
      clock,
      totals: dayTotals,
      journal,
      totalWaitMs: code.totalWaitMs,
      display: displayResult,
    });
  const journal = journalOf();
  const { execute, resume } = callerWith(policies, journal);
  const { keeper, client } = backend;
  return {
    execute,
    request: createRequest(connector, { ...code, client, policies, journal }),
    callerUnder: (policy) => callerWith([...policies, policy], journalOf()),
    jobs: keeper ? createConnectorJobs(keeper, clock, resume) : backend.jobs!,
    async check(signal) {
      const check = await backend.check(signal).catch((error: unknown) => {
        throw toConnectorError(error, "not_started");
      });
      return addMissingScopes(check, { connector, lookup, policies });
    },
    outcome: backend.outcome,
  };
}

const openBackend = async ({ connector, mode, code }: ConnectorParts): Promise<Backend> =>
  mode.hosted ? openHosted(connector, mode.hosted, code) : openInProcess(connector, mode.inProcess, code);
