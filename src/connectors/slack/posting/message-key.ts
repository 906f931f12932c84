import { stringAt, type Dict } from "../../../core/ground/json.ts";
import { withText } from "../text/readable-text.ts";

// Every posted message has a key in its metadata. If the answer to a post is lost, the key finds the message. Slack has no
// idempotency keys of its own. https://docs.slack.dev/messaging/message-metadata

const eventType = "agent_connectors_message";

export const withKey = (args: Dict, key: string): Dict => ({
  ...args,
  metadata: { event_type: eventType, event_payload: { key } },
});

/** The key of a message that was read with its metadata. */
export const keyOf = (message: Dict): string | undefined =>
  stringAt(message, "metadata.event_type") === eventType
    ? stringAt(message, "metadata.event_payload.key")
    : undefined;

/** The message without the metadata that holds the key. */
export function withoutKey(message: Dict): Dict {
  if (keyOf(message) === undefined) return message;
  const { metadata: _key, ...rest } = message;
  return rest;
}

/** A message as a read returns it: with text, without the key. */
export const readMessage = (message: Dict): Dict => withText(withoutKey(message));
