import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ConnectorClass } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { SlackConnector } from "agent-connectors/slack";
import { errorsPage } from "./errors.ts";
import { slackCoverage } from "./slack-coverage.ts";
import { coveragePage } from "./amazon-ads-coverage.ts";

// Pages made from the definitions. `--check` fails where a page is not what the code says.

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");

async function connectorPage({
  title,
  auth,
  describe,
}: Pick<ConnectorClass, "title" | "auth" | "describe">): Promise<string> {
  const { entities } = await describe();
  const forms = Object.values(auth).map(
    (form) =>
      `- \`{ ${Object.keys(form).join(", ")} }\`: ${Object.values(form)
        .map((field) => field.description)
        .join(", ")}`,
  );
  const sections = Object.entries(entities).map(([entity, actions]) => {
    const rows = Object.values(actions).map(
      ({ signature, effect, description, docs }) =>
        `| \`${signature.replaceAll("|", "\\|")}\` | ${effect} | ${description} [Platform](${docs[0]}) |`,
    );
    return [`## ${entity}`, "", "| Action | Effect | |", "|---|---|---|", ...rows].join("\n");
  });
  return [
    `# ${title}`,
    "Made from the definitions by `npm run docs`. `?` marks what is optional, `…` params that are seldom needed",
    "(`npx agent-connectors describe` shows all); a param without a type is text. Lists take `limit` and `cursor`, reads",
    "`fields`, all else `dry_run`.\n",
    "Credentials, one of:\n",
    ...forms,
    "",
    sections.join("\n\n"),
    "",
  ].join("\n");
}

const pages = {
  "docs/slack.md": await connectorPage(SlackConnector),
  "docs/slack-coverage.md": slackCoverage(),
  "docs/amazon-ads.md": await connectorPage(AmazonAdsConnector),
  "docs/amazon-ads-coverage.md": await coveragePage(),
  "docs/errors.md": errorsPage(),
};
for (const [page, text] of Object.entries(pages)) {
  if (!check) writeFileSync(root + page, text);
  else if (readFileSync(root + page, "utf8") !== text) {
    console.error(`${page} is not what the code says: npm run docs`);
    process.exitCode = 1;
  }
}
