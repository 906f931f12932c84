import type { OAuthApplication, ConnectFlow } from "../contract/connect-flow.ts";
import { isDict, readDict, show } from "../ground/json.ts";
import { type OptionType, optionError, optionTypes, readOptions } from "../ground/read-options.ts";
import { checkRedirectUri } from "./redirect-uri.ts";

export interface StartConnectOptions {
  application: OAuthApplication;
  /** The address to which the platform sends the person back. The address must be registered at the platform. */
  redirectUri: string;
  /** The scopes to ask for, by kind of token: `{ bot: ["channels:read"] }`. */
  scopes?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The id of the account to connect again, such as the id of a workspace. */
  account?: string | undefined;
  /** The connector's settings, such as a region. */
  config?: Readonly<Record<string, string>> | undefined;
}

/**
 * The data that the caller keeps between `startConnect` and `finishConnect`. The data is plain JSON and must stay
 * secret.
 */
export interface PendingConnect {
  /** The connector's type, such as `shop`. */
  connector: string;
  client_id: string;
  redirect_uri: string;
  /** The origin of the consent page. */
  issuer: string;
  state: string;
  /** The code verifier of PKCE. Absent if the flow uses no PKCE. */
  verifier?: string | undefined;
  config: Readonly<Record<string, string>>;
  /** The time at which this attempt expires, in milliseconds since the epoch. */
  expires_at: number;
}

export interface FinishConnectOptions {
  application: OAuthApplication;
  pending: PendingConnect;
  /** The whole address to which the platform has sent the person back. */
  callback: string;
  signal?: AbortSignal | undefined;
}

const text = (what: string, least = 1): OptionType => ({
  says: `${what} of 1 to 2048 characters`,
  is: (value) => typeof value === "string" && value.length >= least && value.length <= 2048,
  required: true,
});

const scopeLists: OptionType = {
  says: 'lists of scopes by kind of token, such as { bot: ["chat:write"] }',
  is: (value) =>
    Object.values(readDict(value) ?? { wrong: true }).every(
      (list) =>
        Array.isArray(list) &&
        list.every((scope) => typeof scope === "string" && /^[\w:./+-]{1,200}$/.test(scope)),
    ),
};

const object = { ...optionTypes.object, required: true };

/** @throws ConnectorError `config_error` */
export function readStartOptions(given: unknown, flow: ConnectFlow): StartConnectOptions {
  const options = readOptions(
    given,
    {
      application: object,
      redirectUri: text("an address"),
      scopes: scopeLists,
      account: { ...text("an id"), required: false },
      config: optionTypes.object,
    },
    "options of startConnect",
    "",
  ) as unknown as StartConnectOptions;
  checkApplication(options.application, flow);
  checkRedirectUri(options.redirectUri);
  for (const kind of Object.keys(options.scopes ?? {}))
    if (!Object.hasOwn(flow.tokens, kind))
      throw optionError(
        "scopes",
        `There is no kind of token ${show(kind)}.`,
        `Kinds: ${Object.keys(flow.tokens).join(", ")}.`,
      );
  if (options.account !== undefined && flow.accountParam === undefined)
    throw optionError(
      "account",
      "The consent page of this platform cannot choose an account.",
      "Leave account out.",
    );
  return options;
}

/** @throws ConnectorError `config_error` */
export function readFinishOptions(given: unknown, flow: ConnectFlow): FinishConnectOptions {
  const callback = {
    ...text("an address"),
    says: "the address to which the platform has sent the person back",
  };
  const options = readOptions(
    given,
    {
      application: object,
      pending: object,
      callback: { ...callback, is: optionTypes.string.is },
      signal: optionTypes.signal,
    },
    "options of finishConnect",
    "",
  ) as unknown as FinishConnectOptions;
  checkApplication(options.application, flow);
  const { connector, client_id, redirect_uri, issuer, state, config, expires_at } = options.pending;
  const texts = [connector, client_id, redirect_uri, issuer, state].every(
    (value) => typeof value === "string" && value !== "",
  );
  if (!texts || !isDict(config) || typeof expires_at !== "number")
    throw optionError(
      "pending",
      "pending does not come from startConnect.",
      "Pass pending of startConnect unchanged.",
    );
  return options;
}

function checkApplication({ client_id, client_secret }: OAuthApplication, flow: ConnectFlow): void {
  const isCredential = (value: unknown) => typeof value === "string" && /^[\x21-\x7e]{1,2048}$/.test(value);
  if (!isCredential(client_id))
    throw optionError("application.client_id", "application.client_id is missing or not a client id.");
  if (client_secret === undefined ? flow.pkce !== "public" : !isCredential(client_secret))
    throw optionError(
      "application.client_secret",
      "application.client_secret is missing or not a client secret.",
    );
}
