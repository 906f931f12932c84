import type { Command } from "commander";
import { accountsOf } from "./accounts.ts";
import { connectors, known } from "./connectors.ts";
import { print, writeLine } from "./output.ts";
import { styles } from "./table/style.ts";

export function addList(program: Command): void {
  program
    .command("list")
    .description(
      "List the connectors, the environment variables that the commands read, and the stored accounts.",
    )
    .option("--json", "as JSON")
    .action(async ({ json }: { json?: true }) => {
      const rows = await Promise.all(
        Object.keys(connectors).map(async (name) => {
          const { title, auth, environment, config, settings, client } = await known(name);
          const accounts = Object.entries(await accountsOf(name)).map(([account, { about }]) => ({
            account,
            about,
          }));
          return {
            name,
            title,
            credentials: Object.values(auth).map((form) => Object.keys(form)),
            environment,
            client,
            accounts,
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
      const { strong } = styles(process.stdout);
      for (const { name, title, environment, settings, client, accounts } of rows) {
        const forms = Object.entries(environment).map(
          ([form, fields]) => `  ${form}: ${Object.values(fields).join(", ")}`,
        );
        const optional = settings.map(
          ({ variable, description, default: value }) =>
            `  optional: ${variable}, ${description}${value === undefined ? "" : ` (${value} by default)`}`,
        );
        const stored = accounts.map(({ account, about }) => `  account: ${account}, ${about}`);
        const connecting = `  connect: ${Object.values(client).join(", ")}`;
        writeLine(`${name} (${title})`, strong);
        for (const line of [...forms, ...optional, connecting, ...stored]) writeLine(line);
      }
    });
}
