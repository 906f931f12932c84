import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import {
  noChromium,
  openChromium,
  type Look,
  type Tab,
} from "../../service/test/support/browser/chromium.ts";

interface View {
  name: string;
  /** The address, after the address of the site. */
  path: string;
  /** A JavaScript expression that is true when the page is ready. */
  ready?: string;
  act?(tab: Tab): Promise<void>;
}

const views: readonly View[] = [
  { name: "start", path: "" },
  { name: "task", path: "docs/ai-sdk" },
  { name: "overview", path: "docs/slack" },
  { name: "reference", path: "docs/slack/messages" },
  {
    name: "api",
    path: "docs/http-api",
    ready: `document.querySelector(".api-reference")?.innerText.includes("/v1/tokens")`,
  },
  { name: "playground", path: "playground" },
  ...["slack.channel_messages.list", "amazon-ads.sponsored_product_campaigns.create"].map((call): View => ({
    name: `playground-${call.split(".")[0]}`,
    path: `playground#${call}`,
    ready: `document.querySelector(".playground .run")`,
    async act(tab) {
      await tab.click("Run");
      await tab.until(`!document.querySelector(".playground .result").textContent.includes("Press Run")`);
    },
  })),
  {
    name: "search",
    path: "docs/sandbox",
    async act(tab) {
      await tab.read(`document.querySelector(".DocSearch-Button").click()`);
      await tab.until(`document.querySelector("#localsearch-input")`);
      await tab.read(`{
        const input = document.querySelector("#localsearch-input");
        input.value = "budget";
        input.dispatchEvent(new Event("input"));
      }`);
      // The options of the search work in the browser too: a guide comes before the reference.
      await tab.until(
        `[...document.querySelectorAll(".result")].slice(0, 3).some(({ href }) => href?.includes("docs/amazon-ads-spending"))`,
      );
    },
  },
];

const looks: readonly (readonly [name: string, look: Look])[] = [
  ["light", { width: 1280 }],
  ["dark", { width: 1280, dark: true }],
  ["phone", { width: 390 }],
  ["phone-dark", { width: 390, dark: true }],
];

/**
 * Opens pages of each kind in Chromium, light and dark, wide and on a phone, and writes pictures.
 * @throws Error if axe finds something, if a page is wider than the window, or if a page loads something from elsewhere
 */
export async function checkLooksOfSite(site: string, pictures: string): Promise<void> {
  if (noChromium !== undefined) throw new Error(`${noChromium}. Install it, or leave out --check.`);
  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures, { recursive: true });
  const chromium = await openChromium();
  const findings: string[] = [];
  try {
    for (const [look, size] of looks) {
      for (const { name, path, ready = "true", act } of views) {
        const tab = await chromium.newTab();
        await tab.show(size);
        await tab.open(site + path);
        await waitFor(tab, `document.querySelector("#app").__vue_app__ !== undefined && ${ready}`);
        await act?.(tab);
        const view = `${name}-${look}`;
        findings.push(...(await tab.violations()).map((text) => `${view}: ${text}`));
        const wider = await tab.read<number>(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        if (wider > 0) findings.push(`${view}: the page is ${wider} pixels wider than the window`);
        const elsewhere = tab.requests.filter(
          ({ url }) => /^(?:http|ws)s?:/.test(url) && !url.startsWith(site),
        );
        findings.push(...elsewhere.map(({ url }) => `${view}: loads ${url}`));
        writeFileSync(join(pictures, `${view}.png`), await tab.picture("window"));
        await tab.close();
      }
    }
  } finally {
    await chromium.close();
  }
  if (findings.length > 0)
    throw new Error(
      `${findings.length} findings. The pictures are in ${pictures}.\n${findings.join("\n\n")}`,
    );
}

/** Waits up to a minute: the script of the API page is large. */
async function waitFor(tab: Tab, expression: string): Promise<void> {
  for (let tries = 0; tries < 240; tries++) {
    if (await tab.read<boolean>(expression)) return;
    await setTimeout(250);
  }
  throw new Error(`${await tab.url()} has not become ready: ${expression}`);
}
