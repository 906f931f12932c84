import { slackSandbox } from "agent-connectors/sandbox";
import { listen } from "../../../sandbox/listen.ts";

/** A write that has reached the simulated Slack. Times are values of `performance.now()`. */
export interface ArrivedWrite {
  method: string;
  text: string;
  ts: string;
  at: number;
}

export interface WatchedSlack {
  url: string;
  /** The writes of agents so far, oldest first. The writes of `asPerson` do not count. */
  writes: ArrivedWrite[];
  /** Is called when a write arrives, and before the response. */
  onWrite: (write: ArrivedWrite, moment: "arrives" | "is done") => void;
  /** Sends a request of a person, and returns the response. */
  asPerson(method: string, args: Record<string, string>): Promise<Record<string, unknown>>;
  /** Returns the text of a message, or undefined if there is no such message. */
  textOf(channel: string, ts: string): Promise<string | undefined>;
  /** Resolves when Slack has done all writes that have arrived. */
  idle(): Promise<void>;
  /** Forgets all messages and writes. The sandbox keeps all calls, so it would become slow. */
  renew(): void;
  close(): Promise<void>;
}

const writing = new Set(["chat.postMessage", "chat.update", "chat.delete"]);

export async function watchSlack(): Promise<WatchedSlack> {
  let sandbox = slackSandbox({ rateLimits: false });
  const underWay = new Set<Promise<Response>>();
  const server = await listen(async (request) => {
    const method = new URL(request.url).pathname.split("/").at(-1)!;
    if (!writing.has(method)) return sandbox.fetch(request);
    const body = await request.clone().text();
    const args = body.startsWith("{")
      ? (JSON.parse(body) as Record<string, string>)
      : Object.fromEntries(new URLSearchParams(body));
    const write = { method, text: args["text"] ?? "", ts: args["ts"] ?? "", at: performance.now() };
    watched.writes.push(write);
    watched.onWrite(write, "arrives");
    const responding = (async () => {
      // Slack does a write that has arrived, even if its sender is gone.
      const response = await sandbox.fetch(request.url, { method: "POST", headers: request.headers, body });
      if (write.ts === "") write.ts = ((await response.clone().json()) as { ts?: string }).ts ?? "";
      return response;
    })();
    underWay.add(responding);
    const response = await responding;
    underWay.delete(responding);
    watched.onWrite(write, "is done");
    return response;
  }, "/api");
  const asPerson: WatchedSlack["asPerson"] = async (method, args) => {
    const response = await sandbox.fetch(`https://slack.com/api/${method}`, {
      method: "POST",
      headers: { authorization: `Bearer ${sandbox.tokens.bot}` },
      body: new URLSearchParams(args),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const watched: WatchedSlack = {
    url: server.url,
    writes: [],
    onWrite() {},
    asPerson,
    async textOf(channel, ts) {
      const only = { channel, latest: ts, oldest: ts, inclusive: "true", limit: "1" };
      const { messages } = (await asPerson("conversations.history", only)) as {
        messages: { ts: string; text: string }[];
      };
      return messages.find((one) => one.ts === ts)?.text;
    },
    async idle() {
      while (underWay.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    renew() {
      sandbox = slackSandbox({ rateLimits: false });
      watched.writes.length = 0;
    },
    close: () => server.close(),
  };
  return watched;
}
