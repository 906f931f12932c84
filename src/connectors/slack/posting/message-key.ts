import { stringAt, type Dict } from "../../../core/ground/json.ts";
import { withText } from "../text/readable-text.ts";

// Every posted message has a key in its metadata. If Slack's response to the request is lost, the connector searches
// for the message by this key. The key is needed because Slack has no idempotency keys.
// https://docs.slack.dev/messaging/message-metadata

const eventType = "agent_connectors_message";

export const withKey = (args: Dict, key: string): Dict => ({
  ...args,
  metadata: { event_type: eventType, event_payload: { key } },
});

/** Returns the key of a message. The message must have been read with its metadata. */
export const keyOf = (message: Dict): string | undefined =>
  stringAt(message, "metadata.event_type") === eventType
    ? stringAt(message, "metadata.event_payload.key")
    : undefined;

/** Returns the message without the metadata that contains the key. */
export function withoutKey(message: Dict): Dict {
  if (keyOf(message) === undefined) return message;
  const { metadata: _key, ...rest } = message;
  return rest;
}

/** Returns the message in the form in which read actions return it: with a `text`, and without the key. */
export const readMessage = (message: Dict): Dict => withText(withoutKey(message));
