import type { Playable } from "./playable.ts";

interface PlayableEntry {
  /** The name of the platform. */
  title: string;
  /** Calls with which a reader can begin. */
  first: readonly string[];
  load(): Promise<{ playable: Playable }>;
}

/** The connectors of the playground: those with a sandbox. The browser loads a connector when a reader chooses it. */
export const playables: Readonly<Record<string, PlayableEntry>> = {
  slack: {
    title: "Slack",
    first: ["channel_messages.list", "messages.create"],
    load: () => import("./slack.ts"),
  },
  "amazon-ads": {
    title: "Amazon Ads",
    first: ["sponsored_product_campaigns.list", "budgets.pacing"],
    load: () => import("./amazon-ads.ts"),
  },
  notion: {
    title: "Notion",
    first: ["search.titles", "pages.edit_markdown"],
    load: () => import("./notion.ts"),
  },
};
