import type { Entry } from "./behaviour.ts";
import { type Result, cell, newestResults, seenText } from "./results.ts";

/**
 * Says which behaviours were confirmed with real accounts. The sandbox behaves as the connectors assume, so its
 * results do not count.
 */
export function livePage(checklist: readonly Entry[], results: readonly Result[]): string {
  const real = results.filter(({ against }) => against === "the platform");
  const confirmed = checklist.filter(({ id }) => statusOf(id, real).startsWith("confirmed")).length;
  const table = (prefix: string): string[] => [
    "| Behaviour | Assumed | Used in | How the check confirms it | Status |",
    "|---|---|---|---|---|",
    ...checklist
      .filter(({ id }) => id.startsWith(prefix))
      .map(
        (entry) =>
          `| \`${entry.id.slice(prefix.length)}\`${marks(entry)} | ${cell(entry.assumed)} | \`${entry.usedIn}\` | ${cell(entry.reads)} | ${cell(statusOf(entry.id, real))} |`,
      ),
  ];
  return [
    "# Confirmed live",
    "",
    "Slack and Amazon do not document all behaviours of their APIs. This page lists the behaviours that the connectors",
    "rely on although they are not documented.",
    "",
    confirmed === 0
      ? `**None of the ${checklist.length} behaviours has been confirmed with a real account yet.** The connectors were built without a real`
      : `**${confirmed} of the ${checklist.length} behaviours have been confirmed with a real account.** The connectors were built without a real`,
    "account. The tests use [the sandboxes](sandbox.md), which behave as this page assumes. If a platform behaves differently,",
    "please open an issue.",
    "",
    "<!-- clone -->",
    "",
    "## Run the checks",
    "",
    "The repository, but not the package, contains a check for most of these behaviours. Connect an account with",
    "[`agent-connectors connect`](command-line.md#connect-an-account) first, or set the environment variables that",
    "`agent-connectors list` shows.",
    "",
    "```sh",
    "npm run live -- --list                                   # the checklist; needs no account",
    "npm run live -- --against sandbox                        # all checks with the sandboxes",
    "npm run live -- slack --account work                     # only checks that read",
    "npm run live -- slack --account work --allow-writes --channel C012AB3CD",
    "npm run live -- amazon-ads --allow-writes --campaign 123456789012345",
    "npm run live -- slack --only slack/scopes-header         # one check",
    "```",
    "",
    "| Rule | Meaning |",
    "|---|---|",
    "| Reads only | Without `--allow-writes`, a check can send only the requests in a list of known reads |",
    "| Writes stay in one place | A check posts only in the channel that you name, and deletes its message. A check changes only the campaign of Sponsored Products that you name. The campaign must be paused, stays paused, and gets its old values back. The results say whether the message was deleted and the old values were restored |",
    "| Reports | The checks of Amazon Ads request small reports and one export. A report or an export changes nothing in the account |",
    "| Results | The folder `live-results` gets `results.jsonl` and a table, `results.md`. They contain numbers, codes and the kind of the account. They never contain a token, an id, a name or a message |",
    "| Questions | Some checks ask you what a page of Slack or Amazon shows. Answer `yes`, `no` or `skip` |",
    "",
    "Slack behaves differently for bot tokens, user tokens and tokens of an Enterprise organization, so run the checks once",
    "for each kind. To add your results to this page, append the lines of `results.jsonl` to `scripts/live/confirmed.jsonl`,",
    "run `npm run docs` and open a pull request.",
    "",
    "<!-- /clone -->",
    "",
    "In the tables, ✎ marks a check that writes, and ? marks a check that asks a person.",
    "",
    "## Slack",
    "",
    ...table("slack/"),
    "",
    "## Amazon Ads",
    "",
    ...table("amazon-ads/"),
    "",
    "<!-- npm run docs makes this page from scripts/live. -->",
    "",
  ].join("\n");
}

const marks = ({ writes, asks = false }: Entry): string => `${writes ? " ✎" : ""}${asks ? " ?" : ""}`;

/** Describes the results of one check for all kinds of accounts. */
function statusOf(id: string, results: readonly Result[]): string {
  const newest = newestResults(results, id);
  if (newest.length === 0) return "not confirmed yet";
  return newest
    .toSorted((one, other) => one.verdict.localeCompare(other.verdict))
    .map((one) => `${one.verdict} on ${one.date} (${one.account}): ${seenText(one)}`)
    .join("; ");
}
