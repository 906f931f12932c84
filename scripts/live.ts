import { known } from "../cli/connectors.ts";
import { findCredentials } from "../cli/open-connector.ts";
import { fail } from "../cli/output.ts";
import { checklistText } from "./live/checklist-text.ts";
import { type Options, readOptions } from "./live/options.ts";
import { amazonAds, checklist, slack } from "./live/platforms.ts";
import { type Result, saveResults, seenText } from "./live/results.ts";
import { runChecks } from "./live/run-checks.ts";
import { runAdsSandbox, runSlackSandbox } from "./live/sandbox-runs.ts";

// Checks behaviours of Slack and Amazon Ads that documentation does not settle, with a real account or with the
// sandbox. docs/live.md explains the options.

async function run(options: Options): Promise<void> {
  const { connector, list, sandbox, only } = options;
  const results: Result[] = [];
  const say = (text: string) => void process.stderr.write(`${text}\n`);
  const report = (result: Result): void => {
    results.push(result);
    say(`${result.verdict.padEnd(10)} ${result.id} (${result.account}) ${seenText(result)}`);
  };
  const wanted = (name: string) => connector === undefined || connector === name;
  try {
    if (list) {
      const shown = checklist.filter(({ id }) => wanted(id.split("/")[0]!));
      process.stdout.write(`${checklistText(shown)}\n`);
      return;
    }
    if (sandbox) {
      if (wanted("slack")) await runSlackSandbox({ only, report });
      if (wanted("amazon-ads")) await runAdsSandbox({ only, report });
    } else {
      const given = await accountOf(connector!, options);
      const more = { ...given, only, report };
      const refused = await (connector === "slack" ? runChecks(slack, more) : runChecks(amazonAds, more));
      if (refused !== undefined) {
        say(`The platform does not accept the credentials (${refused}).`);
        process.exitCode = 1;
      }
    }
  } finally {
    // Results of checks that have ended are kept even if the run stops early.
    if (results.length > 0)
      process.stdout.write(`${(await saveResults(options.out, results, checklist)).join("\n")}\n`);
  }
  // The sandbox behaves as assumed, so this run checks the checks themselves.
  if (sandbox && results.some(({ verdict }) => verdict === "differs")) process.exitCode = 1;
}

/** The commands of `agent-connectors` find credentials in the same way. */
async function accountOf(name: string, { account, allowWrites, place }: Options) {
  const { auth, config, code } = await findCredentials(name, account);
  const { open } = await known(name);
  return {
    open: (fetch: typeof globalThis.fetch) => open(auth, config, { ...code, fetch }),
    config: Object.fromEntries(
      Object.entries(config).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    ),
    send: globalThis.fetch,
    against: "the platform" as const,
    allowWrites,
    place,
  };
}

try {
  await run(readOptions(process.argv.slice(2)));
} catch (error) {
  fail(error, false);
}
