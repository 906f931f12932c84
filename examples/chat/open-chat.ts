import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileStore } from "agent-connectors/file-store";
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
  /** The folder of the conversations, approvals and connectors. Default: a folder that is deleted when the chat ends. */
  directory?: string;
  /** Default: new sandboxes. */
  platforms?: Platforms;
  /** Milliseconds between two words of the scripted model. Default: 20. */
  wordDelayMs?: number;
}

/** Starts the hosted service, creates the connectors of each person, and serves the page. */
export async function openChat({ port = 0, directory, platforms, wordDelayMs = 20 }: ChatOptions = {}) {
  const folder = directory ?? mkdtempSync(`${tmpdir()}/agent-connectors-chat-`);
  const [page, connectors] = await Promise.all([bundlePage(), openConnectors(people, folder, platforms)]);
  const handle = routes({
    page,
    model: await chooseModel(wordDelayMs),
    toolsOf: connectors.toolsOf,
    sessions: sessionStore(),
    conversations: conversationStore(`${folder}/conversations`),
    store: fileStore(`${folder}/approvals`),
    approvalSecret: process.env.APPROVAL_SECRET ?? secretIn(`${folder}/approval-secret`),
  });
  const server = await listen(handle, port);
  return {
    url: server.url,
    async close() {
      await server.close();
      await connectors.close();
      if (directory === undefined) rmSync(folder, { recursive: true });
    },
  };
}

/** Returns the secret that signs approvals. After a restart, it must be the same. */
function secretIn(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8");
}
