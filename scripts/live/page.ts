import type { Assumption, Entry } from "./behaviour.ts";
import { type Result, cell, newestResults, seenText } from "./results.ts";

/**
 * Says which behaviours were confirmed with real accounts. The sandbox behaves as the connectors assume, so its
 * results do not count.
 */
export function livePage(
  checklist: readonly Entry[],
  assumptions: readonly Assumption[],
  results: readonly Result[],
): string {
  const confirmed = checklist.filter(({ id }) => statusOf(id, results).startsWith("confirmed")).length;
  const platform = (id: string) => (id.startsWith("slack/") ? "Slack" : "Amazon Ads");
  const name = (id: string) => `\`${id.slice(id.indexOf("/") + 1)}\``;
  return [
    "# What was never tried with a real account",
    "",
    "The connectors were built without real accounts. The tests use [the sandboxes](sandbox.md), emulators and recordings that",
    "others made, and the platforms' documentation and specifications. So the connectors rely on some behaviours that no",
    "page of a platform describes. If a platform behaves differently, please open an issue: the command",
    "`npm bugs agent-connectors` opens the page for it.",
    "",
    "## Checks for a real account",
    "",
    `If one of these ${checklist.length} assumptions is wrong, a connector can spend too much, write twice or name the wrong author. The`,
    "repository has a check for each.",
    confirmed === 0
      ? "**None of them has been confirmed yet.** A check marked with ✎ writes."
      : `**${confirmed} of them have been confirmed.** A check marked with ✎ writes.`,
    "",
    "| Behaviour | Platform | Decides | Assumption | Status |",
    "|---|---|---|---|---|",
    ...checklist.map(
      ({ id, writes, decides, assumed }) =>
        `| ${name(id)}${writes ? " ✎" : ""} | ${platform(id)} | ${decides} | ${cell(assumed)} | ${cell(statusOf(id, results))} |`,
    ),
    "",
    "<!-- clone -->",
    "",
    "The checks take less than an hour. They need a free Slack workspace, and an Amazon Ads account with one paused campaign of",
    "Sponsored Products in a portfolio. First connect an account with",
    "[`agent-connectors connect`](command-line.md#connect-an-account), or set the environment variables that",
    "`agent-connectors list` shows.",
    "",
    "```sh",
    "npm run live -- --list                                   # how each check confirms its assumption; needs no account",
    "npm run live -- --against sandbox                        # all checks with the sandboxes",
    "npm run live -- slack --account work                     # only checks that read",
    "npm run live -- slack --account work --allow-writes --channel C012AB3CD",
    "npm run live -- amazon-ads --allow-writes --campaign 123456789012345",
    "```",
    "",
    "| Rule | Meaning |",
    "|---|---|",
    "| Reads only | Without `--allow-writes`, a check can send only requests that are known to read |",
    "| Writes stay in one place | A check posts only in the channel that you name, and deletes its message. A check changes only the campaign that you name, which must be paused, and restores the old values |",
    "| Results | The folder `live-results` gets `results.jsonl` and a table, `results.md`. They contain numbers, codes and the kind of the account, but no token, id, name or message |",
    "",
    "To add your results to this page, append the lines of `results.jsonl` to `scripts/live/confirmed.jsonl`, run",
    "`npm run docs` and open a pull request.",
    "",
    "<!-- /clone -->",
    "",
    "## Only assumed",
    "",
    "Nothing checks these behaviours.",
    "",
    "| Behaviour | Platform | Assumption |",
    "|---|---|---|",
    ...assumptions.map(({ id, assumed }) => `| ${name(id)} | ${platform(id)} | ${cell(assumed)} |`),
    "",
    "<!-- npm run docs makes this page from scripts/live. -->",
    "",
  ].join("\n");
}

/** Describes the results of one check for all kinds of accounts. */
function statusOf(id: string, results: readonly Result[]): string {
  const newest = newestResults(results.filter(isReal), id);
  if (newest.length === 0) return "not confirmed yet";
  return newest
    .toSorted((one, other) => one.verdict.localeCompare(other.verdict))
    .map((one) => `${one.verdict} on ${one.date} (${one.account}): ${seenText(one)}`)
    .join("; ");
}

const isReal = ({ against }: Result): boolean => against === "the platform";

/**
 * Returns the newest day on which a check has sent the request of an action with a real account, such as `2026-11-22`.
 * @param action the name of a connector and an action, such as `slack/messages.create`
 */
export function liveOn(
  action: string,
  checklist: readonly Entry[],
  results: readonly Result[],
): string | undefined {
  const [connector, name] = action.split("/") as [string, string];
  const ids = new Set(
    checklist
      .filter(({ id, actions }) => id.startsWith(`${connector}/`) && actions.includes(name))
      .map(({ id }) => id),
  );
  return results
    .filter((one) => isReal(one) && one.verdict === "confirmed" && ids.has(one.id))
    .map(({ date }) => date)
    .toSorted()
    .at(-1);
}
