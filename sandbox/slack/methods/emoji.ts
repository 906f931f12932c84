import type { Method } from "../call/method.ts";
import { TIER_2 } from "../call/rate-limits.ts";
import { anyToken } from "../call/scopes.ts";

/** Some of Slack's standard emoji by category. */
const CATEGORIES = {
  "Smileys & People": ["grinning", "joy", "thinking_face", "+1", "-1", "eyes", "wave", "tada"],
  "Animals & Nature": ["owl", "evergreen_tree", "fire"],
  "Food & Drink": ["ramen", "coffee", "cake"],
  Symbols: ["white_check_mark", "x", "warning", "heart"],
};

export const emoji: Record<string, Method> = {
  "emoji.list": {
    scopes: anyToken("emoji:read"),
    rate: TIER_2,
    formOnly: true,
    run: ({ workspace, args }) => ({
      emoji: { ...workspace.emoji },
      cache_ts: `${workspace.seconds()}.000000`,
      ...(args.flag("include_categories")
        ? {
            categories: Object.entries(CATEGORIES).map(([name, emoji_names]) => ({ name, emoji_names })),
            categories_version: "5",
          }
        : {}),
    }),
  },
};
