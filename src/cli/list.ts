import type { Command } from "commander";
import { connectors, known } from "./connectors.ts";
import { print } from "./output.ts";

export function addList(program: Command): void {
  program
    .command("list")
    .description("List the connectors and the environment variables that the commands read.")
    .option("--json", "as JSON")
    .action(async ({ json }: { json?: true }) => {
      const rows = await Promise.all(
        Object.keys(connectors).map(async (name) => {
          const { title, auth, environment, config, settings } = await known(name);
          return {
            name,
            title,
            credentials: Object.values(auth).map((form) => Object.keys(form)),
            environment,
            settings: Object.entries(settings).map(([field, variable]) => ({
              field,
              variable,
              description: config[field]?.description,
              default: config[field]?.default,
            })),
          };
        }),
      );
      if (json) return print(rows, true);
      for (const { name, title, environment, settings } of rows) {
        const forms = Object.entries(environment).map(
          ([form, fields]) => `  ${form}: ${Object.values(fields).join(", ")}`,
        );
        const optional = settings.map(
          ({ variable, description, default: value }) =>
            `  optional: ${variable}, ${description} (${value} by default)`,
        );
        process.stdout.write(`${[`${name} (${title})`, ...forms, ...optional].join("\n")}\n`);
      }
    });
}
