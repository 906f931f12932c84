import { hasControls } from "../core/ground/control-characters.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { show, type Dict } from "../core/ground/json.ts";
import { readEndpoint } from "../core/open/endpoint.ts";

/** Identifies the user, the application, the service and the connector. */
export type HostedIdentity = HostedUser & HostedApplication;

/** The id and the secret that the service issued for your application. Both spellings mean the same. */
export type HostedApplication = Spelled<"airbyte_client_id", "client_id"> &
  Spelled<"airbyte_client_secret", "client_secret">;

type Spelled<One extends string, Other extends string> =
  | ({ [Name in One]: string } & { [Name in Other]?: undefined })
  | ({ [Name in Other]: string } & { [Name in One]?: undefined });

/** Identifies the user, the service and the connector. */
export interface HostedUser {
  /** The id of a user of your application, or a scoped or long-lived token of this user. */
  external_user_id: string;
  /** The address of the service. Default: the environment variable AGENT_CONNECTORS_URL. */
  base_url?: string | undefined;
  /** The id of the connector. Required if the user has several connectors of this type. */
  connector_id?: string | undefined;
}

/** The options that errors list. */
export const hostedNames: readonly string[] = [
  "external_user_id",
  "airbyte_client_id",
  "airbyte_client_secret",
  "base_url",
  "connector_id",
];

export const hostedFields: readonly string[] = [...hostedNames, "client_id", "client_secret"];

export interface Identity {
  baseUrl: string;
  externalUserId: string;
  /** Whether `externalUserId` is a token. */
  isToken: boolean;
  clientId: string;
  clientSecret: string;
  connectorId: string | undefined;
}

/**
 * @throws ConnectorError `config_error` if an option is invalid. The message contains the option's name, but no value
 * except that of `base_url`
 */
export function readIdentity(options: Dict): Identity {
  const text = (name: string): string => {
    const value = options[name];
    if (typeof value === "string" && value !== "" && value.length <= 8192 && !hasControls(value))
      return value;
    throw new ConnectorError(
      "config_error",
      `${name} ${value === undefined ? "is missing" : "must be a non-empty string"}.`,
      {
        path: name,
        hint: `Hosted mode needs external_user_id, airbyte_client_id and airbyte_client_secret. Check that the environment variable for ${name} is set.`,
      },
    );
  };
  const spelled = (name: "client_id" | "client_secret"): string => {
    const usual = `airbyte_${name}`;
    const both = options[usual] !== undefined && options[name] !== undefined;
    if (both && options[usual] !== options[name])
      throw new ConnectorError("config_error", `${usual} and ${name} have different values.`, {
        path: name,
        hint: "Both names mean the same. Pass only one of them.",
      });
    return text(options[name] === undefined ? usual : name);
  };
  const externalUserId = text("external_user_id");
  return {
    externalUserId,
    isToken: looksLikeToken(externalUserId),
    clientId: spelled("client_id"),
    clientSecret: spelled("client_secret"),
    connectorId: options.connector_id === undefined ? undefined : text("connector_id"),
    baseUrl: readBaseUrl(options.base_url),
  };
}

/** Returns whether a text looks like a signed token (a compact JWS). The signature is not checked. */
const looksLikeToken = (text: string): boolean => /^(eyJ[\w-]*\.[\w-]+\.[\w-]+|act_[\w-]{43})$/.test(text);

function readBaseUrl(given: unknown): string {
  const url = given ?? globalThis.process?.env.AGENT_CONNECTORS_URL;
  if (url === undefined || url === "")
    throw new ConnectorError("config_error", "Hosted mode needs the address of the service.", {
      path: "base_url",
      hint: "Pass base_url, or set AGENT_CONNECTORS_URL in the environment. Nothing is sent anywhere by default.",
    });
  try {
    return readEndpoint(url);
  } catch (error) {
    if (!ConnectorError.is(error)) throw error;
    throw new ConnectorError("config_error", `base_url ${show(url)} cannot be used: ${error.message}`, {
      path: "base_url",
      hint: error.hint,
    });
  }
}
