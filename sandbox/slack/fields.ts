/** A JSON object of the Slack API. */
export type Fields = Record<string, unknown>;
