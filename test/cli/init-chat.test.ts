import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { agentTools, type AgentTool } from "agent-connectors";
import type { SlackConnector } from "agent-connectors/slack";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  checkLooks,
  noChromium,
  openChromium,
  type Chromium,
  type Tab,
} from "../../service/test/support/browser/chromium.ts";
import { runNode } from "../run-node.ts";
import { runHere } from "./run-here.ts";

// The chat that `init` writes, with the sandbox and the script that stands in for the model.

const root = fileURLToPath(new URL("../..", import.meta.url));
mkdirSync(join(root, "build"), { recursive: true });
// In this folder, the name of the package leads to the package itself.
const base = mkdtempSync(join(root, "build/init-chat-"));
afterAll(() => rmSync(base, { recursive: true }));

async function write(connector: string): Promise<string> {
  const folder = join(base, connector);
  const options = ["--framework", "chat", "--connector", connector, "--mode", "open-source"];
  const { code, stderr } = await runHere(["init", ...options, "--folder", folder]);
  expect([code, stderr]).toEqual([0, ""]);
  return folder;
}

interface Server {
  url: string;
  close(): void;
}

/** Starts the server of the written chat over a new sandbox. */
async function openChat() {
  const folder = join(base, "slack");
  const load = async <T>(file: string) => (await import(pathToFileURL(join(folder, file)).href)) as T;
  const [{ startServer }, { openTestConnector }, { startScriptedModel }] = await Promise.all([
    load<{ startServer(tools: AgentTool[]): Promise<Server> }>("server.ts"),
    load<{ openTestConnector(): Promise<{ connector: SlackConnector }> }>("connector.ts"),
    load<{ startScriptedModel(): Promise<() => Promise<void>> }>("scripted-model.ts"),
  ]);
  const { OPENAI_API_KEY, OPENAI_BASE_URL } = process.env;
  const stop = await startScriptedModel();
  const { connector } = await openTestConnector();
  const server = await startServer(await agentTools(connector, { effects: ["read", "write"] }));
  return {
    url: server.url,
    posted: async () => {
      const { data } = await connector.execute("channel_messages", "list", { channel: "#general" });
      return data.filter(({ text }) => text === "Lunch is here.").length;
    },
    async close() {
      server.close();
      await stop();
      for (const [name, value] of Object.entries({ OPENAI_API_KEY, OPENAI_BASE_URL }))
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    },
  };
}

let chat: Awaited<ReturnType<typeof openChat>>;
beforeAll(async () => {
  await write("slack");
  chat = await openChat();
});
afterAll(() => chat?.close());

// The platforms of these two connectors have a sandbox, and a recording.
test.each(["slack", "gmail"])("the chat's own test passes with %s", async (connector) => {
  const folder = connector === "slack" ? join(base, connector) : await write(connector);
  const tested = await runNode(["--test", join(folder, "chat.test.ts")]);
  expect([tested.code, tested.stdout]).toEqual([0, expect.stringContaining("pass 3\n")]);
});

test("a page of another site can neither send a message nor read an answer", async () => {
  const send = (headers: Record<string, string>) =>
    fetch(`${chat.url}/messages`, { method: "POST", headers, body: `{"id":"x","text":"Hello"}` });
  for (const origin of ["https://evil.example", "null"]) expect((await send({ origin })).status).toBe(403);
  expect((await send({})).status).toBe(403);
  expect((await send({ origin: chat.url })).status).toBe(200);
});

describe.skipIf(noChromium !== undefined)("the chat in Chromium", { timeout: 60_000 }, () => {
  let chromium: Chromium;
  let tab: Tab;
  beforeAll(async () => {
    chromium = await openChromium();
    tab = await chromium.newTab();
    await tab.open(chat.url);
  });
  afterAll(() => chromium?.close());
  const last = (text: string) => tab.until(`document.querySelector("#messages").lastChild?.textContent === ${JSON.stringify(text)} && !document.querySelector("form input").disabled`); // prettier-ignore

  test("the model answers each message, and a message is posted once, after Approve", async () => {
    await checkLooks(tab, "empty");
    await tab.click("Which channels");
    await last('I found 3. "Result" above shows them.');
    await tab.click("Tell #general");
    await tab.until(`document.querySelector(".card.open .buttons")`);
    const asked = await tab.text();
    for (const line of ["As: assistant", "Where: #general", 'Param text: "Lunch is here."'])
      expect(asked).toContain(line);
    expect(await chat.posted()).toBe(0);
    await checkLooks(tab, "asked");
    await tab.click("Approve", 2);
    await last("Done.");
    expect(await chat.posted()).toBe(1);
    // The newest answer is in the window, above the field.
    expect(await tab.read(`document.querySelector("#messages").lastChild.getBoundingClientRect().bottom <= document.querySelector("form").getBoundingClientRect().top`)).toBe(true); // prettier-ignore
    await tab.read(`document.querySelector("details").open = true`);
    await checkLooks(tab, "answered");
  });

  test("after Deny, nothing is posted, and the model says so", async () => {
    await tab.click("Tell #general");
    await tab.click("Deny");
    await last("All right, I changed nothing.");
    expect(await tab.text()).toContain("You denied this call. Nothing was sent.");
    expect(await chat.posted()).toBe(1);
  });

  test("HTML in a message is shown as text, and the browser loads nothing from elsewhere", async () => {
    await tab.fill("text", "<img src=https://evil.example/x.png>");
    await tab.click("Send");
    await last('I am a script in place of a model. I understand only "Which channels are there?" and "Tell #general that lunch is here."'); // prettier-ignore
    expect(await tab.text()).toContain("<img src=https://evil.example/x.png>");
    expect(tab.messages).toEqual([]);
    expect(tab.requests.filter(({ url }) => !url.startsWith(chat.url))).toEqual([]);
  });
});
