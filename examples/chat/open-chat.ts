import { randomBytes } from "node:crypto";
import { memoryStore } from "agent-connectors/store";
import { bundlePage } from "./bundle-page.ts";
import { openConnectors, type Platforms } from "./connectors.ts";
import { conversationStore } from "./conversations.ts";
import { listen } from "./http-server.ts";
import { chooseModel } from "./model.ts";
import { people } from "./people.ts";
import { routes } from "./routes.ts";
import { sessionStore } from "./sessions.ts";

export interface ChatOptions {
  /** Default: a port that the system chooses. */
  port?: number;
  /** Default: new sandboxes. */
  platforms?: Platforms;
  /** Milliseconds between two words of the scripted model. Default: 20. */
  wordDelayMs?: number;
}

/** Starts the hosted service, creates the connectors of each person, and serves the page. */
export async function openChat({ port = 0, platforms, wordDelayMs = 20 }: ChatOptions = {}) {
  const [page, connectors] = await Promise.all([bundlePage(), openConnectors(people, platforms)]);
  const handle = routes({
    page,
    model: await chooseModel(wordDelayMs),
    toolsOf: connectors.toolsOf,
    sessions: sessionStore(),
    conversations: conversationStore(),
    store: memoryStore(),
    approvalSecret: process.env.APPROVAL_SECRET ?? randomBytes(32).toString("hex"),
  });
  const server = await listen(handle, port);
  return {
    url: server.url,
    async close() {
      await server.close();
      await connectors.close();
    },
  };
}
