import type { Clock } from "../../src/core/ground/clock.ts";
import { virtualClock, withPassingTime, type VirtualClock } from "../virtual-clock.ts";
import { optionTypes, readOptions, type OptionType } from "../../src/core/ground/read-options.ts";
import { faultKinds, faultQueue, followRedirect, type Fault } from "../faults.ts";
import { listen, type Listening } from "../listen.ts";
import { noOptions, oneOf, readFault } from "../options.ts";
import { fernhillGroup } from "./enterprise.ts";
import { FILE_OPERATIONS } from "./files/file-host.ts";
import { newExecution, newTrigger } from "./interactions.ts";
import { createRateLimits, RESTRICTED, RESTRICTED_PAGE } from "./call/rate-limits.ts";
import { ACTION_TOKEN } from "./methods/assistant-search.ts";
import { methods } from "./methods/index.ts";
import { issueTokens, newGrant, type RotatingPair } from "./token-rotation.ts";
import { defaultSeed, sandboxTokens } from "./seed/index.ts";
import { checkSeed, mergeSeed } from "./seed/merge.ts";
import { serve, type SandboxCall, type Server } from "./server.ts";
import { snapshot, type SandboxState } from "./state.ts";
import type { SeedChanges, User } from "./types.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";
import { deliverDue } from "./deliver-scheduled.ts";
import { deliverEvents, type DeliveryOptions, type EventDelivery } from "./events/deliver-events.ts";
import type { EventReceiver } from "./events/send-event.ts";
import { postAsPerson, type PersonPost } from "./events/person-post.ts";
import { readGivenWorkspace, workspaceOption } from "./given-workspace/index.ts";
import type { SandboxExport, SandboxWorkspace } from "./given-workspace/types.ts";

/** Thursday, 12 March 2026, 16:30 UTC. */
const START = Date.UTC(2026, 2, 12, 16, 30);

export interface SlackSandboxOptions<C extends Clock = VirtualClock> {
  /** A workspace that replaces the default workspace. */
  workspace?: SandboxWorkspace | SandboxExport;
  /** Changes to the data that the sandbox starts with. */
  seed?: SeedChanges;
  /**
   * The clock of the sandbox. Default: a virtual clock, whose sleeps take no real time. It starts on 12 March 2026 or,
   * if the option `workspace` has newer messages, after the newest message.
   */
  clock?: C;
  /** Whether the sandbox applies Slack's rate limits. Default: true. */
  rateLimits?: boolean;
  /**
   * The class of the app, which decides some rate limits. Default: `internal`. A `restricted` app is distributed
   * commercially outside Slack's Marketplace. Such an app can call `conversations.history` and `conversations.replies`
   * only once a minute each, and a response has at most 15 messages.
   */
  appClass?: "internal" | "restricted";
  /** Whether the tokens of new installations expire and have refresh tokens. Default: false. */
  tokenRotation?: boolean;
  /**
   * Whether the app is installed for a whole Enterprise organization. All tokens of the sandbox then belong to the
   * organization. Default: false.
   */
  enterprise?: boolean;
  /** The scopes that the person does not grant on the consent page. Default: none. */
  declinedScopes?: readonly string[];
}

export interface SlackSandbox<C extends Clock = VirtualClock> {
  /**
   * A `fetch` that responds in place of Slack, so no request leaves the process. It responds to `…/api/<method>` on
   * any host, and to requests for files on `files.slack.com`.
   */
  fetch: typeof fetch;
  /** Starts an HTTP server on 127.0.0.1 for the methods and the files of the sandbox. `url` ends in `/api/`. */
  listen(): Promise<Listening>;
  clock: C;
  /**
   * The tokens of the sandbox. `bot` and `user` have the scopes of all supported methods. `limited` has only a few
   * read scopes. The other tokens are refused.
   */
  tokens: typeof sandboxTokens;
  /** The action token that each event contains. A bot needs it for the method `assistant.search.context`. */
  actionToken: string;
  /**
   * Simulates a user's click, and returns the trigger id of the click. A trigger id works only once, and only for three
   * seconds of the sandbox's clock, as in Slack.
   */
  triggerId(): string;
  /** Starts the app's step of a workflow, and returns the id of this run. */
  functionExecutionId(): string;
  /** Creates an access token and a refresh token for the bot or the user. The access token is valid for 12 hours. */
  rotating(kind?: "bot" | "user"): RotatingPair;
  /** The client id and the client secret of the app, and the client id for programs that use PKCE. */
  app: { client_id: string; client_secret: string; public_client_id: string };
  /** The options with which a connector uses the sandbox instead of Slack. */
  options: { fetch: typeof fetch; clock: C };
  /** Posts a message of a person, and returns the ids of the message. */
  post(message: PersonPost): { channel: string; ts: string };
  /**
   * Sends events to a Slack app, as signed requests. The event `message` reports every new, changed or deleted message
   * in the conversations of the bot. The event `app_mention` reports every new message that mentions the bot, except in
   * direct messages with one person. If the app does not respond with HTTP 2xx within three seconds, the sandbox sends
   * the event again: at once, then after one minute, and then after five minutes of its clock.
   */
  deliverTo(receiver: EventReceiver, options: DeliveryOptions): Promise<EventDelivery>;
  /**
   * Plans a simulated failure of the next request. `fault.operation`, such as `"chat.postMessage"` or
   * `"files.download"`, limits the failure to one operation. `fault.times`: the number of requests that fail.
   * Default: 1.
   */
  fail(fault: Fault): void;
  /** Returns a copy of the workspace as plain objects. */
  state(): SandboxState;
  /** Returns all requests that the sandbox received, oldest first. */
  calls(): SandboxCall[];
}

const known = {
  workspace: workspaceOption,
  seed: optionTypes.object,
  clock: optionTypes.clock,
  rateLimits: optionTypes.boolean,
  appClass: oneOf("internal", "restricted"),
  tokenRotation: optionTypes.boolean,
  enterprise: optionTypes.boolean,
  declinedScopes: { says: "a list of scopes", is: Array.isArray },
} satisfies Record<keyof SlackSandboxOptions, OptionType>;
const operations = [...Object.keys(methods), ...FILE_OPERATIONS];

/**
 * Creates a simulated Slack workspace in memory, for tests. Programs use it through Slack's Web API.
 * @throws ConnectorError `config_error` for an unknown option or part of the seed, and for a mistake in `workspace`
 *
 * @example
 * const sandbox = slackSandbox();
 * const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
 */
export function slackSandbox<C extends Clock = VirtualClock>(
  given: SlackSandboxOptions<C> = {},
): SlackSandbox<C> {
  const options: SlackSandboxOptions<C> = readOptions(given, known, "options of the sandbox", "");
  checkSeed(options.seed);
  const { seed, now } = options.workspace
    ? readGivenWorkspace(options.workspace, { start: START, now: options.clock?.now() })
    : { seed: defaultSeed(), now: START };
  const clock = options.clock ?? (virtualClock(now) as Clock as C);
  const workspace = createWorkspace(mergeSeed(seed, options.seed), clock);
  const restricted = options.appClass === "restricted";
  workspace.app.rotates = options.tokenRotation ?? false;
  if (options.enterprise) workspace.enterprise = fernhillGroup;
  workspace.app.declined = options.declinedScopes ?? [];
  if (restricted) workspace.historyLimit = RESTRICTED_PAGE;
  const server: Server = {
    workspace,
    faults: faultQueue(),
    limiter: options.rateLimits === false ? undefined : createRateLimits(clock, restricted ? RESTRICTED : {}),
    calls: [],
  };

  const sandboxFetch = async (input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    // Use the caller's own signal, because the signal of a Request may be garbage collected before the caller aborts.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    signal?.throwIfAborted();
    const response = await serve(server, request, signal);
    return response.status === 302 ? followSlackRedirect(server, request, response, signal) : response;
  };

  return {
    fetch: sandboxFetch,
    listen: async (...none: unknown[]) => {
      noOptions(none[0]);
      return listen(
        withPassingTime(clock, (request: Request) =>
          serve(server, request, request.signal, new URL(request.url).origin),
        ),
        "/api/",
      );
    },
    clock,
    tokens: sandboxTokens,
    actionToken: ACTION_TOKEN,
    app: appOf(workspace),
    triggerId: () => newTrigger(workspace),
    functionExecutionId: () => newExecution(workspace),
    options: { fetch: sandboxFetch, clock },
    rotating: (kind = "bot") => {
      readOptions({ kind }, { kind: oneOf("bot", "user") }, "arguments of rotating", "");
      const token = workspace.tokens.get(sandboxTokens[kind])!;
      const { access_token, refresh_token } = issueTokens(workspace, newGrant(token));
      const { client_id, client_secret } = workspace.app;
      return { access_token, refresh_token, client_id, client_secret };
    },
    post: (message) => postAsPerson(workspace, message),
    deliverTo: (receiver, delivery) => deliverEvents(workspace, botOf(workspace), receiver, delivery),
    fail: (fault) => server.faults.add(readFault(fault, faultKinds, operations)),
    state: () => {
      deliverDue(workspace);
      return snapshot(workspace);
    },
    calls: () => structuredClone(server.calls),
  };
}

const botOf = ({ tokens, users }: Workspace): User => users.get(tokens.get(sandboxTokens.bot)!.user)!;

const appOf = ({ app: { client_id, client_secret, public_client_id } }: Workspace): SlackSandbox["app"] => ({
  client_id,
  client_secret,
  public_client_id,
});

/** Follows a redirect. Removes the token if the redirect leads to another origin, as the real `fetch` does. */
async function followSlackRedirect(
  server: Server,
  request: Request,
  response: Response,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  const url = new URL(response.headers.get("location") ?? "", request.url);
  if (request.redirect !== "follow" || !/(^|\.)slack\.com$/.test(url.hostname))
    return followRedirect(request, response);
  const headers = new Headers(request.headers);
  if (url.origin !== new URL(request.url).origin) headers.delete("authorization");
  const next = await serve(server, new Request(url, { headers }), signal);
  return Object.defineProperties(next, { redirected: { value: true }, url: { value: url.href } });
}
