import { LogLevel, WebClient } from "@slack/web-api";
import { slackSandbox, type SlackSandbox, type SlackSandboxOptions } from "agent-connectors/sandbox";
import { onTestFinished } from "vitest";

export interface Clients {
  sandbox: SlackSandbox;
  /** The URL of the sandbox, which ends in `/api/`. */
  url: string;
  bot: WebClient;
  person: WebClient;
  client(token?: string): WebClient;
  /** Returns the id of the channel or user with this name. */
  id(name: string): string;
}

/** Opens a sandbox on a socket, and connects Slack's own client to it. This checks the sandbox's wire format. */
export async function connect(options: SlackSandboxOptions = {}): Promise<Clients> {
  const sandbox = slackSandbox(options);
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const client = (token?: string): WebClient =>
    new WebClient(token, {
      slackApiUrl: server.url,
      retryConfig: { retries: 0 },
      logLevel: LogLevel.ERROR,
      rejectRateLimitedCalls: true,
    });
  return {
    sandbox,
    url: server.url,
    bot: client(sandbox.tokens.bot),
    person: client(sandbox.tokens.user),
    client,
    id: (name) => {
      const { channels, users } = sandbox.state();
      return [...channels, ...users].find((each) => each.name === name)?.id ?? "";
    },
  };
}

/** Returns the error code of a failed call of Slack's client. */
export const failure = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "no failure",
    (error: { data?: { error?: string }; code?: string }) => error.data?.error ?? error.code,
  );
