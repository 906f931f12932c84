import { systemClock } from "agent-connectors";
import { SlackConnector } from "agent-connectors/slack";

// A clock that skips the waits for Slack's rate limits: a wait ends at once and moves the clock forward.
let skipped = 0;
const now = () => systemClock.now() + skipped;
const sleep = async (ms) => {
  const end = now() + ms;
  await undefined;
  skipped = Math.max(skipped, end - systemClock.now());
};
const clock = { ...systemClock, now, sleep };

export function open(endpoint) {
  const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { endpoint, clock });
  return {
    small: async () => (await slack.execute("channels", "get", { channel: "C012AB3CD" })).data.id,
    page: async () => (await slack.execute("channels", "list", { limit: 90 })).data[0].id,
    records: () => slack.channels.list.all({ limit: 100 }),
  };
}
