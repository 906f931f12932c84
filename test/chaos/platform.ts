import { slackSandbox } from "agent-connectors/sandbox";
import { countPosts } from "../../service/test/support/faulty-service.ts";
import { listen } from "../../sandbox/listen.ts";
import { createRandomMoment, type RandomMoment } from "./random-moment.ts";

/** A simulated Slack on a separate port, which keeps running when the service is killed. */
export interface Platform {
  url: string;

  /** Returns the number of messages with this text. */
  posted(text: string): number;
  /** Calls a function at a random moment while a message is posted. */
  atRandomMoment: RandomMoment["act"];
  close(): Promise<void>;
}

export async function openPlatform(): Promise<Platform> {
  const posted = new Map<string, number>();
  const fetch = countPosts(slackSandbox({ rateLimits: false }).fetch, posted);
  const moment = createRandomMoment();
  const server = await listen(async (request) => {
    const isPost = request.url.endsWith("/chat.postMessage");
    if (isPost) moment.reached("arrives");
    const response = await fetch(request);
    if (isPost) moment.reached("is done");
    return response;
  }, "/api");
  return {
    url: server.url,
    posted: (text) => posted.get(text) ?? 0,
    atRandomMoment: moment.act,
    close: () => server.close(),
  };
}
