import type { Clock } from "../../src/core/ground/clock.ts";
import { type OptionType, optionTypes, readOptions } from "../../src/core/ground/read-options.ts";
import { faultQueue, followRedirect } from "../faults.ts";
import { listen, type Listening } from "../listen.ts";
import { noOptions, readFault } from "../options.ts";
import { type VirtualClock, virtualClock, withPassingTime } from "../virtual-clock.ts";
import { operationNames } from "./all-operations.ts";
import { type NotionFault, notionFaultKinds } from "./fault-types.ts";
import { defaultWorkspace } from "./given-workspace/default-workspace.ts";
import { fillWorld } from "./given-workspace/fill-world.ts";
import type { NotionWorkspace } from "./given-workspace/types.ts";
import { allCapabilities, application } from "./oauth.ts";
import { createRateLimit } from "./rate-limit.ts";
import { type NotionCall, serve, type Server } from "./server.ts";
import { type NotionState, snapshot } from "./state.ts";
import { createWorld } from "./world.ts";
import type { Capability } from "./world-types.ts";

/** Thursday, 12 March 2026, 16:30 UTC. */
const START = Date.UTC(2026, 2, 12, 16, 30);

export interface NotionSandboxOptions<C extends Clock = VirtualClock> {
  /** A workspace that replaces the default workspace. */
  workspace?: NotionWorkspace;
  /** Default: a virtual clock that starts on 12 March 2026, and whose sleeps take no real time. */
  clock?: C;
  /** Whether the sandbox refuses more than three requests per second on average. Default: true. */
  rateLimits?: boolean;
}

export interface NotionSandbox<C extends Clock = VirtualClock> {
  /** A `fetch` that responds in place of Notion, on any host. No request leaves the process. */
  fetch: typeof fetch;
  /** Starts an HTTP server for the sandbox on 127.0.0.1. */
  listen(): Promise<Listening>;
  clock: C;
  /** `internal` has all capabilities. `limited` can only read content. `revoked` is refused. */
  tokens: { internal: string; limited: string; revoked: string };
  /** The credentials of a public connection to which a person has given access. */
  credentials: { client_id: string; client_secret: string; refresh_token: string };
  /** The options with which a connector uses the sandbox instead of Notion. */
  options: { fetch: typeof fetch; clock: C };
  /**
   * Plans a simulated failure of the next request. `fault.operation`, such as `"POST /v1/pages"` or
   * `"GET /v1/pages/{id}"`, limits the failure to one operation.
   */
  fail(fault: NotionFault): void;
  /** Returns a copy of all data in the sandbox, in the form of Notion's answers. */
  state(): NotionState;
  /** Returns all requests that the sandbox received, oldest first. */
  calls(): NotionCall[];
}

const known = {
  workspace: optionTypes.object,
  clock: optionTypes.clock,
  rateLimits: optionTypes.boolean,
} satisfies Record<keyof NotionSandboxOptions, OptionType>;

const tokens = {
  internal: "ntn_sandbox_all-0123456789abcdef",
  limited: "ntn_sandbox_read-0123456789abcdef",
  revoked: "ntn_sandbox_gone-0123456789abcdef",
};
const refresh_token = "nrt_sandbox_first-0123456789abcdef";

/**
 * Creates a simulated Notion workspace in memory, for tests. What the sandbox does not imitate, it refuses with an
 * error.
 * @throws ConnectorError `config_error` for an unknown option, and for a mistake in `workspace`
 *
 * @example
 * const sandbox = notionSandbox();
 * const notion = new NotionConnector({ auth: { api_token: sandbox.tokens.internal } }, sandbox.options);
 */
export function notionSandbox<C extends Clock = VirtualClock>(
  given: NotionSandboxOptions<C> = {},
): NotionSandbox<C> {
  const options: NotionSandboxOptions<C> = readOptions(given, known, "options of the sandbox", "");
  const clock = options.clock ?? (virtualClock(START) as Clock as C);
  const world = createWorld(clock);
  world.tokens.set(tokens.internal, allCapabilities);
  world.tokens.set(tokens.limited, new Set<Capability>(["read content"]));
  world.refreshTokens.set(refresh_token, "");
  fillWorld(world, options.workspace ?? defaultWorkspace);
  const wait = options.rateLimits === false ? () => 0 : createRateLimit(clock);
  const server: Server = { world, faults: faultQueue<NotionFault>(), wait, calls: [] };

  const sandboxFetch = async (input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    // The signal of a Request may be garbage collected before the caller aborts, so the caller's own signal is used.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    signal?.throwIfAborted();
    const response = await serve(server, request, signal);
    return response.status === 302 ? followRedirect(request, response) : response;
  };

  return {
    fetch: sandboxFetch,
    listen: async (...none: unknown[]) => {
      noOptions(none[0]);
      return listen(withPassingTime(clock, (request: Request) => serve(server, request)));
    },
    clock,
    tokens: { ...tokens },
    credentials: { ...application, refresh_token },
    options: { fetch: sandboxFetch, clock },
    fail: (fault) => server.faults.add(readFault(fault, notionFaultKinds, operationNames)),
    state: () => snapshot(world),
    calls: () => structuredClone(server.calls),
  };
}
