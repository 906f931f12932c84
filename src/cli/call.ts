import type { Command } from "commander";
import { readParams } from "../core/call/correct-params.ts";
import { openConnector, sandboxHelp, type SandboxOption } from "./credentials-from-env.ts";
import { print, printBytes } from "./output.ts";

export function addCall(program: Command): void {
  program
    .command("call")
    .description(
      "Run one action. Credentials come from the environment (see list). A download writes the file's bytes to standard output.",
    )
    .argument("<connector>")
    .argument("<entity>")
    .argument("<action>")
    .argument("[params]", "a JSON object")
    .option("--sandbox [path]", sandboxHelp)
    .option("--json", "as one line of JSON")
    .action(
      async (
        name: string,
        entity: string,
        action: string,
        params: string | undefined,
        { sandbox = false, json = false }: { sandbox?: SandboxOption; json?: boolean },
      ) => {
        const connector = await openConnector(name, sandbox);
        const result = await connector.execute(entity, action, readParams(params, []));
        if (result.data instanceof ReadableStream) await printBytes(result.data);
        else print(result, json);
      },
    );
}
