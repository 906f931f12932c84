import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { SlackConnector } from "agent-connectors/slack";

// A web application whose users connect their Slack workspaces through the hosted service, and then use them.

const { AGENT_CONNECTORS_CLIENT_ID = "", AGENT_CONNECTORS_CLIENT_SECRET = "", PORT = "3000" } = process.env;
const origin = `http://127.0.0.1:${PORT}`;

/**
 * Returns the user who is signed in to your application. Take the id from your own session, never from the request's
 * URL.
 */
const signedInUser = (_request: IncomingMessage) => "ana";

// The address of the service is in the variable AGENT_CONNECTORS_URL.
const hosted = (external_user_id: string) => ({
  external_user_id,
  airbyte_client_id: AGENT_CONNECTORS_CLIENT_ID,
  airbyte_client_secret: AGENT_CONNECTORS_CLIENT_SECRET,
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url!, origin);
  const user = hosted(signedInUser(request));
  if (pathname === "/connect") {
    // Ask for the scopes of the actions that your agent needs.
    const include = ["channels.list", "messages.create"];
    const { url } = await SlackConnector.createSession({
      ...user,
      include,
      return_url: `${origin}/connected`,
    });
    response.writeHead(303, { location: url }).end();
  } else if (pathname === "/connected" && query.has("result")) {
    const session_id = query.get("session_id")!;
    const slack = await SlackConnector.confirmSession({ ...user, session_id, result: query.get("result")! });
    const { data } = await slack.channels.list({ limit: 3 });
    response.end(`Connected. Channels: ${data.map(({ name }) => name).join(", ")}`);
  } else if (pathname === "/connected") {
    response.end(`Not connected: ${query.get("error")}`);
  } else response.writeHead(404).end();
}

createServer((request, response) => {
  answer(request, response).catch(({ message, hint }: { message: string; hint?: string }) => {
    response.writeHead(500).end(`${message} ${hint ?? ""}`);
  });
}).listen(Number(PORT), "127.0.0.1", () => console.log(`Open ${origin}/connect`));
