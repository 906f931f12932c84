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
    "| Behaviour | Assumption | Status |",
    "|---|---|---|",
    ...checklist
      .filter(({ id }) => id.startsWith(prefix))
      .map(
        (entry) =>
          `| \`${entry.id.slice(prefix.length)}\`${marks(entry)} | ${cell(entry.assumed)} | ${cell(statusOf(entry.id, real))} |`,
      ),
  ];
  return [
    "# Undocumented behaviours",
    "",
    "The connectors rely on some behaviours that Slack and Amazon do not document. This page lists these behaviours.",
    "",
    confirmed === 0
      ? `**None of the ${checklist.length} behaviours has been confirmed with a real account yet.** The connectors were built without a real`
      : `**${confirmed} of the ${checklist.length} behaviours have been confirmed with a real account.** The connectors were built without a real`,
    "account: the tests use [the sandboxes](sandbox.md), which behave as this page assumes. If a platform behaves differently,",
    "please open an issue.",
    "",
    "The repository contains a check for most of these behaviours. ✎ marks a check that writes, and ? marks a check that asks",
    "a person.",
    "",
    "<!-- clone -->",
    "",
    "## Run the checks",
    "",
    "First connect an account with [`agent-connectors connect`](command-line.md#connect-an-account), or set the environment",
    "variables that `agent-connectors list` shows.",
    "",
    "```sh",
    "npm run live -- --list                                   # how each check confirms its assumption; needs no account",
    "npm run live -- --against sandbox                        # all checks with the sandboxes",
    "npm run live -- slack --account work                     # only checks that read",
    "npm run live -- slack --account work --allow-writes --channel C012AB3CD",
    "npm run live -- amazon-ads --allow-writes --campaign 123456789012345",
    "npm run live -- slack --only slack/scopes-header         # one check",
    "```",
    "",
    "| Rule | Meaning |",
    "|---|---|",
    "| Reads only | Without `--allow-writes`, a check can send only requests that are known to read |",
    "| Writes stay in one place | A check posts only in the channel that you name, and deletes its message. A check changes only the campaign that you name, which must be a paused campaign of Sponsored Products, and restores the old values |",
    "| Reports | The checks of Amazon Ads request small reports and one export, which change nothing in the account |",
    "| Results | The folder `live-results` gets `results.jsonl` and a table, `results.md`. They contain numbers, codes and the kind of the account, but no token, id, name or message |",
    "| Questions | Some checks ask you what a page of Slack or Amazon shows. Answer `yes`, `no` or `skip` |",
    "",
    "Slack behaves differently for bot tokens, user tokens and tokens of an Enterprise organization, so run the checks once",
    "for each kind. To add your results to this page, append the lines of `results.jsonl` to `scripts/live/confirmed.jsonl`,",
    "run `npm run docs` and open a pull request.",
    "",
    "<!-- /clone -->",
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
