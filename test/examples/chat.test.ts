import { agentTools, approvals } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { MockLanguageModelV4 } from "ai/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { policy } from "../../examples/chat/connectors.ts";
import { openChat } from "../../examples/chat/open-chat.ts";
import { script } from "../../examples/chat/script.ts";
import { scriptedModel } from "../../examples/chat/scripted-model.ts";
import {
  noChromium,
  checkLooks,
  openChromium,
  type Chromium,
  type Tab,
} from "../../service/test/support/browser/chromium.ts";

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

describe.skipIf(noChromium !== undefined)("the chat in Chromium", { timeout: 60_000 }, () => {
  const slack = slackSandbox();
  const ads = amazonAdsSandbox();
  const slackWire = watched(slack.options.fetch);
  const adsWire = watched(ads.options.fetch);
  const codes = new Map<string, string>();
  let modelFails = false;
  const scripted = scriptedModel(script, 0);
  const model = new MockLanguageModelV4({
    doStream: async (options) => {
      if (modelFails) throw new Error("The key sk-123 is not valid.");
      return scripted.doStream(options);
    },
  });
  let chat: Awaited<ReturnType<typeof openChat>>;
  let chromium: Chromium;
  let tab: Tab;

  beforeAll(async () => {
    [chat, chromium] = await Promise.all([
      openChat({
        model,
        sendCode: (email, code) => void codes.set(email, code),
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
  test("a person signs in with a code, and reads a channel", async () => {
    await tab.open(chat.url);
    await tab.until(says("We send a code to your e-mail address."));
    await checkLooks(tab, "sign-in");
    await tab.fill("email", "Maya@example.com");
    await tab.click("Send the code");
    await tab.until(says("a code is on its way"));
    await tab.fill("code", "000000" === codes.get("maya@example.com") ? "000001" : "000000");
    await tab.click("Sign in");
    await tab.until(says("This code is wrong or too old."));
    await checkLooks(tab, "code");
    await tab.fill("code", codes.get("maya@example.com")!);
    await tab.press("Sign in");
    await tab.click("What is new in #general?");
    await tab.until(says("The latest messages in #general:"));
    expect(await tab.text()).toMatch(/Slack: read channel messages\nDone\nChannel\n#general/);
    await tab.read(`document.querySelector(".card details").open = true`);
    await checkLooks(tab, "read");
  });

  test("a question survives a reload, and two tabs and two clicks approve it once", async () => {
    await ask("Tell #general that lunch is here.");
    await tab.until(says("Needs your approval"));
    const reason = `document.querySelector(".asked dl").innerText`;
    const asked = await tab.read<string>(reason);
    expect(asked).toMatch(/Acts as\s+maya.chen in Fernhill Outdoor\s+Where\s+#general, 11 members\s/);
    expect(asked).toMatch(/\sText\s+Lunch is here\.$/);
    await checkLooks(tab, "asked");
    await tab.open(await tab.url());
    await tab.until(says("Needs your approval"));
    expect(await tab.read(reason)).toBe(asked);

    const other = await chromium.newTab();
    await other.open(await tab.url());
    await other.until(says("Needs your approval"));
    const before = posted();
    await Promise.all([tab.click("Approve", 2), other.click("Approve", 2)]);
    for (const one of [tab, other]) {
      await one.until(says("I posted the message in #general."));
      await one.until(`document.querySelector("[type=submit]")`);
    }
    expect(posted()).toBe(before + 1);
    const texts = await Promise.all([tab.text(), other.text()]);
    expect(texts.filter((text) => /already answered|still being written/.test(text)).length).toBe(1);
  });

  test("a person can read all of a long message before the answer, and times have a time zone", async () => {
    const text = `${"The notes of the release are long. ".repeat(60)}Here they end.`;
    await ask(`Tell #general that ${text}`);
    await tab.until(`document.querySelector(".asked dl")`);
    expect(await tab.read(`document.querySelector(".asked dl").innerText`)).toContain(text);
    await checkLooks(tab, "long");
    await tab.click("Deny");
    await tab.until(says("All right, I changed nothing."));
    const times = await tab.read<string>(`document.querySelector(".card table").textContent`);
    expect(times).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  });

  test("changed values are asked about again, and only they run", async () => {
    await ask("Raise the daily budget of Tents - Exact to 90.");
    await tab.until(says("Raises the daily budget of Tents - Exact from $80 to $90 (13% more)."));
    // A person who is no developer reads no JSON and no ids. The details have the text that is approved.
    const card = await tab.read<string>(`document.querySelector(".asked").innerText`);
    expect(card).not.toMatch(/[{}[\]"_]|\d{9}|Id\b/);
    expect(card).toContain("Amazon can spend up to twice a daily budget on one day");
    expect(await tab.read(`document.querySelector(".asked details p").textContent`)).toContain("campaignId");
    await checkLooks(tab, "money");
    const focused = () => tab.read("document.activeElement.name || document.activeElement.innerText");
    await tab.click("Edit");
    expect(await focused()).toBe("campaigns.0.budget.budget");
    await tab.click("Cancel");
    expect(await focused()).toBe("Edit");
    await tab.click("Edit");
    await checkLooks(tab, "edit");
    await tab.fill("campaigns.0.budget.budget", "85");
    await tab.click("Use these values");
    await tab.until(says("from $80 to $85"));
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
    await tab.until(says("from $85 to $95"));
    const [, campaignId = ""] =
      /campaignId (\d+)/.exec(await tab.read(`document.querySelector(".asked details p").textContent`)) ?? [];
    const campaigns = [{ campaignId, budget: { budget: 70, budgetType: "DAILY" as const } }];
    await connector.sponsored_product_campaigns.update({ profileId, campaigns });
    await tab.click("Approve");
    await tab.until(says("The situation has changed since the person was asked"));
    expect(await budget()).toBe(70);
    await tab.until(`document.querySelector("[type=submit]")`);
    await checkLooks(tab, "changed");
  });

  test("Stop ends the answer, and the conversation goes on", async () => {
    const { arrived, release } = slackWire.hold(/conversations\.history/);
    await ask("What is new in #random?");
    await arrived;
    await tab.click("Stop");
    await tab.until(`document.querySelector("article:last-child .failed")`);
    release();
    const last = await tab.read(`document.querySelector("article:last-child").innerText`);
    expect(last).toContain("Stopped before the result arrived.");
    await ask("What is new in #random?");
    await tab.until(says("The latest messages in #random:"));
  });

  test("a page that is loaded again, and another tab, receive the rest of an answer", async () => {
    const { arrived, release } = slackWire.hold(/conversations\.history/);
    const other = await chromium.newTab();
    await ask("What is new in #engineering?");
    await arrived;
    await Promise.all([tab.open(await tab.url()), other.open(await tab.url())]);
    for (const one of [tab, other]) await one.until(says("Running…"));
    release();
    for (const one of [tab, other]) {
      await one.until(says("The latest messages in #engineering:"));
      await one.until(`document.querySelector("[type=submit]")`);
      const answers = `document.body.innerText.split("The latest messages in #engineering:").length - 1`;
      expect(await one.read(answers)).toBe(1);
    }
    await other.close();
  });

  test("a message that comes too early stays in its field", async () => {
    const { arrived, release } = slackWire.hold(/conversations\.history/);
    await ask("What is new in #random?");
    await arrived;
    await tab.fill("text", "And in #general?");
    await tab.read(
      `document.querySelector("textarea").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }))`,
    );
    await tab.until(says("The answer is still being written."));
    expect(await tab.read(`document.querySelector("textarea").value`)).toBe("And in #general?");
    await checkLooks(tab, "early");
    release();
    await tab.until(`!${says("The answer is still being written.")}`);
    await tab.fill("text", "");
  });

  test("after a lost connection, the page says so and sends nothing twice", async () => {
    // The request arrives, and its response is lost. The next one does not arrive.
    const lose = `window.realFetch ??= fetch;
      window.fetch = async (...args) => {
        if (window.arrives) await window.realFetch(...args);
        throw new TypeError("Failed to fetch");
      }, 1`;
    const before = posted();
    for (const arrives of [true, false]) {
      await ask("Tell #general that lunch is over.");
      await tab.until(says("Needs your approval"));
      await tab.read(`window.arrives = ${arrives}; ${lose}`);
      await tab.click("Approve");
      await tab.until(says("The server cannot be reached. Check your connection."));
      expect(await tab.text()).not.toContain("Failed to fetch");
      if (arrives) await checkLooks(tab, "unreachable");
      await tab.read(`window.fetch = window.realFetch, 1`);
      await tab.click("Try again");
      if (!arrives) await tab.click("Approve");
      await tab.until(
        `document.querySelector("article:last-child").innerText.includes("I posted the message")`,
      );
    }
    expect(posted()).toBe(before + 2);

    await tab.read(`window.arrives = false; ${lose}`);
    await ask("What is new in #support?");
    await tab.until(says("The server cannot be reached."));
    await tab.read(`window.fetch = window.realFetch, 1`);
    await tab.click("Try again", 2);
    await tab.until(says("The latest messages in #support:"));
    const asks = `document.body.innerText.split("What is new in #support?").length - 1`;
    await tab.open(await tab.url());
    await tab.until(says("The latest messages in #support:"));
    // Once in the conversation, and not in the list of the conversations, whose title is the first message.
    expect(await tab.read(asks)).toBe(1);
  });

  test("after an error of the model, the page shows no secret, and tries again without a second message", async () => {
    modelFails = true;
    await ask("What is new in #support?");
    await tab.until(says("The model could not answer."));
    await tab.open(await tab.url());
    await tab.until(says("This message has no answer."));
    modelFails = false;
    await tab.click("Try again");
    await tab.until(`document.querySelector("article:last-child").innerText.includes("The latest messages")`);
    expect(await tab.read(`document.querySelectorAll("article.user:nth-last-child(-n+3)").length`)).toBe(1);
    expect(await tab.received()).not.toContain("sk-123");
  });

  test("Markdown of an answer loads no image, runs no script and leads only to https", async () => {
    const bot = new SlackConnector({ auth: { api_token: slack.tokens.bot } }, slack.options);
    const text = "![a](https://e.example/?q=1) [b](javascript:alert(1)) [c](https://ok.example) <i>d</i>";
    await bot.messages.create({ channel: "#random", text });
    await ask("What is new in #random?");
    await tab.until(`document.querySelector("article:last-child .markdown em")`);
    const found = (selector: string) =>
      tab.read(`[...document.querySelectorAll("article:last-child .markdown ${selector}")].map((one) => one.href ?? one.textContent)`); // prettier-ignore
    expect(await found("a")).toEqual(["https://ok.example/"]);
    expect(await found("em")).toEqual(["[Image: a]"]);
    expect(await found(":is(img, i, script)")).toEqual([]);
    expect(await tab.text()).toContain("c (ok.example)");
    await checkLooks(tab, "markdown");
  });

  test("a person renames and deletes conversations", async () => {
    const openChats = async () => {
      await tab.until(`document.querySelector(".chats")`);
      await tab.read(`document.querySelector(".chats").open = true`);
    };
    await tab.follow("New chat");
    await tab.click("What is new in #general?");
    await tab.until(says("The latest messages in #general:"));
    await openChats();
    await tab.read(`document.querySelector("[aria-label='Rename What is new in #general?']").click()`);
    await tab.fill("title", "News");
    await tab.click("Save");
    await tab.until(`document.querySelector("[aria-current=page]")?.innerText === "News"`);
    await checkLooks(tab, "chats");
    await tab.open(await tab.url());
    await openChats();
    expect(await tab.read(`document.querySelector("[aria-current=page]").innerText`)).toBe("News");
    await tab.read(`document.querySelector("[aria-label='Delete News']").click()`);
    const deleted = await tab.url();
    await tab.press("Delete for good");
    await tab.open(deleted);
    await tab.until(says("This conversation does not exist."));
    await tab.open(chat.url);
    await openChats();
    expect(await tab.text()).not.toContain("News");
    await tab.follow("What is new in #general?");
    await tab.until(says("The latest messages in #general:"));
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
    expect(tab.messages.filter((message) => !/40[149]/.test(message))).toEqual([]);
  });
});

const marksIn = (text: string) => [
  ...new Set(text.match(/canary[\w.]*/g)?.map((mark) => mark.replace(/\d+/g, "N"))),
];
