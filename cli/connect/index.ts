import type { Command } from "commander";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import { type Account, accountNamed, checkAccountName, defaultAccount, storeAccount } from "../accounts.ts";
import { known } from "../connectors.ts";
import { variables } from "../environment.ts";
import type { Known } from "../known.ts";
import { print } from "../output.ts";
import { connectByToken, connectInBrowser, type Surroundings } from "./connect-account.ts";
import { type Choice, choiceOf, withChoice } from "./choice.ts";
import { openLoopback } from "./loopback.ts";
import { openTerminal } from "./prompt.ts";
import { spawn } from "node:child_process";

interface Options extends Choice {
  account: string;
  token?: string;
  paste?: boolean;
  print?: boolean;
  sandbox?: boolean;
  json?: boolean;
}

export function addConnect(program: Command): void {
  withChoice(program.command("connect"))
    .description(
      "Connect an account: get a credential from the platform, check it, and store it for the other commands.",
    )
    .argument("<connector>")
    .option("--account <name>", "the name of the stored account", defaultAccount)
    .option("--token <kind>", "the kind of token; for Slack: bot (the default) or user")
    .option("--paste", "for a browser on another computer: copy the last address from the browser yourself")
    .option("--print", "print the credential instead of storing it")
    .option("--sandbox", "connect to a sandbox, and store nothing")
    .option("--json", "print the result as one line of JSON")
    .action(async (name: string, options: Options) => {
      const account = checkAccountName(options.account);
      const connector = await known(name);
      const stand = options.sandbox ? await connector.listenSandbox() : undefined;
      const terminal = openTerminal();
      try {
        const around: Surroundings = {
          terminal,
          openBrowser,
          openLoopback,
          env: { ...variables(), ...stand?.env },
          code: stand ? { endpoint: stand.endpoint } : {},
        };
        if (stand) terminal.say(stand.hint);
        const connected = await connectAccount(connector, options, around);
        await finish(name, connector.firstCall, connected, { ...options, account });
      } finally {
        terminal.close();
        await stand?.close();
      }
    });
  program
    .command("disconnect")
    .description("Remove a stored account from this computer. The platform still accepts its credential.")
    .argument("<connector>")
    .option("--account <name>", "the name of the stored account", defaultAccount)
    .action(async (name: string, { account }: { account: string }) => {
      await known(name);
      await accountNamed(name, checkAccountName(account));
      await storeAccount(name, account, undefined);
      process.stderr.write(`Removed the account ${account} of ${name}.\n`);
    });
}

async function connectAccount(connector: Known, options: Options, around: Surroundings): Promise<Account> {
  const kinds = Object.keys(connector.Connector.connectFlow?.tokens ?? {});
  const token = options.token ?? connector.paste?.token ?? kinds[0]!;
  if (!kinds.includes(token))
    throw new ConnectorError(
      "config_error",
      `There is no kind of token ${JSON.stringify(token.slice(0, 40))}.`,
      {
        path: "token",
        hint: `Kinds: ${kinds.join(", ")}.`,
      },
    );
  if (connector.paste?.token === token) return connectByToken(connector, choiceOf(options), around);
  const { paste = false } = options;
  return connectInBrowser(connector, { token, choice: choiceOf(options), paste }, around);
}

async function finish(name: string, firstCall: string, connected: Account, options: Options): Promise<void> {
  const { account } = options;
  if (options.print) return print(connected.auth, options.json ?? false);
  const file = options.sandbox ? undefined : await storeAccount(name, account, connected);
  if (options.json) return print({ connector: name, account, about: connected.about, file }, true);
  const named = account === defaultAccount ? "" : ` --account ${account}`;
  process.stdout.write(
    `Connected: ${connected.about}.\n${file === undefined ? "Nothing was stored." : `Stored as ${account} in ${file}.\nTry: agent-connectors call ${name} ${firstCall}${named}`}\n`,
  );
}

/**
 * Opens an address without a shell. Does nothing if there is no browser, because `connect` also prints the address.
 */
function openBrowser(url: string): void {
  const [command, ...args] =
    process.platform === "darwin"
      ? ["open"]
      : process.platform === "win32"
        ? ["rundll32", "url.dll,FileProtocolHandler"]
        : ["xdg-open"];
  const child = spawn(command!, [...args, url], { stdio: "ignore", detached: true });
  child.once("error", () => {});
  child.unref();
}
