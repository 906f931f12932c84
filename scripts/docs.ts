import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { agentsIndex, skill } from "./pages/coding-agents.ts";
import { connectorPage } from "./pages/connector-page.ts";
import { factsOf } from "./pages/connector-facts.ts";
import { errorsPage } from "./pages/errors.ts";
import { livePage } from "./live/page.ts";
import { llmsIndex } from "./pages/llms.ts";
import { assumptions, checklist } from "./live/platforms.ts";
import { confirmed, references } from "./pages/reference.ts";
import { slackCoverage, slackMethods } from "./pages/slack-coverage.ts";
import { coveragePage } from "./pages/amazon-ads-coverage.ts";

// Makes pages from the definitions of the connectors. With `--check`, the script fails if a page is out of date.

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");

/** Sections at the end of the pages of some connectors. */
const more: Readonly<Record<string, () => string[]>> = { slack: () => [slackMethods()] };
const connectorPages = (await Promise.all(references.map(factsOf))).map(
  (facts) => [`docs/${facts.name}.md`, connectorPage(facts, ...(more[facts.name]?.() ?? []))] as const,
);

const pages = {
  ...Object.fromEntries(connectorPages),
  "docs/slack-coverage.md": slackCoverage(),
  "docs/amazon-ads-coverage.md": await coveragePage(),
  "docs/errors.md": errorsPage(),
  "docs/live.md": livePage(checklist, assumptions, confirmed),
};
const forAgents = {
  "skills/agent-connectors/index.md": () => agentsIndex(root),
  "skills/agent-connectors/SKILL.md": () => skill(root),
  "llms.txt": () => llmsIndex(""),
};
write(pages);
// These contain titles of the pages above.
write(Object.fromEntries(Object.entries(forAgents).map(([page, text]) => [page, text()])));

function write(texts: Readonly<Record<string, string>>): void {
  for (const [page, text] of Object.entries(texts)) {
    if (!check) writeFileSync(root + page, text);
    else if (readFileSync(root + page, "utf8") !== text) {
      console.error(`${page} is out of date. Run npm run docs.`);
      process.exitCode = 1;
    }
  }
}
