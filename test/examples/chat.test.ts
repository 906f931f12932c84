import { spawn } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { agentTools, approvals } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { policy } from "../../examples/chat/connectors.ts";
import { openChat } from "../../examples/chat/open-chat.ts";
import {
  noChromium,
  openChromium,
  type Chromium,
  type Tab,
} from "../../service/test/support/browser/chromium.ts";

/** With this variable, the test writes pictures of the page to a directory. */
const pictures = process.env["CHAT_PICTURES"];

/** Wraps a `fetch`: adds a marked field to every object of a JSON response, and can hold a request. */
function watched(fetch: typeof globalThis.fetch) {
  let marked = 0;
  const mark = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((one, index) => mark(one, `${path}.${index}`));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([name, one]) => [name, mark(one, `${path}.${name}`)]);
    marked++;
    return { ...Object.fromEntries(entries), extra: `canary${path}` };
  };
  let onRequest = async (_url: string) => {};
  return {
    marked: () => marked,
    async fetch(input: string | URL | Request, init?: RequestInit) {
      await onRequest(input instanceof Request ? input.url : String(input));
      const response = await fetch(input, init);
      const isJson = /json/.test(response.headers.get("content-type") ?? "");
      return isJson ? Response.json(mark(await response.json(), ""), response) : response;
    },
    /** Holds the next request to this path until `release` is called. `arrived` resolves when the request arrives. */
    hold(path: RegExp) {
      const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      onRequest = async (url) => {
        if (!path.test(url)) return;
        onRequest = async () => {};
        arrived.resolve();
        await released.promise;
      };
      return { arrived: arrived.promise, release: released.resolve };
    },
  };
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Resolves when the client of the hosted service gives up the next call before it has a response. */
const abandonedCall = () =>
  new Promise<void>((resolve) => {
    const onRequest = (message: unknown) => {
      const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
      if (!request.url!.endsWith("/execute")) return;
      response.once("close", () => {
        if (response.writableFinished) return;
        unsubscribe("http.server.request.start", onRequest);
        resolve();
      });
    };
    subscribe("http.server.request.start", onRequest);
  });

describe.skipIf(noChromium !== undefined)("the chat in Chromium", { timeout: 30_000 }, () => {
  const slack = slackSandbox();
  const ads = amazonAdsSandbox();
  const slackWire = watched(slack.options.fetch);
  const adsWire = watched(ads.options.fetch);
  let chat: Awaited<ReturnType<typeof openChat>>;
  let chromium: Chromium;
  let tab: Tab;

  beforeAll(async () => {
    [chat, chromium] = await Promise.all([
      openChat({
        wordDelayMs: 0,
        platforms: {
          slack: { ...slack, options: { ...slack.options, fetch: slackWire.fetch } },
          ads: { ...ads, options: { ...ads.options, fetch: adsWire.fetch } },
        },
      }),
      openChromium(),
    ]);
    tab = await chromium.newTab();
    await tab.show({});
  });
  afterAll(async () => {
    await chromium?.close();
    await chat?.close();
  });

  const picture = async (name: string) => {
    if (pictures !== undefined) writeFileSync(`${pictures}/${name}.png`, await tab.picture());
  };
  const says = (text: string) => `document.body.innerText.includes(${JSON.stringify(text)})`;
  const ask = async (text: string, at = tab) => {
    await at.until(`document.querySelector("[type=submit]")`);
    await at.fill("text", text);
    await at.click("Send");
  };
  const posted = () => slack.calls().filter(({ method, ok }) => method === "chat.postMessage" && ok).length;
  const connector = new AmazonAdsConnector({ auth: ads.credentials }, ads.options);
  const profileId = "2381940675312846";
  const budget = async () => {
    const { data } = await connector.sponsored_product_campaigns.list({ profileId });
    return data.find(({ name }) => name === "Tents - Exact")!.budget?.budget;
  };
  const everyLook = [{}, { dark: true }, { width: 390 }];
  const checkLook = async (name: string, looks: object[] = everyLook) => {
    for (const look of looks) {
      await tab.show(look);
      await picture(`${name}-${Object.keys(look)[0] ?? "light"}`);
      expect(await tab.violations()).toEqual([]);
      const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
      expect(await tab.read(overflow)).toBe(0);
    }
    await tab.show({});
  };

  test("a person signs in, and reads a channel", async () => {
    await tab.open(chat.url);
    await tab.until(says("Who are you?"));
    await checkLook("sign-in", [{}]);
    await tab.press("Maya");
    await tab.click("What is new in #general?");
    await tab.until(says("The latest messages in #general:"));
    expect(await tab.text()).toMatch(/Slack: list channel messages\nDone\nchannel\n#general/);
    await tab.read(`document.querySelector(".card details").open = true`);
  });

  test("a question survives a reload, and two tabs and two clicks approve it once", async () => {
    await ask("Tell #general that lunch is here.");
    await tab.until(says("Needs your approval"));
    const reason = `document.querySelector(".asked dl").innerText`;
    const asked = await tab.read<string>(reason);
    expect(asked).toContain("maya.chen (U07AB3D8W2M)");
    expect(asked).toContain("#general (C07A1QW2ER3), 11 members");
    expect(asked).toContain('"Lunch is here."');
    await checkLook("asked");
    await tab.open(await tab.url());
    await tab.until(says("Needs your approval"));
    expect(await tab.read(reason)).toBe(asked);

    const other = await chromium.newTab();
    await other.open(await tab.url());
    await other.until(says("Needs your approval"));
    const before = posted();
    await Promise.all([tab.click("Approve", 2), other.click("Approve", 2)]);
    for (const one of [tab, other]) await one.until(says("I posted the message in #general."));
    expect(posted()).toBe(before + 1);
    const texts = await Promise.all([tab.text(), other.text()]);
    expect(texts.filter((text) => /already answered|still being written/.test(text)).length).toBe(1);
  });

  test("changed params are asked about again, and only they run", async () => {
    await ask("Raise the daily budget of Tents - Exact to 90.");
    await tab.until(says("budget.budget 80 -> 90"));
    const focused = () => tab.read("document.activeElement.name || document.activeElement.innerText");
    await tab.click("Edit");
    expect(await focused()).toBe("profileId");
    await tab.click("Cancel");
    expect(await focused()).toBe("Edit");
    await tab.click("Edit");
    await tab.fill("campaigns", "[{");
    await tab.click("Use these values");
    await tab.until(says("This is not valid JSON."));
    await checkLook("edit", [{ width: 390 }]);
    const campaignId = /campaignId (\d+)/.exec(await tab.text())![1];
    await tab.fill(
      "campaigns",
      JSON.stringify([{ campaignId, budget: { budget: 85, budgetType: "DAILY" } }]),
    );
    await tab.click("Use these values");
    await tab.until(says("budget.budget 80 -> 85"));
    expect(await budget()).toBe(80);
    await tab.click("Approve");
    await tab.until(says("The daily budget of Tents - Exact went from 80 to 85."));
    expect(await budget()).toBe(85);
  });

  test("a denied call does not run", async () => {
    const before = posted();
    await ask("Tell #general that lunch is gone.");
    await tab.click("Deny");
    await tab.until(says("All right, I changed nothing."));
    expect(posted()).toBe(before);
  });

  test("an approval is refused if the record has changed since the question", async () => {
    await ask("Raise the daily budget of Tents - Exact to 95.");
    await tab.until(says("budget.budget 85 -> 95"));
    const campaignId = /campaignId (\d+)/.exec(await tab.text())![1]!;
    const campaigns = [{ campaignId, budget: { budget: 70, budgetType: "DAILY" as const } }];
    await connector.sponsored_product_campaigns.update({ profileId, campaigns });
    await tab.click("Approve");
    await tab.until(says("The situation has changed since the person was asked"));
    expect(await budget()).toBe(70);
    await tab.until(`document.querySelector("[type=submit]")`);
    await checkLook("changed", [{ dark: true }]);
  });

  test("Stop, another page, and a closed tab abort the call", async () => {
    const url = await tab.url();
    const other = await chromium.newTab();
    await other.open(url);
    const cases = [
      { at: tab, stop: () => tab.click("Stop") },
      { at: tab, stop: () => tab.open("about:blank") },
      { at: other, stop: () => other.close() },
    ];
    for (const { at, stop } of cases) {
      const { arrived, release } = slackWire.hold(/conversations\.history/);
      const abandoned = abandonedCall();
      await ask("What is new in #random?", at);
      await arrived;
      collectGarbage();
      await stop();
      await abandoned;
      release();
      await tab.open(url);
      await tab.until(`document.querySelector("article:last-child .failed")`);
      const last = await tab.read(`document.querySelector("article:last-child").innerText`);
      expect(last).toContain("Stopped before the result arrived.");
    }
    await ask("What is new in #random?");
    await tab.until(says("The latest messages in #random:"));
  });

  test("a message that comes too early stays in its field, and a lost connection is said in words", async () => {
    const { arrived, release } = slackWire.hold(/conversations\.history/);
    await ask("What is new in #random?");
    await arrived;
    await tab.fill("text", "And in #general?");
    await tab.read(
      `document.querySelector("textarea").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }))`,
    );
    await tab.until(says("The answer is still being written."));
    expect(await tab.read(`document.querySelector("textarea").value`)).toBe("And in #general?");
    await checkLook("early");
    release();
    await tab.until(`!${says("The answer is still being written.")}`);

    await tab.read(`window.fetch = () => Promise.reject(new TypeError("Failed to fetch")), 1`);
    await tab.fill("text", "And in #support?");
    await tab.click("Send");
    await tab.until(says("The server cannot be reached."));
    expect(await tab.text()).not.toContain("Failed to fetch");
    await checkLook("unreachable");
    await tab.open(await tab.url());
  });

  test("no field reaches the browser that the compact form leaves out", async () => {
    // The compact form shows the texts of unknown blocks. A question shows all fields of a record that change.
    const auth = { api_token: slack.tokens.user };
    const local = await agentTools(
      [
        new SlackConnector({ auth }, { ...slack.options, fetch: slackWire.fetch }),
        new AmazonAdsConnector({ auth: ads.credentials }, { ...ads.options, policy, fetch: adsWire.fetch }),
      ],
      { effects: ["read", "write", "spend"] },
    );
    const [slackTool, adsTool] = approvals(local, { scope: "test", store: memoryStore() });
    const read = { entity: "channel_messages", action: "list", params: { channel: "#general" } };
    const { text } = await slackTool!.call(read);
    const campaigns = [{ campaignId: "144373194309380061", budget: { budget: 90, budgetType: "DAILY" } }];
    const write = {
      entity: "sponsored_product_campaigns",
      action: "update",
      params: { profileId, campaigns },
    };
    const decision = await adsTool!.decide(write, { callId: "1" });
    const shown = marksIn(text + (decision.status === "ask" ? decision.reason : ""));
    const received = await tab.received();
    expect(received.match(/"type":"tool-output-available"/g)!.length).toBeGreaterThan(5);
    expect(slackWire.marked()).toBeGreaterThan(100);
    expect(adsWire.marked()).toBeGreaterThan(100);
    expect(shown).toEqual(["canary.messages.N.blocks.N", "canary.campaigns.N.budget"]);
    expect(marksIn(received)).toEqual(shown);
    expect(received.match(/client_msg_id|bot_profile|xox[bp]-|Atzr|\w+@fernhill/g)).toBe(null);
    // The page's content security policy has stopped nothing, and nothing has failed.
    expect(tab.messages.filter((message) => !message.includes("409"))).toEqual([]);
  });
});

const marksIn = (text: string) => [
  ...new Set(text.match(/canary[\w.]*/g)?.map((mark) => mark.replace(/\d+/g, "N"))),
];

test("a question waits for its answer after a restart of the chat and of the service, and its call runs once", async () => {
  const directory = mkdtempSync(join(tmpdir(), "chat-"));
  const platforms = { slack: slackSandbox(), ads: amazonAdsSandbox() };
  const open = async () => {
    const chat = await openChat({ directory, platforms, wordDelayMs: 0 });
    let cookie = "";
    const send = async (method: string, path: string, body?: object) => {
      const headers = { origin: chat.url, cookie };
      const response = await fetch(chat.url + path, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
      return { status: response.status, text: await response.text() };
    };
    await send("POST", "/api/session", { person: "maya" });
    return { send, close: () => chat.close() };
  };
  const posted = () =>
    platforms.slack.calls().filter(({ method, ok }) => method === "chat.postMessage" && ok);
  try {
    const before = await open();
    const { id } = JSON.parse((await before.send("POST", "/api/conversations")).text) as { id: string };
    const path = `/api/conversations/${id}`;
    const { text } = await before.send("POST", path, { text: "Tell #general that lunch is here." });
    const approvalId = /"type":"tool-approval-request","approvalId":"([^"]+)"/.exec(text)![1]!;
    await before.close();
    expect(posted()).toHaveLength(0);
    const after = await open();
    expect((await after.send("GET", path)).text).toContain('"approval-requested"');
    const answers = { answers: [{ approvalId, approved: true }] };
    const clicks = await Promise.all([after.send("POST", path, answers), after.send("POST", path, answers)]);
    expect(clicks.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(clicks.map((click) => click.text).join("")).toContain("posted");
    expect(posted()).toHaveLength(1);
    expect((await after.send("POST", path, answers)).status).toBe(409);
    expect(posted()).toHaveLength(1);
    await after.close();
    expect(readFileSync(`${directory}/conversations/${id}.json`, "utf8")).toContain('"output-available"');
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("one command starts the chat, and a person reaches only their own conversations and accounts", async () => {
  const program = spawn(
    process.execPath,
    ["--conditions=agent-connectors-source", "examples/chat/start.ts"],
    {
      env: { ...process.env, PORT: "0", OPENAI_API_KEY: "" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  try {
    const printed = await new Promise<string>((resolve) =>
      program.stdout.once("data", (chunk) => resolve(String(chunk))),
    );
    const [, url = ""] = /^Open (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(printed) ?? [];
    const send = async (
      method: string,
      path: string,
      body?: object | string,
      headers: Record<string, string> = {},
    ) => {
      const response = await fetch(url + path, {
        method,
        headers: { origin: url, ...headers },
        // The length of a stream is unknown, so the request has no content-length.
        ...(typeof body === "string" ? { body: new Blob([body]).stream(), duplex: "half" } : {}),
        ...(typeof body === "object" ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    };
    const signIn = async (person: string) => {
      const { headers } = await send("POST", "/api/session", { person });
      const cookie = headers.get("set-cookie")!;
      expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; /);
      const session = { cookie: cookie.split(";")[0]! };
      const { id } = JSON.parse((await send("POST", "/api/conversations", undefined, session)).text) as {
        id: string;
      };
      return { session, path: `/api/conversations/${id}` };
    };
    const [maya, tom] = [await signIn("maya"), await signIn("tom")];

    const text = "Tell #general that lunch is here.";
    const asked = await send("POST", maya.path, { text }, maya.session);
    expect(asked.text).toContain("As: maya.chen (U07AB3D8W2M)");
    const [, approvalId = ""] = /"approvalId":"([^"]+)"/.exec(asked.text) ?? [];
    const answers = { answers: [{ approvalId, approved: true }] };
    const { conversations } = JSON.parse(
      (await send("GET", "/api/session", undefined, tom.session)).text,
    ) as {
      conversations: object[];
    };
    expect(conversations.length).toBe(1);
    const refused = [
      await send("GET", maya.path, undefined, tom.session),
      await send("POST", maya.path, answers, tom.session),
      await send("POST", tom.path, answers, tom.session),
      await send("POST", maya.path, answers),
      await send("POST", maya.path, answers, { ...maya.session, origin: "https://other.example" }),
      await send("POST", maya.path, { messages: [] }, maya.session),
      await send("POST", maya.path, { answers: [] }, maya.session),
      await send("POST", maya.path, { text: "x".repeat(100_001) }, maya.session),
      await send("POST", maya.path, `{"text": "hi"${" ".repeat(100_000)}}`, maya.session),
      await send("POST", maya.path, "{", maya.session),
      await send("POST", "/api/session", "null"),
      // The path names another origin.
      await send("POST", `//other.example${maya.path}`, answers, {
        ...maya.session,
        origin: "http://other.example",
      }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([
      404, 404, 409, 401, 403, 400, 409, 413, 413, 400, 404, 403,
    ]);

    // One conversation has one answer at a time.
    const asTom = await Promise.all([1, 2].map(() => send("POST", tom.path, { text }, tom.session)));
    expect(asTom.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(asTom.map((one) => one.text).join()).toContain("As: assistant (U07BT6A4R2C)");
    const twice = await Promise.all([1, 2].map(() => send("POST", maya.path, answers, maya.session)));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(twice.filter((one) => one.text.includes('"type":"tool-output-available"')).length).toBe(1);
    await send("DELETE", "/api/session", undefined, maya.session);
    expect((await send("GET", maya.path, undefined, maya.session)).status).toBe(401);
  } finally {
    program.kill();
  }
});
