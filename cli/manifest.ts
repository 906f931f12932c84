import type { Command } from "commander";
import { type Choice, choiceOf, withChoice } from "./connect/choice.ts";
import { ports } from "./connect/loopback.ts";
import { scopesInWords } from "./connect/scopes-in-words.ts";
import { known } from "./connectors.ts";
import { print } from "./output.ts";
import { hang } from "./table/text-width.ts";

interface Options extends Choice {
  token: string;
  name?: string;
  organization?: boolean;
  pkce?: boolean;
  json?: boolean;
}

export function addManifest(program: Command): void {
  withChoice(program.command("manifest"))
    .description("Print a link that creates a Slack app with the scopes that some actions need.")
    .argument("<connector>")
    .option("--token <kind>", "bot, user or both", "bot")
    .option("--name <name>", "the name of the app")
    .option("--organization", "for an app that is installed for a whole Enterprise organization")
    .option("--pkce", "for connect --token user: an app without a client secret")
    .option("--json", "print the manifest as JSON")
    .action(async (name: string, options: Options) => {
      const { Connector } = await known(name);
      const { token, organization = false, pkce = false, json, ...rest } = options;
      const choice = {
        ...choiceOf(options),
        tokens: token === "both" ? ["bot", "user"] : [token],
      };
      const { manifest, url } = await Connector.manifest({
        ...choice,
        ...(rest.name === undefined ? {} : { name: rest.name }),
        organization,
        ...(pkce ? { pkce, redirectUris: ports.map((port) => `http://localhost:${port}/callback`) } : {}),
      });
      for (const line of (await scopesInWords(Connector, choice)).split("\n"))
        process.stderr.write(`${hang(line, process.stderr)}\n`);
      if (json) return print(manifest, false);
      process.stdout.write(`${url}\n`);
    });
}
