import type { Command } from "commander";
import { expiryWarning } from "../core/connect/expiry-warning.ts";
import { known } from "./connectors.ts";
import { accountHelp, openConnector, sandboxHelp, storedAccount, type Source } from "./open-connector.ts";
import { print } from "./output.ts";

export function addCheck(program: Command): void {
  program
    .command("check")
    .description("Ask the platform whether it accepts the credentials, and to whom they belong.")
    .argument("<connector>")
    .option("--sandbox [path]", sandboxHelp)
    .option("--account <name>", accountHelp)
    .option("--json", "as one line of JSON")
    .action(
      async (
        name: string,
        { sandbox = false, account, json = false }: Partial<Source> & { json?: boolean },
      ) => {
        const found = await (await openConnector(name, { sandbox, account })).check();
        const warning = await warningAbout(name, { sandbox, account });
        print(warning === undefined ? found : { ...found, warnings: [warning] }, json);
        if (found.status === "unhealthy") process.exitCode = 1;
      },
    );
}

/** Returns a warning if the consent of the stored account ends soon. The age of other credentials is unknown. */
async function warningAbout(name: string, source: Source): Promise<string | undefined> {
  const account = await storedAccount(name, source);
  const { connectFlow } = (await known(name)).Connector;
  return account && connectFlow ? expiryWarning(connectFlow, account.connected_at, Date.now()) : undefined;
}
