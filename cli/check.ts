import type { Command } from "commander";
import { exitStatus, exitStatusOf } from "./exit-status.ts";
import { hostedHelp } from "./hosted.ts";
import { accountHelp, openConnector, sandboxHelp, type Source, withServerRights } from "./open-connector.ts";
import { printRecord } from "./output.ts";

export function addCheck(program: Command): void {
  withServerRights(program.command("check"))
    .description("Ask the platform whether it accepts the credentials, and to whom they belong.")
    .argument("<connector>")
    .option("--sandbox [path]", sandboxHelp)
    .option("--account <name>", accountHelp)
    .option("--hosted <id>", hostedHelp)
    .option("--json", "as one line of JSON")
    .action(
      async (
        name: string,
        { sandbox = false, json = false, ...source }: Partial<Source> & { json?: boolean },
      ) => {
        const found = await (await openConnector(name, { sandbox, ...source })).check();
        await printRecord(found, json);
        if (found.status === "unhealthy")
          process.exitCode = found.error ? exitStatusOf(found.error) : exitStatus.refused;
      },
    );
}
