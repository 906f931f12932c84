import type { ScopeChoice } from "../../src/core/connect/chosen-scopes.ts";
import type { ConnectedCredentials } from "../../src/define/connector-class.ts";
import type { CheckResult } from "../../src/core/contract/connector.ts";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import type { ConnectorOptions } from "../../src/core/contract/call-options.ts";
import type { Account } from "../accounts.ts";
import type { AccountPlace, Known } from "../known.ts";
import type { Loopback } from "./loopback.ts";
import type { Terminal } from "./prompt.ts";
import { scopesInWords } from "./scopes-in-words.ts";

export interface Surroundings {
  terminal: Terminal;
  openBrowser: (url: string) => void;
  openLoopback: () => Promise<Loopback>;
  env: NodeJS.ProcessEnv;
  /** The options with which the connector reaches the platform. */
  code: ConnectorOptions;
}

export interface BrowserOptions {
  /** The kind of token to ask for. */
  token: string;
  /** The actions for which to ask for access. */
  choice: ScopeChoice;
  /** Whether the browser runs on another computer. The person then copies an address from the browser to the terminal. */
  paste: boolean;
}

/**
 * Connects an account with a token that the person copies from a page of the platform.
 * @throws ConnectorError if the platform refuses the token
 */
export async function connectByToken(
  known: Known,
  choice: ScopeChoice,
  { terminal, openBrowser, code }: Surroundings,
): Promise<Account> {
  const { form, token, steps, warningAbout } = known.paste!;
  const asked = { ...choice, tokens: [token] };
  const { url } = await known.Connector.manifest(asked);
  // A sandbox has no page that creates apps.
  if (code.endpoint === undefined) {
    terminal.say(await scopesInWords(known.Connector, asked));
    terminal.say(`1. Open this address in your browser:\n${url}`);
    openBrowser(url);
    for (const [index, step] of steps.entries()) terminal.say(`${index + 2}. ${step}`);
  }
  const auth: Record<string, string> = {};
  for (const [field, { description }] of Object.entries(known.auth[form]!))
    auth[field] = await terminal.askSecret(`${description} (hidden):`);
  const connector = await known.open(auth, {}, code);
  const { identity = {} } = accepted(await connector.check());
  const warning = warningAbout(auth);
  if (warning !== undefined) terminal.say(warning);
  const places = await known.placesOf?.(connector, identity).catch((error: unknown) => {
    if (!ConnectorError.is(error)) throw error;
    terminal.say(`The workspaces could not be listed: ${error.message}`);
    return [];
  });
  const place = await choosePlace(places, terminal);
  return {
    auth,
    ...(place ? { config: place.config } : {}),
    about: known.nameOf(identity, place?.name),
    connected_at: new Date().toISOString(),
  };
}

/** Returns the only place, or the place that the person chooses. The person can also choose none. */
async function choosePlace(
  places: readonly AccountPlace[] = [],
  terminal: Terminal,
): Promise<AccountPlace | undefined> {
  if (places.length < 2) return places[0];
  const lines = places.map(({ name }, index) => `${index + 1}. ${name}`);
  terminal.say(`The token works in several workspaces:\n${lines.join("\n")}`);
  for (;;) {
    const answer = await terminal.askOptional(
      "The number of the workspace that the commands use (or nothing, to choose later):",
    );
    const place = places[Number(answer) - 1];
    if (place || answer === "") return place;
  }
}

/**
 * Connects an account on the platform's consent page.
 * @throws ConnectorError `connect_denied`, `connect_invalid` and others
 */
export async function connectInBrowser(
  known: Known,
  { token, choice, paste }: BrowserOptions,
  { terminal, openBrowser, openLoopback, env, code }: Surroundings,
): Promise<Account> {
  const { Connector, client } = known;
  for (const need of Connector.connectFlow!.needs) terminal.say(`You need: ${need}`);
  const idVariable = client.client_id;
  const secretVariable = client.client_secret;
  const client_id = env[idVariable] || (await terminal.ask(`Client id (or set ${idVariable}):`));
  const client_secret =
    secretVariable === undefined
      ? undefined
      : env[secretVariable] ||
        (await terminal.askSecret(`Client secret (hidden, or set ${secretVariable}):`));
  const application = client_secret === undefined ? { client_id } : { client_id, client_secret };
  const loopback = paste ? undefined : await openLoopback();
  try {
    const redirectUri =
      loopback?.redirectUri ?? (await terminal.ask("A redirect address that is registered at the platform:"));
    terminal.say(`The redirect address ${redirectUri} must be registered at the platform.`);
    const asked = { ...choice, tokens: [token] };
    const scopes = await Connector.scopes(asked);
    terminal.say(await scopesInWords(Connector, asked));
    const { url, pending } = await Connector.startConnect({ application, redirectUri, scopes }, code);
    terminal.say(`Open this address in your browser, and allow access:\n${url}`);
    if (loopback) openBrowser(url);
    const isMine = (address: string) => new URL(address).searchParams.get("state") === pending.state;
    const callback = loopback
      ? await loopback.callback(isMine)
      : await terminal.askSecret("The whole address of the page that you see at the end (hidden):");
    const grants = await Connector.finishConnect({ application, pending, callback }, code);
    const grant = grants.find((one) => one.token === token);
    if (!grant)
      throw new ConnectorError("connect_invalid", `${Connector.title} issued no ${token} token.`, {
        hint: "Check which scopes the application asks for.",
      });
    const account = accountOf(known, grant);
    for (const note of grant.notes) terminal.say(note);
    return account;
  } finally {
    loopback?.close();
  }
}

/** Chooses the settings, such as a region, with which the credentials can use the most accounts. */
function accountOf(known: Known, grant: ConnectedCredentials): Account {
  const size = ({ check }: ConnectedCredentials["accounts"][number]) =>
    known.accountsIn(check.identity ?? {});
  const working = grant.accounts.filter(({ check }) => check.status !== "unhealthy");
  const [best, ...others] = working.toSorted((one, other) => size(other) - size(one));
  const { config, check } = best ?? grant.accounts[0]!;
  const elsewhere = others.filter((one) => size(one) > 0).map((one) => aboutOf(known, one.check));
  return {
    auth: grant.auth,
    ...(config ? { config } : {}),
    about: [aboutOf(known, check), ...elsewhere].join("; also "),
    connected_at: grant.connected_at,
  };
}

const aboutOf = (known: Known, check: CheckResult): string => known.nameOf(accepted(check).identity ?? {});

/** @throws ConnectorError if the platform does not accept the credentials */
function accepted(check: CheckResult): CheckResult {
  if (check.status !== "unhealthy") return check;
  const { code, message, ...fields } = check.error!;
  throw new ConnectorError(code, message, fields);
}
