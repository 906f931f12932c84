import type { Command } from "commander";
import { more } from "../mcp/choice.ts";
import { print } from "../output.ts";
import { checkFile } from "./check-file.ts";
import { compareDefinitions } from "./compare-definitions.ts";
import { readDefinition } from "./read-definition.ts";

export function addDefinition(program: Command): void {
  const definition = program
    .command("definition")
    .description("Print or check a connector's definition, or compare two definitions.");
  definition
    .command("print")
    .description(
      "Print a definition as JSON, without functions. Keep the output to compare it with a later version.",
    )
    .argument("<definition>", "the name of a connector, or the path of a connector file")
    .action(async (source: string) => print(await readDefinition(source), false));
  definition
    .command("check")
    .description(
      "Call every action of a connector file with its example, against a mock platform in this process. Check pages, errors, hostile values and that no default is sent.",
    )
    .argument("<file>", "the path of a connector file")
    .option("--config <name=value>", "a setting of the connector, can be repeated", more)
    .action(async (file: string, { config = [] }: { config?: string[] }) => {
      const { text } = await checkFile(file, config);
      process.stdout.write(`${text}\n`);
    });
  definition
    .command("diff")
    .description(
      "Print what a new definition changes: actions, effects, scopes, and the hash of the tool's text. The exit status is 1 if the new definition can do more than the old one.",
    )
    .argument("<old>", "the path of a definition, or the name of a connector")
    .argument("<new>")
    .option("--json", "as JSON")
    .action(async (old: string, next: string, { json }: { json?: true }) => {
      const found = await compareDefinitions(await readDefinition(old), await readDefinition(next));
      if (found.granted.length > 0) process.exitCode = 1;
      if (json) return print(found, true);
      const { old: before, new: after } = found.tool_text;
      const lines = [
        ...found.granted.map((line) => `+ ${line}`),
        ...found.changed.map((line) => `  ${line}`),
        `  text of the tool: ${before === after ? `unchanged, ${after}` : `${before} -> ${after}`}`,
      ];
      process.stdout.write(`${lines.join("\n")}\n`);
    });
}
