import { Command } from "commander";
import { version } from "../src/version.ts";
import { addApprovals } from "./approvals.ts";
import { addCall } from "./call.ts";
import { addCheck } from "./check.ts";
import { addConnect } from "./connect/index.ts";
import { addDefinition } from "./definition/index.ts";
import { addDescribe } from "./describe.ts";
import { addExplain } from "./explain.ts";
import { addImport } from "./import/index.ts";
import { addInit } from "./init/index.ts";
import { addJournal, addStop, addUndo } from "./journal.ts";
import { addList } from "./list.ts";
import { addManifest } from "./manifest.ts";
import { addMcp } from "./mcp/index.ts";
import { fail } from "./output.ts";
import { addSearch } from "./search.ts";
import { addTypes } from "./types.ts";

/** Runs a command. If the command fails, prints the error and sets the exit status. */
export async function run(args: readonly string[]): Promise<void> {
  const program = new Command("agent-connectors")
    .description("Look at connectors, connect accounts, call actions, and serve tools to MCP clients.")
    .version(version)
    .showHelpAfterError();
  addList(program);
  addDescribe(program);
  addSearch(program);
  addCall(program);
  addMcp(program);
  addConnect(program);
  addCheck(program);
  addManifest(program);
  addExplain(program);
  addJournal(program);
  addUndo(program);
  addStop(program);
  addApprovals(program);
  addDefinition(program);
  addTypes(program);
  addImport(program);
  addInit(program);
  await program
    .parseAsync(args, { from: "user" })
    .catch((error: unknown) => fail(error, args.includes("--json")));
}
