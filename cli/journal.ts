import { userInfo } from "node:os";
import { type Command, InvalidArgumentError } from "commander";
import type { JournalEntry, Stop } from "../src/core/journal/journal-entry.ts";
import { journal, noRun } from "../src/core/journal/read-journal.ts";
import { resume, stop } from "../src/core/journal/stop.ts";
import { undoRun } from "../src/core/journal/undo-run.ts";
import { fileStore } from "../src/store/file-store.ts";
import { stateFolder } from "./accounts.ts";
import { accountHelp, openConnector } from "./open-connector.ts";
import { print } from "./output.ts";

// What connectors with a stored account have written, by `call` and `mcp`. A program with a store in a folder can name the folder.

export const storeHelp = "the folder of another fileStore (default: the store of the stored accounts)";
export const byHelp = "who does this (default: the user of this computer)";
const storeOf = (folder: string | undefined) => fileStore(folder ?? stateFolder());

interface Shared {
  store?: string;
  json?: boolean;
}

export function addJournal(program: Command): void {
  program
    .command("journal")
    .description("List what was written, the newest first.")
    .option("--run <id>", "only the writes of this run")
    .option("--limit <number>", "the number of writes (default: 50)", wholeNumber)
    .option("--store <folder>", storeHelp)
    .option("--json", "as one line of JSON")
    .action(async ({ store, json = false, ...filter }: Shared & { run?: string; limit?: number }) => {
      const entries = await journal(storeOf(store), filter);
      if (json) return print(entries, true);
      if (entries.length === 0)
        process.stderr.write(
          filter.run === undefined ? "Nothing was written.\n" : "This run has written nothing.\n",
        );
      process.stdout.write(entries.map((entry) => `${lineOf(entry)}\n`).join(""));
    });
}

export function addUndo(program: Command): void {
  program
    .command("undo")
    .description("Undo what a run has written, and nobody has changed since.")
    .requiredOption("--run <id>", "the run, see the command journal")
    .option("--force", "also undo what somebody may have changed since")
    .option("--account <name>", accountHelp)
    .option("--by <person>", byHelp)
    .option("--store <folder>", storeHelp)
    .option("--json", "as one line of JSON")
    .action(
      async ({
        run,
        store: folder,
        account,
        by = userName(),
        force = false,
        json = false,
      }: Shared & { run: string; account?: string; by?: string; force?: boolean }) => {
        const store = storeOf(folder);
        const entries = await journal(store, { run, limit: 1000 });
        if (entries.length === 0) throw noRun(run);
        // A connector of a file has no name that opens it, and an MCP server has no writes that can be undone.
        const names = new Set(entries.flatMap(({ connector, undo }) => (undo ? [connector] : [])));
        const open = [...names].map((name) => openConnector(name, { sandbox: false, account }));
        const undone = await undoRun(store, run, await Promise.all(open), { by, force });
        if (json) print(undone, true);
        else
          for (const { connector, entity, action, outcome, reason } of undone)
            process.stdout.write(`${outcome.padEnd(10)} ${connector} ${entity}.${action}: ${reason}\n`);
        if (undone.some(({ outcome }) => outcome !== "undone" && outcome !== "already")) process.exitCode = 1;
      },
    );
}

export function addStop(program: Command): void {
  program
    .command("stop")
    .description(
      "Refuse all writes at once, in all processes. Reads still work. Names the writes that are under way.",
    )
    .option("--reason <text>", "why; agents read it")
    .option("--wait <seconds>", "wait for the end of the writes that are under way", wholeNumber)
    .option("--by <person>", byHelp)
    .option("--store <folder>", storeHelp)
    .option("--json", "as one line of JSON")
    .action(
      async ({
        store,
        reason,
        wait = 0,
        by = userName(),
        json = false,
      }: Shared & { reason?: string; wait?: number; by?: string }) => {
        const found = await stop(storeOf(store), {
          by,
          waitMs: wait * 1000,
          ...(reason === undefined ? {} : { reason }),
        });
        if (json) print(found, true);
        else process.stdout.write(stopInWords(found));
      },
    );
  program
    .command("resume")
    .description("End the stop.")
    .option("--store <folder>", storeHelp)
    .action(async ({ store }: Shared) => {
      const ended = await resume(storeOf(store));
      process.stdout.write(ended ? "Connectors can write again.\n" : "Writes were not stopped.\n");
    });
}

const lineOf = ({ started_at, status, run, connector, entity, action, decision, undone }: JournalEntry) =>
  [
    started_at,
    status.padEnd(7),
    `${connector} ${entity}.${action}`,
    `run ${run}`,
    ...(decision ? [`agreed: ${decision.by.join(", ")}`] : []),
    ...(undone ? [`undone by ${undone.by}`] : []),
  ].join("  ");

const stopInWords = ({ by, at, under_way }: Stop): string =>
  [
    `${by} has stopped all writes at ${at}. To end the stop, run agent-connectors resume.`,
    under_way.length === 0 ? "No write was under way." : "These writes were under way:",
    ...under_way.map(lineOf),
    "",
  ].join("\n");

/** Returns the system's name for the user of this process. In a container, the user may have only a number. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "the command line";
  }
}

function wholeNumber(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError("Pass a whole number.");
  return Number(text);
}
