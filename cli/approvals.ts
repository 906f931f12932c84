import { type Command, InvalidArgumentError } from "commander";
import { approvalDesk } from "../src/core/approval/approval-desk.ts";
import { wholeParams } from "../src/core/approval/line-texts.ts";
import type { Approval } from "../src/core/contract/approval.ts";
import { fileStore } from "../src/store/file-store.ts";
import { stateFolder } from "./accounts.ts";
import { byHelp, storeHelp, userName } from "./journal.ts";
import { print } from "./output.ts";

// The calls that wait for a person, of `mcp --approvals`. The process that serves the tools runs a call after the decision.

interface Options {
  store?: string;
  json?: boolean;
}
interface Answer extends Options {
  by?: string;
  note?: string;
}

const deskOf = (folder: string | undefined) => approvalDesk(fileStore(folder ?? stateFolder()));

export function addApprovals(program: Command): void {
  const approvals = program
    .command("approvals")
    .description("Show and decide the calls that wait for a person.");
  approvals
    .command("list", { isDefault: true })
    .description("List the calls that wait, and what they would do.")
    .option("--store <folder>", storeHelp)
    .option("--json", "as one line of JSON")
    .action(async ({ store, json = false }: Options) => {
      const found = await deskOf(store).list();
      if (json) print(found, true);
      else process.stdout.write(found.length === 0 ? "No call waits.\n" : found.map(inWords).join("\n"));
    });
  for (const [name, approve, says] of [
    ["approve", true, "Agree to a call. It then runs once."],
    ["decline", false, "Refuse a call. It never runs."],
  ] as const)
    approvals
      .command(name)
      .description(says)
      .argument("<id>", "the id of the approval", readId)
      .option("--note <text>", "why; the agent reads it")
      .option("--by <person>", byHelp)
      .option("--store <folder>", storeHelp)
      .option("--json", "as one line of JSON")
      .action(async (id: string, { store, by = userName(), note, json = false }: Answer) => {
        const decided = await deskOf(store).decide(id, {
          approve,
          by,
          ...(note === undefined ? {} : { note }),
        });
        if (json) print(decided, true);
        else process.stdout.write(`${decided.entity}.${decided.action}: ${decided.status}\n`);
      });
}

const inWords = ({ id, status, text, params, asked_at, expires_at }: Approval): string => {
  const lines = [text, ...wholeParams(params)].join("\n");
  return `${id}  ${status}, asked at ${asked_at}, until ${expires_at}\n${lines.replace(/^/gm, "  ")}\n`;
};

function readId(text: string): string {
  if (!/^[\w.-]{1,100}$/.test(text))
    throw new InvalidArgumentError("Pass an id from agent-connectors approvals.");
  return text;
}
