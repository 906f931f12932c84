import type { Command } from "commander";
import { connectors } from "../connectors.ts";
import { frameworks } from "./frameworks.ts";
import { initAgents } from "./init-agents.ts";
import { addInitConnector } from "./init-connector.ts";
import { initProgram, type ProgramOptions } from "./init-program.ts";

type Options = Partial<ProgramOptions> & { agents?: true };

export function addInit(program: Command): void {
  const init = program
    .command("init")
    .description(
      "Write a program whose agent uses a connector, with a test. It runs without an account and without a model. In a terminal, the command asks for what you leave out.",
    )
    .option("--framework <name>", Object.keys(frameworks).join(", "))
    .option("--connector <name>", `${Object.keys(connectors).join(", ")}, or the path of a connector file`)
    .option(
      "--mode <mode>",
      "open-source: your credentials are in variables. hosted: the hosted service has them",
    )
    .option("--folder <path>", "the folder (default: the current one)")
    .option("--overwrite", "replace existing files")
    .option("--agents", "write only the index of the pages for coding agents, into AGENTS.md of the folder")
    .action(({ agents, folder = ".", ...options }: Options) =>
      agents ? initAgents(folder) : initProgram({ ...options, folder }),
    );
  addInitConnector(init);
}
