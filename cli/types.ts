import { type Command, InvalidArgumentError } from "commander";
import type { Effect } from "../src/core/contract/effect.ts";
import { actionsOption, list } from "./connect/choice.ts";
import { readClass } from "./definition/read-definition.ts";

interface Options {
  actions?: "everyday" | "all";
  include?: string[];
  exclude?: string[];
  effects?: Effect[];
  code?: true;
  budget?: number;
}

export function addTypes(program: Command): void {
  program
    .command("types")
    .description(
      "Print TypeScript declarations with documentation: the actions, their params and the fields of their results. Default: all actions.",
    )
    .argument("<connector>", "the name of a connector, or the path of a connector file")
    .addOption(actionsOption("declare these actions"))
    .option("--include <actions>", "declare only these actions: channels,messages.create", list)
    .option("--exclude <actions>", "do not declare these actions: files", list)
    .option("--effects <effects>", "declare only actions with these effects: read,write", list)
    .option("--code", "print the short text of typescript(), for a model that writes code")
    .option("--budget <characters>", "with --code: the maximum length of the text", characters)
    .action(async (source: string, { code, budget, ...choice }: Options) => {
      const Connector = await readClass(source);
      const text = code
        ? await Connector.typescript({ ...choice, ...(budget === undefined ? {} : { budget }) })
        : await Connector.declarations(choice);
      process.stdout.write(`${text.trimEnd()}\n`);
    });
}

function characters(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("Pass a number of characters.");
  return Number(text);
}
