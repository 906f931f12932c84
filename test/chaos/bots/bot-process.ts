import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { listen } from "../../../sandbox/listen.ts";

// Runs a Slack bot of `examples/` unchanged. The first argument is the file of the bot. Requests of the bot to slack.com
// go to SLACK_API_URL. Sends the bot's address to the parent process.

const slackUrl = process.env["SLACK_API_URL"]!;
const outside = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.host !== "slack.com") return outside(input, init);
  const there = slackUrl + url.pathname.replace("/api/", "") + url.search;
  return outside(input instanceof Request ? new Request(there, input) : there, init);
};

process.env["PORT"] = String(await freePort());
const bot = (await import(new URL(process.argv[2]!, import.meta.url).href)) as {
  POST?: (request: Request) => Promise<Response>;
};
const url = bot.POST ? (await listen(bot.POST)).url : `http://127.0.0.1:${process.env["PORT"]}/slack/events`;
process.send!({ url });

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
