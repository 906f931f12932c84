import { mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { ConnectorError } from "../src/core/ground/errors.ts";
import { isDict } from "../src/core/ground/json.ts";
import { nearest } from "../src/core/ground/similar-names.ts";
import { withFileLock } from "../src/store/file-lock.ts";
import { readPrivate } from "../src/store/private-file.ts";

/** A credential that the command `connect` has stored for later commands. */
export interface Account {
  auth: Readonly<Record<string, string>>;
  config?: Readonly<Record<string, string>> | undefined;
  /** A name for people, such as the name of the workspace or the advertiser. */
  about: string;
  connected_at: string;
}

/** The keys are the names of the accounts. */
type Accounts = Record<string, Account>;

/** The account for commands without the option `--account`. */
export const defaultAccount = "default";

/** Follows the XDG specification: https://specifications.freedesktop.org/basedir-spec/latest/ */
export function configFolder(env: NodeJS.ProcessEnv = process.env): string {
  const chosen = env["XDG_CONFIG_HOME"] ?? "";
  const base =
    process.platform === "win32"
      ? (env["APPDATA"] ?? join(homedir(), "AppData", "Roaming"))
      : isAbsolute(chosen)
        ? chosen
        : join(homedir(), ".config");
  return join(base, "agent-connectors");
}

const accountsFile = (): string => join(configFolder(), "accounts.json");

/** Returns the folder of the store for the tokens that the platform issues after `connect`. */
export const stateFolder = (): string => join(configFolder(), "state");

export async function accountsOf(connector: string): Promise<Accounts> {
  const all = await readAll();
  return Object.hasOwn(all, connector) ? all[connector]! : {};
}

/**
 * Returns a stored account. Without a name, returns the account `default`, or undefined if it does not exist.
 * @throws ConnectorError `config_error` if there is no account with this name
 */
export async function accountNamed(
  connector: string,
  name: string | undefined,
): Promise<Account | undefined> {
  const accounts = await accountsOf(connector);
  const wanted = name ?? defaultAccount;
  if (Object.hasOwn(accounts, wanted)) return accounts[wanted];
  if (name === undefined) return undefined;
  const names = Object.keys(accounts);
  const near = nearest(name, names);
  throw new ConnectorError(
    "config_error",
    `There is no stored account ${JSON.stringify(name.slice(0, 60))} of ${connector}.`,
    {
      path: "account",
      hint: `${near ? `Did you mean ${near}? ` : ""}${names.length > 0 ? `Accounts: ${names.join(", ")}.` : `Run agent-connectors connect ${connector}.`}`,
    },
  );
}

/** Stores an account, or removes it if `account` is undefined. Returns the path of the file. */
export async function storeAccount(
  connector: string,
  name: string,
  account: Account | undefined,
): Promise<string> {
  const file = accountsFile();
  await mkdir(configFolder(), { recursive: true, mode: 0o700 });
  return withFileLock(`${file}.lock`, async ({ replaceFile }) => {
    const all = await readAll();
    const { [name]: _replaced, ...others } = Object.hasOwn(all, connector) ? all[connector]! : {};
    const accounts = account === undefined ? others : { ...others, [name]: account };
    await replaceFile(file, `${JSON.stringify({ ...all, [connector]: accounts }, null, 2)}\n`);
    return file;
  });
}

/** @throws ConnectorError `config_error` */
export function checkAccountName(name: string): string {
  if (/^[\w.-]{1,60}$/.test(name) && !(name in Object.prototype)) return name;
  throw new ConnectorError(
    "config_error",
    "The name of an account can contain only letters, digits and . _ -.",
    {
      path: "account",
      hint: "Choose a name of at most 60 characters, such as acme.",
    },
  );
}

async function readAll(): Promise<Record<string, Accounts>> {
  const text = await readPrivate(accountsFile());
  if (text === undefined) return {};
  try {
    const all: unknown = JSON.parse(text);
    if (isDict(all) && Object.values(all).every(isDict)) return all as Record<string, Accounts>;
  } catch {}
  throw new ConnectorError("config_error", `The file ${accountsFile()} is damaged.`, {
    hint: "Correct or delete the file, and connect the accounts again.",
  });
}
