import { SlackConnector } from "agent-connectors/slack";
import { slackSandbox } from "agent-connectors/sandbox";
import { createEmulator } from "emulate";
import type { SlackBench } from "../../suites/slack.ts";

type Fetch = typeof globalThis.fetch;

/** Returns a `fetch` that records the Web API methods of its requests. */
export function counting(fetch: Fetch): { fetch: Fetch; sent: () => readonly string[] } {
  const methods: string[] = [];
  return {
    fetch: (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      methods.push(new URL(url).pathname.split("/").at(-1)!);
      return fetch(input, init);
    },
    sent: () => [...methods],
  };
}

/** Returns a function that calls a method of the server directly, without the connector. */
export const looker =
  (fetch: Fetch, endpoint: string, token: string): SlackBench["look"] =>
  async (method, args) => {
    const response = await fetch(`${endpoint}/${method}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams(args),
    });
    return (await response.json()) as Record<string, unknown>;
  };

/** Opens a sandbox in this process. `watch` can wrap its `fetch`. */
export async function openInProcess(watch: (fetch: Fetch) => Fetch = (fetch) => fetch): Promise<SlackBench> {
  const sandbox = slackSandbox();
  const { fetch, sent } = counting(watch(sandbox.fetch));
  return {
    slack: new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, { ...sandbox.options, fetch }),
    user: new SlackConnector({ auth: { api_token: sandbox.tokens.user } }, { ...sandbox.options, fetch }),
    sent,
    look: looker(sandbox.fetch, "https://slack.com/api", sandbox.tokens.bot),
    trigger: sandbox.triggerId,
    execution: sandbox.functionExecutionId,
  };
}

/** Opens a sandbox that listens on a socket. The connectors use its address as their endpoint. */
export async function openListening(): Promise<SlackBench> {
  const sandbox = slackSandbox();
  const { url, close } = await sandbox.listen();
  return {
    slack: new SlackConnector(
      { auth: { api_token: sandbox.tokens.bot } },
      { endpoint: url, clock: sandbox.clock },
    ),
    user: new SlackConnector(
      { auth: { api_token: sandbox.tokens.user } },
      { endpoint: url, clock: sandbox.clock },
    ),
    sent: () => sandbox.calls().map(({ method }) => method),
    look: looker(globalThis.fetch, url.replace(/\/$/, ""), sandbox.tokens.bot),
    trigger: sandbox.triggerId,
    execution: sandbox.functionExecutionId,
    close,
  };
}

/** Opens the Slack server of the package `emulate`, which is not part of this project. */
export async function openEmulate(): Promise<SlackBench> {
  const token = "xoxb-emulated";
  const seed = {
    users: [
      { name: "alice", real_name: "Alice Archer", email: "alice@acme.test" },
      { name: "bob", real_name: "Bob Baker", email: "bob@acme.test" },
    ],
    tokens: [
      { token, user: "alice", type: "bot" },
      { token: "xoxp-emulated", user: "alice", type: "user" },
    ],
  };
  const server = await createEmulator({ service: "slack", port: 0, seed: { slack: seed } });
  const endpoint = `${server.url.replace("localhost", "127.0.0.1")}/api`;
  const { fetch, sent } = counting(globalThis.fetch);
  return {
    slack: new SlackConnector(
      { auth: { api_token: token } },
      { endpoint, fetch, clock: slackSandbox().clock },
    ),
    user: new SlackConnector(
      { auth: { api_token: "xoxp-emulated" } },
      { endpoint, fetch, clock: slackSandbox().clock },
    ),
    sent,
    look: looker(globalThis.fetch, endpoint, token),
    close: () => server.close(),
  };
}
