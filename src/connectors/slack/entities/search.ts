import { action, listAction, type Zod } from "../../../core/contract/action.ts";
import { late } from "../../../core/ground/lazy.ts";
import { explainOperators } from "../search/query-operators.ts";
import { aroundQuery } from "../search/query-words.ts";
import { channel, team, time } from "../params.ts";
import { File, Found, Match } from "../records/content.ts";
import { foundRow, matchRow } from "../rows/item-row.ts";

const searchByMeaning = late(async () => (await import("../search/mixed-search.ts")).searchByMeaning);
const searchEverything = late(async () => (await import("../search/mixed-search.ts")).searchEverything);
const searchFiles = late(async () => (await import("../search/mixed-search.ts")).searchFiles);
const searchMessages = late(async () => (await import("../search/message-search.ts")).searchMessages);

const query = (z: Zod) =>
  z.string().min(1).max(500).describe("words, and Slack's filters: from:@ana in:#general");
const order = (z: Zod) => ({
  sort: z.enum(["score", "timestamp"]).optional(),
  sort_dir: z.enum(["asc", "desc"]).optional().meta({ rare: true }),
});
const asPage = (z: Zod) => ({
  ...order(z),
  highlight: z.boolean().optional().meta({ rare: true }),
  team_id: team(z),
});

export const messages = listAction({
  description: "Search messages. A bot can search only while it answers an event.",
  params: (z) => ({ query: query(z), ...order(z), team_id: team(z) }),
  result: Match,
  calls: ["search.messages", "assistant.search.context", "auth.test"],
  instead: ["assistant.search.context"],
  scopes: /^search:read(?:\.public)?$/,
  example: { query: "deploy failed in:#incidents", sort: "timestamp" },
  run: async (params, found) =>
    explainOperators(await searchMessages(params, found), params.query, found.page),
  view: matchRow,
  excerpt: aroundQuery,
  enrich: true,
});

export const files = listAction({
  description: "Search files. Needs a user token with the scope search:read.",
  params: (z) => ({ query: query(z), ...asPage(z) }),
  result: File,
  calls: "search.files",
  run: async (params, found) => explainOperators(await searchFiles(params, found), params.query, found.page),
  example: { query: "quarterly report" },
});

export const everything = listAction({
  description: "Search messages and files at once. Needs a user token with the scope search:read.",
  params: (z) => ({ query: query(z), ...asPage(z) }),
  result: Found,
  calls: "search.all",
  view: foundRow,
  excerpt: aroundQuery,
  enrich: true,
  example: { query: "atlas" },
  run: async (params, found) =>
    explainOperators(await searchEverything(params, found), params.query, found.page),
});

export const context = listAction({
  description: "Search messages, files, channels and people by meaning.",
  params: (z) => ({
    query: query(z),
    content_types: z.array(z.enum(["messages", "files", "channels", "users"])).optional(),
    channel_types: z.array(z.enum(["public_channel", "private_channel", "mpim", "im"])).optional(),
    before: time(z).optional(),
    after: time(z).optional(),
    ...order(z),
    context_channel_id: channel(z).optional().meta({ rare: true }),
    include_bots: z.boolean().optional().meta({ rare: true }),
    include_deleted_users: z.boolean().optional().meta({ rare: true }),
    include_context_messages: z.boolean().optional().meta({ rare: true }),
    include_archived_channels: z.boolean().optional().meta({ rare: true }),
    disable_semantic_search: z.boolean().optional().meta({ rare: true }),
  }),
  result: Found,
  calls: "assistant.search.context",
  view: foundRow,
  excerpt: aroundQuery,
  enrich: true,
  example: { query: "who owns the Atlas rollout?", content_types: ["messages", "files"] },
  run: async (params, found) =>
    explainOperators(await searchByMeaning(params, found), params.query, found.page),
});

export const capabilities = action({
  description: "Check if the workspace can search by meaning.",
  params: () => ({}),
  result: (z) => z.object({ is_ai_search_enabled: z.boolean().nullish() }),
  effect: "read",
  calls: "assistant.search.info",
  example: {},
});
