import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  agentTools,
  approvalDesk,
  approvals,
  journal,
  undoRun,
  type ConnectorOptions,
} from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { fileStore } from "agent-connectors/file-store";
import { amazonAdsSandbox } from "agent-connectors/sandbox";

// An agent proposes 40 new budgets in one call. A person agrees to 37. The process is killed while it makes the change, another one
// goes on, and at the end everything is undone. The agent runs in processes of its own, and Amazon is a sandbox in this one, so all
// budgets that this program prints are those of the sandbox.

const profileId = "2381940675312846";
const campaignIds = Array.from({ length: 40 }, (_, index) => String(9001 + index));
const [step, ...given] = process.argv.slice(2);

/** The part that the processes share: the connector and its store, which is a folder. */
function open(endpoint: string, directory: string, more: ConnectorOptions = {}) {
  const { credentials } = amazonAdsSandbox();
  const store = fileStore(directory);
  const policy = { caps: { max_daily_budget: { USD: 100 } } };
  const ads = new AmazonAdsConnector(
    { auth: credentials },
    { endpoint, store, journal: true, policy, ...more },
  );
  return { store, ads, desk: approvalDesk(store) };
}

/** The agent: proposes the changes, or runs what people have agreed to. */
async function agent(endpoint: string, directory: string): Promise<void> {
  let wrote = false;
  // One process ends when Amazon has answered the write, before the approval has its outcome.
  const dying: ConnectorOptions = {
    beforeWrite: () => void (wrote = true),
    onCall: () => void (wrote && process.kill(process.pid, "SIGKILL")),
  };
  const { ads, store, desk } = open(endpoint, directory, step === "run-and-die" ? dying : {});
  // Another process waits for a minute until it believes that the first one has ended. Here, its clock is ahead instead.
  const ahead = step === "go-on" ? 61_000 : 0;
  const clock = { now: () => Date.now() + ahead, sleep: async () => {} };
  const tools = approvals(await agentTools(ads, { effects: ["read", "write", "spend"] }), {
    scope: "budgets of November",
    store,
    decides: "desk",
    needsApproval: [],
    clock,
  });
  if (step === "propose") {
    const campaigns = campaignIds.map((campaignId, index) => ({
      campaignId,
      budget: { budget: 11 + index, budgetType: "DAILY" as const },
    }));
    const call = {
      entity: "sponsored_product_campaigns",
      action: "update",
      params: { profileId, campaigns },
    };
    const result = await tools[0]!.call(call, { callId: "call 1", context: { run: "november" } });
    console.log(`  The agent reads: ${result.ok ? "done" : result.error.message}`);
  } else {
    const [approval] = await desk.list();
    const result = approval && (await desk.run(approval.id, tools));
    console.log(`  The second process reads: ${result && !result.ok ? result.error.message : "done"}`);
  }
}

/** Runs a step of the agent in a process of its own, and returns how the process ended. */
const inProcess = (name: string, ...words: string[]): Promise<string> =>
  new Promise((resolve) => {
    const file = fileURLToPath(import.meta.url);
    const child = spawn(process.execPath, [...process.execArgv, file, name, ...words], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("exit", (code, signal) => resolve(signal ?? `code ${code}`));
  });

async function main(): Promise<void> {
  const sandbox = amazonAdsSandbox({
    seed: {
      accounts: [
        {
          profile: { profileId },
          entities: {
            "sp/campaigns": campaignIds.map((campaignId, index) => ({
              campaignId,
              name: `Campaign ${index + 1}`,
              targetingType: "MANUAL",
              budget: { budget: 10, budgetType: "DAILY" },
              startDate: "2026-01-01",
            })),
          },
        },
      ],
    },
  });
  const budgets = (): number[] => {
    const account = sandbox.state().accounts.find(({ profile }) => profile.profileId === profileId)!;
    const campaigns = account.entities["sp/campaigns"].filter(({ campaignId }) =>
      campaignIds.includes(String(campaignId)),
    );
    return campaigns.map(({ budget }) => (budget as { budget: number }).budget);
  };
  const say = (text: string) => {
    const changed = budgets().filter((budget) => budget !== 10).length;
    const sent = sandbox.calls().filter(({ method, path }) => method === "PUT" && path === "/sp/campaigns");
    console.log(
      `${text}\n  At Amazon: ${changed} of 40 budgets differ from 10 USD, after ${sent.length} ${sent.length === 1 ? "write" : "writes"}.`,
    );
  };
  const directory = mkdtempSync(join(tmpdir(), "forty-changes-"));
  const { url, close } = await sandbox.listen();
  try {
    const { store, ads, desk } = open(url, directory);
    await inProcess("propose", url, directory);
    say("1. The agent has proposed 40 changes in one call, and its process has ended.");

    const [asked] = await desk.list();
    const { id, rows = [], text } = asked!;
    console.log(`  The person reads ${rows.length} rows, the first and the total:`);
    for (const line of text.split("\n").filter((one) => /^(Row 0|Exposure): /.test(one)))
      console.log(`  ${line}`);
    // The last three budgets are too high for this person.
    const agreed = rows.flatMap((_, index) => (index < 37 ? [index] : []));
    await desk.decide(id, { approve: true, by: "maya@example.com", rows: agreed });
    say("2. Maya has agreed to 37 rows, and has declined 3.");

    const ended = await inProcess("run-and-die", url, directory);
    say(`3. A process has begun the change and was ended by ${ended}, before it could store the outcome.`);

    await inProcess("go-on", url, directory);
    say("4. Another process has gone on. It has sent nothing again.");
    for (const { status, decision } of await journal(store, { run: "november" }))
      console.log(
        `  In the journal: ${status}, agreed by ${decision?.by.join()}, ${decision?.rows?.length} rows.`,
      );

    for (const { outcome, reason } of await undoRun(store, "november", [ads], { by: "maya@example.com" }))
      console.log(`  ${outcome}: ${reason}`);
    say("5. Maya has undone the whole run.");
  } finally {
    await close();
    rmSync(directory, { recursive: true, force: true });
  }
}

await (step === undefined ? main() : agent(given[0]!, given[1]!));
