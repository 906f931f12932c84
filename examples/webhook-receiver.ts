import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { verifyWebhook } from "agent-connectors";

// A web application that learns from the hosted service when a connector of a user changes.

const { WEBHOOK_SECRET = "", PORT = "3001" } = process.env;

/** The ids of handled events. A real application keeps such ids in a database. */
const handled = new Set<string>();

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  // The signature belongs to the raw bytes, so check it before you parse the body.
  const body = new Uint8Array(Buffer.concat(chunks));
  const event = await verifyWebhook({ body, headers: request.headers }, { secret: WEBHOOK_SECRET });
  if (!event) return void response.writeHead(401).end();
  // The service sends an event again if it does not get your response.
  if (!handled.has(event.id)) {
    handled.add(event.id);
    const { connector_id, external_user_id } = event.data;
    if (event.type === "connector.reauth_required")
      console.log(`Ask ${external_user_id} to connect ${connector_id} again.`);
    else console.log(event.type, connector_id ?? "");
  }
  response.writeHead(204).end();
}

createServer((request, response) => {
  answer(request, response).catch(({ message }: Error) => {
    console.error(message);
    response.writeHead(500).end();
  });
}).listen(Number(PORT), "127.0.0.1", () => console.log(`Listening on http://127.0.0.1:${PORT}`));
