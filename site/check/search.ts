import { globSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { miniSearch } from "../pages/search-options.ts";

/** What newcomers type into the search box, and the pages that answer it. */
const answers: Readonly<Record<string, readonly string[]>> = {
  approve: ["docs/approvals"],
  bot: ["docs/slack-bots"],
  budget: ["docs/amazon-ads-spending", "docs/recipes/spending-cap"],
  campaign: ["docs/amazon-ads-guide"],
  cost: ["docs/performance", "docs/amazon-ads-spending"],
  curl: ["docs/hosted"],
  "dry run": ["docs/usage", "docs/slack-limits"],
  "edit message": ["docs/slack-messages"],
  mcp: ["docs/mcp"],
  mock: ["docs/sandbox"],
  "multi tenant": ["docs/hosted", "docs/connect"],
  "next.js": ["docs/recipes/nextjs"],
  openapi: ["docs/any-api", "docs/recipes/own-api"],
  "prompt injection": ["docs/hidden-instructions"],
  python: ["docs/recipes/python"],
  "rate limit": ["docs/slack-guide", "docs/usage"],
  "reply in thread": ["docs/slack-messages"],
  retry: ["docs/reliability"],
  scopes: ["docs/slack-guide", "docs/oauth"],
  streaming: ["docs/slack-bots", "docs/ai-sdk", "docs/chat"],
  test: ["docs/recipes/test-agent", "docs/sandbox"],
  "token expired": ["docs/errors", "docs/oauth"],
  undo: ["docs/journal", "docs/usage"],
  "upload file": ["docs/slack-messages", "docs/usage"],
  webhook: ["docs/connect", "docs/slack-events"],
};

/** The part of MiniSearch that the search box uses. */
interface MiniSearch {
  loadJSON(index: string, options: object): { search(query: string): { id: string }[] };
}

/**
 * Searches the index of the built site as its search box does. Returns a sentence for each query that has none of its
 * pages among the first three results.
 */
export async function missedSearches(dist: string, base: string): Promise<string[]> {
  const [file] = globSync(`${dist}/assets/chunks/@localSearchIndexroot.*.js`);
  if (file === undefined) throw new Error(`${dist} has no index for the search.`);
  const { default: index } = (await import(pathToFileURL(file).href)) as { default: string };
  // VitePress brings this package.
  const { default: library } = (await import(
    new URL("../node_modules/minisearch/dist/es/index.js", import.meta.url).href
  )) as { default: MiniSearch };
  const { options, searchOptions } = miniSearch;
  const fields = { fields: ["title", "titles", "text"], storeFields: ["title", "titles"] };
  const box = library.loadJSON(index, { ...fields, searchOptions, ...options });
  return Object.entries(answers).flatMap(([query, pages]) => {
    const first = box.search(query).slice(0, 3);
    const found = first.some(({ id }) => pages.includes(id.slice(base.length).split("#")[0]!));
    const ids = first.map(({ id }) => id).join(", ") || "nothing";
    return found ? [] : [`"${query}" finds ${ids}. Expected: ${pages.join(" or ")}`];
  });
}
