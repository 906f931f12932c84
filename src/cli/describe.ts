import type { Command } from "commander";
import { known } from "./connectors.ts";
import { print } from "./output.ts";

export function addDescribe(program: Command): void {
  program
    .command("describe")
    .description("Describe a connector: its entities and actions, or one action with its params.")
    .argument("<connector>")
    .argument("[entity]")
    .argument("[action]")
    .option("--json", "as JSON")
    .action(
      async (
        name: string,
        entity: string | undefined,
        action: string | undefined,
        { json }: { json?: true },
      ) => {
        const catalogue = await (await known(name)).describe(entity, action);
        if (json) return print(catalogue, true);
        for (const [entityName, actions] of Object.entries(catalogue.entities)) {
          process.stdout.write(`${entityName}\n`);
          for (const { signature, effect, description, params, example, docs } of Object.values(actions)) {
            process.stdout.write(`  ${signature}  [${effect}]\n      ${description}\n`);
            if (action === undefined) continue;
            for (const [param, schema] of Object.entries(params.properties ?? {}))
              process.stdout.write(
                `      ${param}${params.required?.includes(param) ? "" : "?"}: ${JSON.stringify(schema)}\n`,
              );
            process.stdout.write(
              `      example: ${JSON.stringify(example)}\n      ${docs.join("\n      ")}\n`,
            );
          }
        }
      },
    );
}
