import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";

// A web application that connects a Slack workspace. The sandbox imitates Slack and its consent page.
// For the real Slack, leave out `code`, and use the client id and the client secret of your Slack app.
const sandbox = slackSandbox();
const slackServer = await sandbox.listen();
const code = { endpoint: slackServer.url.replace(/\/$/, "") };
const { client_id, client_secret } = sandbox.app;
const application = { client_id, client_secret };

// The scopes of only the actions that the agent needs.
const scopes = await SlackConnector.scopes({ include: ["channels.list", "messages.create"] });

// Keep `pending` in the session of the person who connects. Use `pending` only for this browser, and only once.
let pending: Awaited<ReturnType<typeof SlackConnector.startConnect>>["pending"] | undefined;
const server = createServer((request, response) => void answer(request, response));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as { port: number };
const origin = `http://127.0.0.1:${port}`;
console.log(`Open ${origin}/connect`);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = new URL(request.url!, origin);
  if (address.pathname === "/connect") {
    const started = await SlackConnector.startConnect(
      { application, redirectUri: `${origin}/callback`, scopes },
      code,
    );
    pending = started.pending;
    response.writeHead(303, { location: started.url }).end();
    return;
  }
  if (address.pathname !== "/callback" || !pending) {
    response.writeHead(404).end();
    return;
  }
  const attempt = pending;
  pending = undefined;
  const callback = address.href;
  const text = await SlackConnector.finishConnect({ application, pending: attempt, callback }, code).then(
    async ([grant]) => {
      // `grant.auth` is the option `auth` of a connector. Encrypt `grant.auth` before you store it.
      const slack = new SlackConnector({ auth: grant!.auth as { api_token: string } }, code);
      const { data } = await slack.channels.list({ limit: 3 });
      return `Connected ${grant!.account?.name}. Channels: ${data.map(({ name }) => name).join(", ")}`;
    },
    ({ message, hint }) => `${message} ${hint}`,
  );
  response.end(text);
}
