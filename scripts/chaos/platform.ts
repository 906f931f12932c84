import { slackSandbox } from "agent-connectors/sandbox";
import { countPosts } from "../../service/test/support/faulty-service.ts";
import { listen } from "../../sandbox/listen.ts";
import type { Random } from "./random.ts";

/** A simulated Slack on a separate port, which keeps running when the service is killed. */
export interface Platform {
  url: string;

  /** Returns the number of messages with this text. */
  posted(text: string): number;
  /**
   * Calls `act` once: when a message arrives, before Slack's response to a message, or after a short time. The
   * choice is random. Returns a function that ends the wait for this moment. This function returns the result of
   * `act` if `act` was called.
   */
  atRandomMoment(random: Random, act: () => Promise<void>): () => Promise<void> | undefined;
  close(): Promise<void>;
}

export async function openPlatform(): Promise<Platform> {
  const posted = new Map<string, number>();
  const fetch = countPosts(slackSandbox({ rateLimits: false }).fetch, posted);
  let onPost = (_moment: "arrives" | "is posted") => {};
  const server = await listen(async (request) => {
    const isPost = request.url.endsWith("/chat.postMessage");
    if (isPost) onPost("arrives");
    const response = await fetch(request);
    if (isPost) onPost("is posted");
    return response;
  }, "/api");
  return {
    url: server.url,
    posted: (text) => posted.get(text) ?? 0,
    atRandomMoment(random, act) {
      const moment = random.pick(["arrives", "is posted", "time"] as const);
      let left = random.below(8) + 1;
      let acted: Promise<void> | undefined;
      const timer =
        moment === "time" ? setTimeout(() => void (acted ??= act()), random.below(120)) : undefined;
      onPost = (seen) => {
        if (seen === moment && --left === 0) acted ??= act();
      };
      return () => {
        clearTimeout(timer);
        onPost = () => {};
        return acted;
      };
    },
    close: () => server.close(),
  };
}
