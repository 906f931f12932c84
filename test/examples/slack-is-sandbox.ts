import { slackSandbox } from "agent-connectors/sandbox";

// Loaded before an example that is run as it stands: what it sends to slack.com reaches a sandbox.
const sandbox = slackSandbox();
const outside = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  return url.host === "slack.com" ? sandbox.fetch(input, init) : outside(input, init);
};
