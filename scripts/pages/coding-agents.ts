import { readFileSync } from "node:fs";
import { taskPages } from "./task-pages.ts";

// What coding agents read: an index of the pages, and a skill. Both contain programs of `examples/`, which the tests run.

/** The mistakes that models make with this package. */
const rules = [
  "Each connector has its own path: `agent-connectors/slack`, not `agent-connectors`. The package is ESM only.",
  "A constructor takes `{ auth }` with the fields of one form: `new SlackConnector({ auth: { api_token } })`. Hosted mode takes `external_user_id`, `airbyte_client_id` and `airbyte_client_secret` in place of `auth`. Policy, `fetch`, `store` and `journal` are in the second argument.",
  "All functions that make tools return promises: `await aiSdkTools(slack)`. An agent gets one tool per connector, with `entity`, `action` and `params`. Do not write a tool per action.",
  'Find an action with `npx agent-connectors search slack "..."`, and its params with `npx agent-connectors describe slack messages create`. Do not guess names. `slack.messages.create(params)` is `slack.execute("messages", "create", params)`.',
  '`effects` is a list of `read`, `write`, `spend` and `destructive`: `aiSdkTools(slack, { effects: ["read"] })`. As `policy: { effects }` in the second argument of the constructor, it binds your own code too. Amazon Ads tools only read by default, and `spend` needs `policy: { caps }`.',
  'To ask a person, wrap the tools: `approvals(await agentTools(slack), { scope, store })`, and give these to the adapter. A prompt that says "ask first" is no approval. One `store` serves all conversations, and `scope` is the id of the conversation.',
  "`dry_run: true` in the params of a write shows what it would do, and sends no write.",
  "A failed call throws a `ConnectorError` with `code`, `message`, `hint` and `outcome`. Never repeat a write whose `outcome` is `unknown`. The connector waits after rate limits by itself, so write no retry loop.",
  "A result is `{ data, meta }`. For all pages, write `for await (const user of slack.users.list.all())`.",
  "Tests use `slackSandbox()`, `amazonAdsSandbox()` or `notionSandbox()` of `agent-connectors/sandbox`, without mocks of your own. Read `sandbox.state()` to see what was written. For other platforms, use `replay` of `agent-connectors/testing`.",
  "Tokens come from the environment or a secret store, never from code, a prompt or a tool's arguments.",
] as const;

const programs: readonly (readonly [title: string, file: string])[] = [
  ["An agent", "ai-sdk"],
  ["A test without an account or a model", "tool-test"],
];

const program = (root: string, [title, file]: readonly [string, string], heading: string): string =>
  `${heading} ${title}\n\n\`\`\`ts\n${readFileSync(`${root}examples/${file}.ts`, "utf8").trim()}\n\`\`\`\n`;

/** The most bytes of the index. Tools read the file of a project at each start. */
export const mostOfIndex = 8 * 1024;
export const mostOfSkill = 5 * 1024;

/** Returns the index that `init --agents` writes into AGENTS.md. */
export function agentsIndex(root: string): string {
  const lines = taskPages(root).map(([section, pages]) =>
    [`${section}:`, ...pages.map(({ path, about }) => `- ${path.replace("docs/", "")}: ${about}`)].join("\n"),
  );
  return `## agent-connectors

agent-connectors (npm) lets LLM agents and programs work with Slack, Amazon Ads, Notion, GitHub, Gmail, Google Calendar,
Linear and APIs with a description, through one call: \`execute(entity, action, params?)\`.

Prefer these pages over what you remember: read the page of your task before you write code. They are in
\`node_modules/agent-connectors/docs/\` and belong to the installed version. The types of an action are in its declarations.

${lines.join("\n")}
Reference of all actions: slack.md, amazon-ads.md, notion.md, github.md, gmail.md, google-calendar.md, linear.md (long: search, do not read).

### Rules

${rules.map((rule) => `- ${rule}`).join("\n")}

${programs.map((one) => program(root, one, "###")).join("\n")}`;
}

/** Returns SKILL.md. */
export function skill(root: string): string {
  const [first] = programs;
  return `---
name: agent-connectors
description: Write code with the npm package agent-connectors, which lets LLM agents, bots and programs read and write Slack, Amazon Ads, Notion, GitHub, Gmail, Google Calendar, Linear and other APIs. Use this skill when a project depends on agent-connectors, or when somebody asks to add one of these platforms to an agent, to ask a person before an agent writes, to limit what an agent spends or deletes, to connect users' accounts, or to test such an agent without an account.
license: MIT
---

# agent-connectors

1. If the package is not installed, run \`npm install agent-connectors\`.
2. Read \`node_modules/agent-connectors/skills/agent-connectors/index.md\`. It lists the page of each task, rules and programs.
3. Read the page of your task in \`node_modules/agent-connectors/docs/\`. Prefer it over what you remember.
4. Find names: \`npx agent-connectors search slack "post a message"\`, \`npx agent-connectors describe slack messages create\`.
5. Try a call without an account: \`npx agent-connectors call slack channels list --sandbox\`.
6. Test with a sandbox, as the index shows. Use no token of a real account in a test.

For a new program, run \`npx agent-connectors init\`. It writes an agent and a test that run without an account and without a
model. \`npx agent-connectors init --agents\` writes the index into AGENTS.md, so that it is always in the context.

## Rules

${rules
  .slice(0, 7)
  .map((rule) => `- ${rule}`)
  .join("\n")}

${program(root, first!, "##")}`;
}
