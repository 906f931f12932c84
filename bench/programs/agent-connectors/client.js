import { systemClock } from "agent-connectors";
import { SlackConnector } from "agent-connectors/slack";

// A clock that runs a million times faster, so that no call waits for Slack's rate limits.
const started = performance.now();
const clock = { ...systemClock, now: () => (performance.now() - started) * 1e6 };

export function open(endpoint) {
  const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { endpoint, clock });
  return {
    small: async () => (await slack.execute("channels", "get", { channel: "C012AB3CD" })).data.id,
    page: async () => (await slack.execute("channels", "list", { limit: 90 })).data[0].id,
    records: () => slack.channels.list.all({ limit: 100 }),
  };
}
