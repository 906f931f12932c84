import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ConnectorClass } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { GitHubConnector } from "agent-connectors/github";
import { GmailConnector } from "agent-connectors/gmail";
import { GoogleCalendarConnector } from "agent-connectors/google-calendar";
import { LinearConnector } from "agent-connectors/linear";
import { NotionConnector } from "agent-connectors/notion";
import { SlackConnector } from "agent-connectors/slack";
import { agentsIndex, skill } from "./pages/coding-agents.ts";
import { errorsPage } from "./pages/errors.ts";
import { livePage } from "./live/page.ts";
import { llmsIndex } from "./pages/llms.ts";
import { assumptions, checklist } from "./live/platforms.ts";
import { readResults } from "./live/results.ts";
import { scopeLegend, scopeTable } from "./pages/scope-table.ts";
import { githubProofs } from "./pages/github-proof.ts";
import { gmailProofs, googleCalendarProofs } from "./pages/google-proof.ts";
import { linearProofs } from "./pages/linear-proof.ts";
import { notionProofs } from "./pages/notion-proof.ts";
import { type Proofs, proofLegend, proofText } from "./pages/proof.ts";
import { slackCoverage, slackMethods } from "./pages/slack-coverage.ts";
import { coveragePage } from "./pages/amazon-ads-coverage.ts";

// Makes pages from the definitions of the connectors. With `--check`, the script fails if a page is out of date.

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");

/** The results of checks with real accounts. The file does not exist before the first results. */
const confirmedFile = `${root}scripts/live/confirmed.jsonl`;
const confirmed = existsSync(confirmedFile) ? readResults(readFileSync(confirmedFile, "utf8")) : [];

const slackProofs: Proofs = {
  meanings: { documented: "The request follows Slack's documentation" },
  of: () => "documented",
};
const amazonAdsProofs: Proofs = {
  meanings: {
    specification:
      "A test compares the requests of the action with Amazon's specifications: the method, the path, the media types and the names of the params",
  },
  of: () => "specification",
};

async function connectorPage(
  {
    connectorName,
    title,
    auth,
    describe,
    compiled,
  }: Pick<ConnectorClass, "connectorName" | "title" | "auth" | "describe" | "compiled">,
  proofs: Proofs,
  ...more: string[]
): Promise<string> {
  const { entities } = await describe();
  const forms = Object.values(auth).map(
    (form) =>
      `| \`{ ${Object.keys(form).join(", ")} }\` | ${Object.values(form)
        .map((field) => field.description)
        .join(", ")} |`,
  );
  const { everyday, onlyByName = [] } = await compiled();
  const offerOf = (name: string) =>
    onlyByName.includes(name) ? "by name" : (everyday?.includes(name) ?? true) ? "" : "on request";
  const proofOf = proofText(connectorName, proofs, confirmed);
  const names = Object.entries(entities).flatMap(([entity, actions]) =>
    Object.keys(actions).map((action) => `${entity}.${action}`),
  );
  const sections = Object.entries(entities).map(([entity, actions]) => {
    const rows = Object.entries(actions).map(
      ([action, { signature, effect, description, docs }]) =>
        `| \`${signature.replaceAll("|", "\\|")}\` | ${effect} | ${offerOf(`${entity}.${action}`)} | ${description} | ${proofOf(`${entity}.${action}`)} | [docs](${docs[0]}) |`,
    );
    return [
      `## ${entity}`,
      "",
      "| Action | Effect | Offered | Description | Proof | Platform |",
      "|---|---|---|---|---|---|",
      ...rows,
      ...scopeTable(actions),
    ].join("\n");
  });
  return [
    `# ${title}: all entities and actions`,
    "",
    `For an introduction, see [${title}](${connectorName}-guide.md).`,
    "",
    "| In a signature | Meaning |",
    "|---|---|",
    "| `name` | A required param. If a signature shows no type, the type is string |",
    "| `name?: int` | An optional param and its type |",
    `| \`…\` | Other optional params. \`npx agent-connectors describe ${connectorName} <entity> <action>\` shows them |`,
    "",
    "Actions that list records also take `cursor` and `fields`, and usually `limit`. All other reads take `fields`, and all",
    "writes take `dry_run`. [Using a connector](usage.md#calls) explains these params and [the effects](usage.md#policy).",
    "",
    "A tool offers an action without a word in the column Offered by default. [Everyday actions](tools.md#everyday-actions)",
    "explains how a tool offers the others: on request, or only by name.",
    "",
    `Entities: ${Object.keys(entities)
      .map((entity) => `[${entity}](#${entity})`)
      .join(", ")}.`,
    "",
    "| `auth` | Meaning of the fields, in the same order |",
    "|---|---|",
    ...forms,
    "",
    ...proofLegend(proofs, names.map(proofOf)),
    "",
    ...scopeLegend(sections),
    [...sections, ...more].join("\n\n"),
    "",
    "<!-- npm run docs makes this page from the definitions. -->",
    "",
  ].join("\n");
}

const pages = {
  "docs/slack.md": await connectorPage(SlackConnector, slackProofs, slackMethods()),
  "docs/slack-coverage.md": slackCoverage(),
  "docs/amazon-ads.md": await connectorPage(AmazonAdsConnector, amazonAdsProofs),
  "docs/amazon-ads-coverage.md": await coveragePage(),
  "docs/notion.md": await connectorPage(NotionConnector, notionProofs),
  "docs/github.md": await connectorPage(GitHubConnector, githubProofs),
  "docs/gmail.md": await connectorPage(GmailConnector, gmailProofs),
  "docs/google-calendar.md": await connectorPage(GoogleCalendarConnector, googleCalendarProofs),
  "docs/linear.md": await connectorPage(LinearConnector, linearProofs),
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
