import { stringAt, type Dict } from "../../../core/ground/json.ts";

// Every message that is posted carries a key in its metadata, by which it is known again when Slack's answer is lost.
// Slack has no idempotency of its own. https://docs.slack.dev/messaging/message-metadata

const eventType = "agent_connectors_message";

export const marked = (args: Dict, key: string): Dict => ({
  ...args,
  metadata: { event_type: eventType, event_payload: { key } },
});

/** The key of a message that was read with its metadata; undefined where it has none of ours. */
export const keyOf = (message: Dict): string | undefined =>
  stringAt(message, "metadata.event_type") === eventType
    ? stringAt(message, "metadata.event_payload.key")
    : undefined;

/** The message as it is to others. */
export function withoutMark(message: Dict): Dict {
  if (keyOf(message) === undefined) return message;
  const { metadata: _mark, ...rest } = message;
  return rest;
}
