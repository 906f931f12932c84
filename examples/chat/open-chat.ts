import { createHmac, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { sealedStore, sqliteStore } from "agent-connectors/store";
import { listen } from "agent-connectors-service";
import type { LanguageModel } from "ai";
import { bundlePage } from "./bundle-page.ts";
import { openConnectors, type Platforms } from "./connectors.ts";
import { conversationStore } from "./conversations.ts";
import { chooseModel } from "./model.ts";
import { people } from "./people.ts";
import { routes } from "./routes.ts";
import { runningAnswers } from "./running-answers.ts";
import { signIn, type SignInOptions } from "./sign-in.ts";

export interface ChatOptions {
  /** Default: a port that the system chooses. */
  port?: number;
  /** The address of the page in the browser, if a proxy serves it. Default: the address on loopback. */
  publicUrl?: string | undefined;
  /** The folder of the database and of the connectors. Default: a folder that is deleted when the chat ends. */
  directory?: string | undefined;
  /** Sends a person the code to sign in. Default: prints it. */
  sendCode?: SignInOptions["sendCode"];
  /** Default: new sandboxes. */
  platforms?: Platforms;
  /** Default: a real model, or a script if the environment has no key of one. */
  model?: LanguageModel;
}

/** Starts the hosted service, creates the connectors of each person, and serves the page. */
export async function openChat({
  port = 0,
  publicUrl,
  directory,
  sendCode = (email, code) => console.log(`The code of ${email} is ${code}`),
  platforms,
  model,
}: ChatOptions = {}) {
  const folder = directory ?? mkdtempSync(`${tmpdir()}/agent-connectors-chat-`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [page, connectors, chosenModel] = await Promise.all([
    bundlePage(),
    openConnectors(people, folder, platforms),
    model ?? chooseModel(),
  ]);
  // One file has the conversations, the sessions, and what people have answered to questions.
  const database = new DatabaseSync(`${folder}/chat.db`);
  const secret = process.env.CHAT_SECRET ?? secretIn(`${folder}/secret`);
  const keyFor = (use: string) => createHmac("sha256", secret).update(use).digest("base64");
  const answers = runningAnswers();
  let app: ReturnType<typeof routes> | undefined;
  const server = await listen(async (request) => app!.fetch(request), "127.0.0.1", port);
  app = routes({
    origin: new URL(publicUrl ?? server.url).origin,
    page,
    model: chosenModel,
    toolsOf: connectors.toolsOf,
    signIn: signIn({ database, people, secret: keyFor("codes"), sendCode }),
    conversations: conversationStore(database),
    answers,
    store: sealedStore(sqliteStore(database), keyFor("approvals")),
    approvalSecret: keyFor("signatures of approvals"),
  });
  return {
    url: server.url,
    async close() {
      await answers.close();
      await server.close(0);
      await connectors.close();
      database.close();
      if (directory === undefined) rmSync(folder, { recursive: true });
    },
  };
}

/** Returns the secret of this chat. After a restart, it must be the same. */
function secretIn(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8");
}
