import type { Command } from "commander";
import { readParams } from "../src/core/call/params/correct-params.ts";
import { accountHelp, openConnector, sandboxHelp, type Source, withServerRights } from "./open-connector.ts";
import { print, printBytes, progressLine } from "./output.ts";

export function addCall(program: Command): void {
  withServerRights(program.command("call"))
    .description(
      "Run one action. Credentials come from the environment (see list) or from a stored account (see connect). A download writes the file's bytes to standard output.",
    )
    .argument("<connector>")
    .argument("<entity>")
    .argument("<action>")
    .argument("[params]", "a JSON object")
    .option("--sandbox [path]", sandboxHelp)
    .option("--account <name>", accountHelp)
    .option("--json", "as one line of JSON")
    .action(
      async (
        name: string,
        entity: string,
        action: string,
        params: string | undefined,
        { sandbox = false, json = false, ...source }: Partial<Source> & { json?: boolean },
      ) => {
        const connector = await openConnector(name, { sandbox, ...source });
        const line = progressLine();
        const { onProgress } = line;
        const result = await connector
          .execute(entity, action, readParams(params, []), { onProgress })
          .finally(line.clear);
        if (result.data instanceof ReadableStream) await printBytes(result.data);
        else print(result, json);
      },
    );
}
