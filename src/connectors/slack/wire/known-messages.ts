import { knownMessages } from "../../../core/ground/quote-others.ts";

// Slack's own sentences. No name of a person or a channel can stand in them. https://docs.slack.dev/apis/web-api

const aboutBlocks = [
  "missing required field: {}",
  "invalid additional property: {}",
  "unsupported type: {}",
  "failed to match all allowed schemas",
  "must be less than {} characters",
  "must be more than {} characters",
  "no more than {} items allowed",
  "no fewer than {} items allowed",
  "must be a valid enum value",
  "must be a valid URL",
  "must provide an object",
  "must provide an array",
  "must provide a string",
  "must provide a number",
  "must provide a boolean",
];

export const platformMessages: readonly string[] = [
  ...aboutBlocks,
  ...aboutBlocks.map((sentence) => `${sentence} [json-pointer:{}]`),
  "input must match regex pattern: {}",
  "A Content-Type HTTP header was presented but did not declare a charset, such as a 'utf-8'",
  "The message was truncated",
  // What this package says about readers.
  "everybody in the workspace",
  "everybody on the internet who has the link",
  "only the account that makes the call",
  "the internet",
];

export const isSlackMessage = knownMessages(platformMessages);
