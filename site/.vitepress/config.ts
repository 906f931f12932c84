import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";
import { anchorOf } from "../../scripts/page-faults.ts";
import { miniSearch } from "../pages/search-options.ts";
import type { Sidebar } from "../pages/sidebar.ts";
import { builtConnectors } from "./built-connectors.ts";

// `npm run site` has written the pages and the sidebar into build/.

const sidebar = JSON.parse(
  readFileSync(new URL("../build/pages/sidebar.json", import.meta.url), "utf8"),
) as Sidebar;

const reference = sidebar["/"]!.find(({ text }) => text === "Reference")!.items!.map(({ text, link }) => ({
  text,
  link: link!,
}));

export default defineConfig({
  title: "agent-connectors",
  description:
    "Let an LLM agent work with Slack, Amazon Ads, Notion, GitHub, Gmail, Google Calendar and Linear",
  lang: "en",
  // Without this, a browser asks the top of the host for an icon.
  head: [["link", { rel: "icon", href: "data:," }]],
  srcDir: "build/pages/source",
  outDir: "build/dist",
  cacheDir: "build/cache",
  cleanUrls: true,
  // A page must look the same on each build.
  lastUpdated: false,
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    // The links of the pages are made for GitHub.
    anchor: { slugify: anchorOf },
    config(md) {
      // A wide table scrolls. People without a mouse need the focus to scroll.
      md.renderer.rules["table_open"] = () => '<div class="table" tabindex="0"><table>\n';
      md.renderer.rules["table_close"] = () => "</table></div>\n";
    },
  },
  vite: builtConnectors,
  themeConfig: {
    nav: [
      { text: "Start", link: "/" },
      { text: "Playground", link: "/playground" },
      { text: "Sandbox", link: "/docs/sandbox" },
      { text: "Reference", items: reference },
      { text: "Changes", link: "/CHANGELOG" },
    ],
    sidebar,
    outline: [2, 3],
    search: {
      provider: "local",
      options: { miniSearch },
    },
  },
});
