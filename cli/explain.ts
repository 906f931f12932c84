import type { Command } from "commander";
import { actionsOption } from "./connect/choice.ts";
import { readClass } from "./definition/read-definition.ts";
import { choiceOfEach, more, whole, type Choice } from "./mcp/choice.ts";
import { print, writeLine } from "./output.ts";
import { policyHelp, readPolicyFile } from "./policy-file.ts";

interface Options extends Choice {
  policy?: string;
  json?: boolean;
}

export function addExplain(program: Command): void {
  program
    .command("explain")
    .description(
      "Say in sentences what an agent with these options may do, with examples of calls that are refused. Needs no credentials.",
    )
    .argument("<connector>", "the name of a connector, or the path of a connector file")
    .option("--effects <effects>", "effects that the tool may have: read,write,destructive", more)
    .addOption(actionsOption("offer these actions"))
    .option("--include <actions>", "offer only these actions: channels,messages.create", more)
    .option("--exclude <actions>", "do not offer these actions: files", more)
    .option("--only <kind=ids>", "allow only these channels or profiles: channel=C012AB3CD", whole)
    .option("--external", "let the tool write where people of another company can read")
    .option("--policy <file>", policyHelp)
    .option("--json", "as one line of JSON")
    .action(async (source: string, { policy, json = false, ...choice }: Options) => {
      const Connector = await readClass(source);
      const [one] = choiceOfEach([source], choice);
      const given = policy === undefined ? {} : await readPolicyFile(policy);
      const found = await Connector.explain({ ...given, ...one!.options } as never);
      if (json) print(found, true);
      else for (const line of found.text.split("\n")) writeLine(line);
    });
}
