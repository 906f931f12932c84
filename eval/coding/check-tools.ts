import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { slackSandbox, type SlackSandboxOptions } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";

// What several checks need. The harness copies this file beside the check.

/** Opens a new Slack in memory, with the options that a solution passes to its connector. */
export function openSlack(options: SlackSandboxOptions = {}) {
  const sandbox = slackSandbox(options);
  const open = (more: object = {}) =>
    new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, { ...sandbox.options, ...more });
  return {
    sandbox,
    slack: open(),
    auth: { api_token: sandbox.tokens.bot },
    /** The number of messages with this text that Slack got. */
    posts: (text: string) =>
      sandbox
        .calls()
        .filter((call) => call.method === "chat.postMessage" && call.ok && call.args["text"] === text).length,
  };
}

export const post = (text: string, channel = "#general") => ({
  entity: "messages",
  action: "create",
  params: { channel, text },
});
export const listChannels = { entity: "channels", action: "list", params: { limit: 3 } };

/** Returns the code of the error with which a promise fails, or `undefined` if it succeeds. */
export const codeOf = (promise: Promise<unknown>): Promise<string | undefined> =>
  promise.then(
    () => undefined,
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

export interface Got {
  path: string;
  body: Record<string, unknown>;
}

/** Starts a stand-in for the hosted service that keeps the requests. `answer` returns the body of a response. */
export async function fakeService(answer: (got: Got) => object | undefined) {
  const requests: Got[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const text = await readBody(request);
    const got = { path: request.url!, body: (text ? JSON.parse(text) : {}) as Record<string, unknown> };
    requests.push(got);
    const body = answer(got);
    response.writeHead(body ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(body ?? { code: "not_found", message: "Not found." }));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
