import { systemClock } from "agent-connectors/toolkit";
import { SlackConnector } from "agent-connectors/slack";

// With the two clocks below, the connector does not wait for Slack's rate limits.

// For many calls at a time: a clock that runs a million times faster.
const started = performance.now();
const fast = { ...systemClock, now: () => (performance.now() - started) * 1e6 };

// For one call after another: a clock whose waits end at once and move the clock forward.
let skipped = 0;
const skipping = {
  now: () => systemClock.now() + skipped,
  sleep: async (ms) => void (skipped += ms),
};

export function open(endpoint) {
  const connect = (clock) => new SlackConnector({ auth: { api_token: "xoxb-1" } }, { endpoint, clock });
  const slack = connect(fast);
  return {
    small: async () => (await slack.execute("channels", "get", { channel: "C012AB3CD" })).data.id,
    page: async () => (await slack.execute("channels", "list", { limit: 90 })).data[0].id,
    records: () => connect(skipping).channels.list.all({ limit: 100 }),
  };
}
