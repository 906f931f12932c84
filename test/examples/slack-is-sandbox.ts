import { slackSandbox } from "agent-connectors/sandbox";

// This module is loaded before an unchanged example runs. Requests of the example to slack.com then go to a sandbox.
const sandbox = slackSandbox();
const outside = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  return url.host === "slack.com" ? sandbox.fetch(input, init) : outside(input, init);
};
