import { isDict, stringAt, type Dict } from "../../../core/ground/json.ts";
import { withText } from "../text/readable-text.ts";

// Every posted message has a key in its metadata. If Slack's response is lost, the connector searches for the message
// with this key, because Slack has no idempotency keys. https://docs.slack.dev/messaging/message-metadata

const eventType = "agent_connectors_message";

/** The name of the key in the caller's own `event_payload`. */
const keyName = "agent_connectors_key";

/** Adds the key to the arguments of a post. The caller's own metadata stays. */
export function withKey({ metadata, ...args }: Dict, key: string): Dict {
  if (!isDict(metadata)) return { ...args, metadata: { event_type: eventType, event_payload: { key } } };
  const payload = isDict(metadata.event_payload) ? metadata.event_payload : {};
  return { ...args, metadata: { ...metadata, event_payload: { ...payload, [keyName]: key } } };
}

/** Returns the key of a message that was read with its metadata. */
export const keyOf = (message: Dict): string | undefined =>
  stringAt(message, "metadata.event_type") === eventType
    ? stringAt(message, "metadata.event_payload.key")
    : stringAt(message, `metadata.event_payload.${keyName}`);

/** Removes the key from a message. Keeps the caller's own metadata. */
export function withoutKey(message: Dict): Dict {
  if (keyOf(message) === undefined) return message;
  const { metadata, ...rest } = message;
  if (stringAt(message, "metadata.event_type") === eventType || !isDict(metadata)) return rest;
  const { [keyName]: _key, ...event_payload } = metadata.event_payload as Dict;
  return { ...rest, metadata: { ...metadata, event_payload } };
}

/** Converts a message to the form that read actions return: with a `text`, and without the key. */
export const readMessage = (message: Dict): Dict => withText(withoutKey(message));
