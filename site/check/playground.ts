import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { openChromium, type Tab } from "../../service/test/support/browser/chromium.ts";
import { playables } from "../playground/index.ts";
import { fileOf } from "./serve-site.ts";

/** The most that the choice of a connector and a call load, in kilobytes, compressed with gzip. */
const most = 280;

const ready = `document.querySelector(".playground .run")`;
const status = `document.querySelector('.playground [role="status"]').textContent`;
const json = `document.querySelector(".playground .language-json").textContent`;

/**
 * Uses the playground in Chromium as a reader does. Returns for each connector how much it loads.
 * @throws Error if a call has another result, if a request leaves the site, or if a connector loads too much
 */
export async function checkPlayground(site: string, folder: string, base: string): Promise<string[]> {
  const chromium = await openChromium();
  try {
    const sizes = [];
    const parts = new Set<string>();
    for (const [name, { title }] of Object.entries(playables)) {
      const tab = await chromium.newTab();
      await tab.open(`${site}playground`);
      await tab.until(`document.querySelector(".playground select")`);
      const before = new Set(codeOf(tab));
      await choose(tab, "Platform", name);
      await run(tab, /^Done/);
      const files = codeOf(tab).filter((address) => !before.has(address));
      for (const file of files) parts.add(file);
      const texts = files.map((address) => readFileSync(fileOf(folder, base, new URL(address).pathname)!));
      const [all, compressed] = [texts, texts.map((text) => gzipSync(text))].map(
        (some) => some.reduce((total, { length }) => total + length, 0) / 1000,
      ) as [number, number];
      sizes.push(`${title}: ${Math.round(all)} KB, compressed ${Math.round(compressed)} KB`);
      assert(compressed <= most, `${sizes.at(-1)} is more than ${most} KB`);
      noneElsewhere(tab, site);
      await tab.close();
    }

    const tab = await chromium.newTab();
    for (const page of ["", "docs/sandbox", "docs/slack/channels"]) {
      await tab.open(site + page);
      await tab.until(`document.querySelector("#app").__vue_app__ !== undefined`);
    }
    const early = loaded(tab).filter((address) => parts.has(address));
    assert.deepEqual(early, [], "A page other than the playground loads a connector");
    await checkCalls(tab, site);
    noneElsewhere(tab, site);
    return sizes;
  } finally {
    await chromium.close();
  }
}

async function checkCalls(tab: Tab, site: string): Promise<void> {
  // A reader comes from the reference.
  await tab.read(`document.querySelector('a[href$="#slack.channels.list"]').click()`);
  await run(tab, /^Done: \d+ records/);
  assert.match(await tab.read(json), /"name": "general"/);

  await write(tab, { limit: "abc" });
  await run(tab, /^invalid_params: channels\.list: limit: expected integer/);

  await choose(tab, "Entity", "messages");
  await choose(tab, "Action", "create");
  await write(tab, { channel: "#incidents", text: "Hello from a reader" });
  await run(tab, /^Done/);
  assert.match(
    await tab.text(),
    /await slack\.messages\.create\({ channel: "#incidents", text: "Hello from a reader" }\)/,
  );
  assert.match(
    await tab.text(),
    /call slack messages\.create channel='#incidents' text='Hello from a reader' --sandbox/,
  );

  await tab.read(`navigator.clipboard.writeText = async (text) => void (window.copied = text)`);
  await tab.read(`document.querySelector(".playground .language-sh .copy").click()`);
  assert.match(
    await tab.read("window.copied"),
    /^npx agent-connectors call slack messages\.create .* --sandbox$/,
  );

  const { length } = tab.requests;
  await choose(tab, "Entity", "channel_messages");
  await choose(tab, "Action", "list");
  await run(tab, /^Done/);
  assert.match(await tab.read(json), /Hello from a reader/);
  await tab.click("Start with a new sandbox");
  await run(tab, /^Done/);
  assert.doesNotMatch(await tab.read(json), /Hello from a reader/);
  // VitePress loads the pages to which a page links, when the browser has time.
  const others = tab.requests
    .slice(length)
    .filter(({ url }) => !url.startsWith("data:"))
    .filter(({ method, url }) => method !== "GET" || !url.startsWith(`${site}assets/`));
  assert.deepEqual(others, [], "A call in a sandbox makes a request");
  assert.equal(await tab.url(), `${site}playground#slack.channel_messages.list`);
}

/** Runs the call, and waits for its result. */
async function run(tab: Tab, expected: RegExp): Promise<void> {
  await tab.until(ready);
  await tab.click("Run");
  await tab.until(`${status} !== "Press Run." && !document.querySelector('[aria-busy="true"]')`);
  assert.match(await tab.read<string>(status), expected);
}

async function write(tab: Tab, params: object): Promise<void> {
  await tab.fill("params", JSON.stringify(params));
}

const choose = (tab: Tab, label: string, value: string) =>
  tab.read(`{
    const labels = [...document.querySelectorAll(".playground label")];
    const select = labels.find(({ textContent }) => textContent.startsWith("${label}")).querySelector("select");
    select.value = "${value}";
    select.dispatchEvent(new Event("change"));
  }`);

/** Returns the addresses of the code that the page has loaded. VitePress also loads pages to which a page links. */
const codeOf = (tab: Tab) => loaded(tab).filter((address) => address.includes("/assets/chunks/"));

/** Returns the addresses of all files that the page has loaded. */
const loaded = ({ requests }: Tab) =>
  requests.map(({ url }) => url).filter((url) => /^(?:http|ws)/.test(url));

function noneElsewhere(tab: Tab, site: string): void {
  const elsewhere = loaded(tab).filter((address) => !address.startsWith(site));
  assert.deepEqual(elsewhere, [], "The playground makes a request to another server");
}
