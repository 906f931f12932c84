import type { Clock } from "../../core/clock.ts";
import { virtualClock, type VirtualClock } from "../clock.ts";
import { faultQueue, type Fault } from "../faults.ts";
import { listen, type Listening } from "../listen.ts";
import { createLimiter } from "./limits.ts";
import { methods } from "./methods/index.ts";
import { defaultSeed, sandboxTokens } from "./seed/index.ts";
import { mergeSeed } from "./seed/merge.ts";
import { serve, type SandboxCall, type Server } from "./server.ts";
import { snapshot, type SandboxState } from "./state.ts";
import type { SeedChanges } from "./types.ts";
import { createWorkspace } from "./workspace.ts";
import { deliverDue } from "./scheduled.ts";

/** The instant at which the default clock starts: Thursday 12 March 2026, 16:30 UTC. */
const START = Date.UTC(2026, 2, 12, 16, 30);

export interface SlackSandboxOptions<C extends Clock = VirtualClock> {
  /** Changes to the default workspace. */
  seed?: SeedChanges;
  /** Default: a virtual clock that starts on 12 March 2026. */
  clock?: C;
  /** Whether too many calls in a minute are refused, as Slack does. Default true. */
  rateLimits?: boolean;
}

export interface SlackSandbox<C extends Clock = VirtualClock> {
  /** Answers requests to `…/api/<method>` of any host; nothing leaves the process. */
  fetch: typeof fetch;
  /** The same over HTTP on 127.0.0.1; `url` ends in `/api/`. */
  listen(): Promise<Listening>;
  clock: C;
  /** Tokens that work here: `bot` and `user` can do everything, `limited` only read, the others are refused. */
  tokens: typeof sandboxTokens;
  /** What a connector takes to talk to the sandbox instead of slack.com. */
  options: { fetch: typeof fetch; clock: C };
  /** Plans a failure for the next call, or for the next one of `operation`, such as `"chat.postMessage"`. */
  fail(fault: Fault): void;
  /** A copy of the whole workspace as plain data. */
  state(): SandboxState;
  /** Every request received so far, oldest first. */
  calls(): SandboxCall[];
}

/**
 * A Slack workspace in memory that speaks Slack's Web API.
 *
 * @example
 * const sandbox = slackSandbox();
 * const slack = new Slack({ token: sandbox.tokens.bot }, sandbox.options);
 */
export function slackSandbox<C extends Clock = VirtualClock>(
  options: SlackSandboxOptions<C> = {},
): SlackSandbox<C> {
  const clock = options.clock ?? (virtualClock(START) as Clock as C);
  const workspace = createWorkspace(mergeSeed(defaultSeed(), options.seed), clock);
  const server: Server = {
    workspace,
    faults: faultQueue(),
    limiter: options.rateLimits === false ? undefined : createLimiter(clock),
    calls: [],
  };

  const sandboxFetch = async (input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    // The caller's own signal: the one a Request makes of it can be collected before it fires.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    signal?.throwIfAborted();
    const response = await serve(server, request, signal);
    return response.status === 302 ? followed(request, response) : response;
  };

  return {
    fetch: sandboxFetch,
    listen: () =>
      listen(
        withPassingTime(clock, (request) => serve(server, request)),
        "/api/",
      ),
    clock,
    tokens: sandboxTokens,
    options: { fetch: sandboxFetch, clock },
    fail: (fault) => {
      if (fault.operation !== undefined && !Object.hasOwn(methods, fault.operation)) {
        throw new Error(`The sandbox has no method "${fault.operation}" to fail.`);
      }
      server.faults.add(fault);
    },
    state: () => {
      deliverDue(workspace);
      return snapshot(workspace);
    },
    calls: () => structuredClone(server.calls),
  };
}

/** A client on a socket waits in real time: a virtual clock moves along with it. */
function withPassingTime(clock: Clock, handler: (request: Request) => Promise<Response>): typeof handler {
  let last = performance.now();
  return (request) => {
    const passed = Math.floor(performance.now() - last);
    last += passed;
    if ("advance" in clock) (clock as VirtualClock).advance(passed);
    return handler(request);
  };
}

/** What `fetch` makes of a redirect to a host that is not Slack. */
function followed(request: Request, response: Response): Response {
  if (request.redirect === "manual") return response;
  if (request.redirect === "error")
    throw new TypeError("fetch failed", { cause: new Error("unexpected redirect") });
  const elsewhere = new Response("<!DOCTYPE html><title>Elsewhere</title>", {
    headers: { "content-type": "text/html" },
  });
  const url = new URL(response.headers.get("location") ?? "", request.url).href;
  return Object.defineProperties(elsewhere, { redirected: { value: true }, url: { value: url } });
}
