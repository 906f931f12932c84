import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebClient } from "@slack/web-api";
import { systemClock } from "agent-connectors";
import { SlackConnector } from "agent-connectors/slack";

// Compares the CPU time of a call with that of plain `fetch` and of Slack's own client. All three send the same request
// to the same local server. They take turns in one process. Prints the median time of each, and the ratio of this
// median to the median of `fetch`.
// Run: node --conditions=agent-connectors-source bench/call.ts

const rounds = 15;
const calls = 300;
/** The number of parallel calls. Slack accepts more parallel calls than this. */
const together = 20;
const channels = Array.from({ length: 100 }, (_, index) => ({
  id: `C0${String(index).padStart(8, "0")}`,
  name: `channel-${index}`,
  is_member: true,
  topic: { value: "A topic of the usual length", creator: "U012AB3CD", last_set: 1 },
  purpose: { value: "What this channel is for, in a few words", creator: "U012AB3CD", last_set: 1 },
}));
const answers: Record<string, string> = {
  "/conversations.info": JSON.stringify({ ok: true, channel: channels[0] }),
  "/conversations.list": JSON.stringify({ ok: true, channels, response_metadata: { next_cursor: "" } }),
};
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    response.setHeader("content-type", "application/json");
    response.end(answers[request.url!]);
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const headers = { authorization: "Bearer xoxb-1", "content-type": "application/x-www-form-urlencoded" };
// A clock that runs a million times faster, so that no call waits for Slack's rate limit.
const started = performance.now();
const clock = { ...systemClock, now: () => (performance.now() - started) * 1e6 };
const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { endpoint, clock });
const client = new WebClient("xoxb-1", { slackApiUrl: `${endpoint}/`, retryConfig: { retries: 0 } });
const post = async (path: string, body: string) =>
  (await fetch(endpoint + path, { method: "POST", headers, body })).json();

const subjects = {
  "one channel": {
    fetch: () => post("/conversations.info", "channel=C012AB3CD"),
    "agent-connectors": () => slack.execute("channels", "get", { channel: "C012AB3CD" }),
    "@slack/web-api": () => client.conversations.info({ channel: "C012AB3CD" }),
  },
  "100 channels": {
    fetch: () => post("/conversations.list", "limit=100"),
    "agent-connectors": () => slack.execute("channels", "list", { limit: 100 }),
    "@slack/web-api": () => client.conversations.list({ limit: 100 }),
  },
};

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

for (const [what, contenders] of Object.entries(subjects)) {
  const times = new Map<string, number[]>();
  for (let round = -2; round < rounds; round++)
    for (const [name, run] of Object.entries(contenders)) {
      const start = process.cpuUsage();
      for (let done = 0; done < calls; done += together)
        await Promise.all(Array.from({ length: together }, () => run()));
      const { user, system } = process.cpuUsage(start);
      if (round >= 0) times.set(name, [...(times.get(name) ?? []), (user + system) / calls]);
    }
  const base = median(times.get("fetch")!);
  for (const [name, values] of times)
    console.log(
      `${what}: ${name.padEnd(17)} ${median(values).toFixed(0).padStart(5)} us CPU a call, ${(median(values) / base).toFixed(2)}x fetch`,
    );
}
server.close();
server.closeAllConnections();
