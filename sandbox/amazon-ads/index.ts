import type { Clock } from "../../src/core/ground/clock.ts";
import { type OptionType, optionTypes, readOptions } from "../../src/core/ground/read-options.ts";
import { type VirtualClock, virtualClock, withPassingTime } from "../virtual-clock.ts";
import { faultQueue, followRedirect } from "../faults.ts";
import { listen } from "../listen.ts";
import { atLeast, noOptions, readFault, required } from "../options.ts";
import { type AmazonAdsFault, amazonAdsFaultKinds } from "./fault-types.ts";
import type { JobTimes } from "./jobs/job-types.ts";
import { createLimiter } from "./http/rate-limits.ts";
import { FILE, operationNames } from "./all-operations.ts";
import type { AmazonAdsCall } from "./call-log.ts";
import { FILE_HOST } from "./http/route-request.ts";
import { checkSeed } from "./seed/check-seed.ts";
import { defaultSeed, otherCredentials, sandboxCredentials } from "./seed/index.ts";
import { mergeSeed } from "./seed/merge-seed.ts";
import { type Server, serve } from "./server.ts";
import { type AmazonAdsState, snapshot } from "./snapshot.ts";
import type { AmazonAdsSeedChanges } from "./types.ts";
import type { NestedUpdates } from "./world-types.ts";
import { createWorld } from "./world.ts";

/** Thursday, 12 March 2026, 16:30 UTC. */
const START = Date.UTC(2026, 2, 12, 16, 30);

export interface AmazonAdsSandboxOptions<C extends Clock = VirtualClock> {
  /** Changes to the default accounts. */
  seed?: AmazonAdsSeedChanges;
  /** Default: a virtual clock that starts on 12 March 2026, and whose sleeps take no real time. */
  clock?: C;
  /**
   * Whether the sandbox refuses requests that come too fast. Default: true. Amazon publishes no limits, so the limits
   * of the sandbox are high.
   */
  rateLimits?: boolean;
  /**
   * The seconds until a report has the status PROCESSING (default: 5), and until a report or an export has the status
   * COMPLETED (default: 15).
   */
  jobTimes?: JobTimes;
  /**
   * How an update changes an object inside a record, such as a budget. `replaced` (the default): the new object
   * replaces the current object. `merged`: fields that are missing in the update keep their values. Amazon does not
   * document which behaviour is right.
   */
  nestedUpdates?: NestedUpdates;
}

export interface AmazonAdsListening {
  /**
   * The address of Login with Amazon and of the API in North America. For the API of another region, add `eu/` or
   * `fe/`.
   */
  url: string;
  /**
   * The address of the report files. The server of these files has a separate port, and refuses requests with an
   * Authorization header.
   */
  filesUrl: string;
  close(): Promise<void>;
}

export interface AmazonAdsSandbox<C extends Clock = VirtualClock> {
  /** A `fetch` that responds in place of Amazon's hosts. No request leaves the process. */
  fetch: typeof fetch;
  /** Starts HTTP servers for the sandbox on 127.0.0.1. */
  listen(): Promise<AmazonAdsListening>;
  clock: C;
  /** Credentials that can use every profile. */
  credentials: typeof sandboxCredentials;
  /** Credentials that can use only some profiles, and credentials that are refused. */
  otherCredentials: typeof otherCredentials;
  /** The options with which a connector uses the sandbox instead of Amazon. */
  options: { fetch: typeof fetch; clock: C };
  /**
   * Plans a simulated failure of the next request. `fault.operation`, such as `"POST /sp/campaigns/list"`, limits the
   * failure to one operation.
   */
  fail(fault: AmazonAdsFault): void;
  /** Returns a copy of all data in the sandbox, as plain objects. */
  state(): AmazonAdsState;
  /** Returns all requests that the sandbox received, oldest first. */
  calls(): AmazonAdsCall[];
}

const known = {
  seed: optionTypes.object,
  clock: optionTypes.clock,
  rateLimits: optionTypes.boolean,
  jobTimes: optionTypes.object,
  nestedUpdates: {
    says: "replaced or merged",
    is: (value) => value === "replaced" || value === "merged",
  },
} satisfies Record<keyof AmazonAdsSandboxOptions, OptionType>;

const jobTimes = {
  processing: required(atLeast(0)),
  completed: required(atLeast(0)),
} satisfies Record<keyof JobTimes, OptionType>;

/**
 * Creates a simulated Amazon Ads platform in memory, for tests. The platform has Login with Amazon, the API of three
 * regions, and the files of reports.
 * @throws ConnectorError `config_error` if an option or a part of the seed is unknown or invalid
 *
 * @example
 * const sandbox = amazonAdsSandbox();
 * const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, sandbox.options);
 */
export function amazonAdsSandbox<C extends Clock = VirtualClock>(
  given: AmazonAdsSandboxOptions<C> = {},
): AmazonAdsSandbox<C> {
  const options: AmazonAdsSandboxOptions<C> = readOptions(given, known, "options of the sandbox", "");
  checkSeed(options.seed);
  if (options.jobTimes) readOptions(options.jobTimes, jobTimes, "jobTimes", "jobTimes.");
  const clock = options.clock ?? (virtualClock(START) as Clock as C);
  const server: Server = {
    world: createWorld(mergeSeed(defaultSeed(), options.seed), clock, options.nestedUpdates),
    faults: faultQueue<AmazonAdsFault>(),
    limiter: options.rateLimits === false ? undefined : createLimiter(clock),
    calls: [],
    times: options.jobTimes ?? { processing: 5, completed: 15 },
  };

  const sandboxFetch = async (input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    // The signal of a Request may be garbage collected before the caller aborts, so the caller's own signal is used.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    signal?.throwIfAborted();
    const response = await serve(server, request, `https://${FILE_HOST}/`, signal);
    return response.status === 302 ? followRedirect(request, response) : response;
  };

  const listenBoth = async (...none: unknown[]): Promise<AmazonAdsListening> => {
    noOptions(none[0]);
    const files = await listen(
      withPassingTime(clock, (request) => {
        const target = { kind: "file", path: new URL(request.url).pathname } as const;
        return serve(server, request, files.url, request.signal, target);
      }),
    );
    const api = await listen(withPassingTime(clock, (request) => serve(server, request, files.url)));
    return {
      url: api.url,
      filesUrl: files.url,
      close: async () => {
        await Promise.all([api.close(), files.close()]);
      },
    };
  };

  return {
    fetch: sandboxFetch,
    listen: listenBoth,
    clock,
    credentials: sandboxCredentials,
    otherCredentials,
    options: { fetch: sandboxFetch, clock },
    fail: (fault) => {
      const read = readFault(fault, amazonAdsFaultKinds, operationNames);
      server.faults.add({ ...onlyOperation(read), ...read });
    },
    state: () => snapshot(server.world),
    calls: () => structuredClone(server.calls),
  };
}

/** Returns the operation of a fault that can happen to only one operation. */
function onlyOperation({ kind }: AmazonAdsFault): { operation?: string } {
  if (kind === "duplicate_report") return { operation: "POST /reporting/reports" };
  return kind === "expired_file" || kind === "huge_file" ? { operation: FILE } : {};
}
