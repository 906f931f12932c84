import type { Command } from "commander";
import { connectors, known } from "./connectors.ts";
import { print } from "./output.ts";

export function addList(program: Command): void {
  program
    .command("list")
    .description("List the connectors and the credentials that each takes.")
    .option("--json", "as JSON")
    .action(async ({ json }: { json?: true }) => {
      const rows = await Promise.all(
        Object.keys(connectors).map(async (name) => {
          const { title, auth, environment } = await known(name);
          return {
            name,
            title,
            credentials: Object.values(auth).map((form) => Object.keys(form)),
            environment,
          };
        }),
      );
      if (json) return print(rows, true);
      for (const { name, title, credentials } of rows)
        process.stdout.write(
          `${name}  ${title}: ${credentials.map((form) => form.join(" + ")).join(", or ")}\n`,
        );
    });
}
