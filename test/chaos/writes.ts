import type { createClient } from "./client.ts";

// Requests that create connectors and post messages.

export const connectorsPath = "/v1/integrations/connectors";

export const connectorOf = (name: string) => ({
  external_user_id: "u1",
  connector_type: "slack",
  name,
  credentials: { api_token: "xoxb-sandbox-bot" },
});

/** There are several channels, because Slack limits the messages per channel. */
const channels = ["C07A1QW2ER3", "C07A3GP6AS7", "C07A4DF8GH9"];

const sumOf = (bytes: Uint8Array) => bytes.reduce((sum, byte) => sum + byte, 0);

export const messageOf = (text: string) => ({
  entity: "messages",
  action: "create",
  params: {
    channel: channels[sumOf(Buffer.from(text)) % channels.length],
    text,
  },
});

/** Returns all connectors that the token can see. */
export async function connectorsOf(client: ReturnType<typeof createClient>, token: string) {
  const found: { id: string; name: string }[] = [];
  for (let cursor = ""; ;) {
    const { body } = await client.get(`${connectorsPath}?limit=200${cursor}`, token);
    found.push(...body.data);
    if (body.next_cursor === null) return found;
    cursor = `&cursor=${body.next_cursor}`;
  }
}
