import type { CodeOptions } from "../core/contract/call-options.ts";
import type { AnyConnector } from "../core/contract/connector.ts";
import type { CredentialForms } from "../core/contract/definition.ts";
import type { Result } from "../core/contract/result.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { nearest } from "../core/ground/similar-names.ts";

/** A connector as the terminal uses it: names come as text, and are checked by the call itself. */
export interface OpenConnector extends AnyConnector {
  execute(entity: string, action: string, params?: unknown): Promise<Result>;
}

/** One connector that the commands know. */
export interface Known {
  title: string;
  auth: CredentialForms;
  /** Environment variables that hold the credentials: each form's fields. */
  environment: Readonly<Record<string, Readonly<Record<string, string>>>>;
  describe: AnyConnector["describe"];
  open(auth: Readonly<Record<string, string>>, code?: CodeOptions): Promise<OpenConnector>;
  /** A connector of a sandbox of its own. */
  openSandbox(): Promise<OpenConnector>;
}

export const connectors: Readonly<Record<string, () => Promise<Known>>> = {
  slack: async () => {
    const { SlackConnector } = await import("../connectors/slack/index.ts");
    return {
      title: SlackConnector.title,
      auth: SlackConnector.auth,
      describe: SlackConnector.describe,
      environment: {
        token: { api_token: "SLACK_TOKEN" },
        oauth: {
          client_id: "SLACK_CLIENT_ID",
          client_secret: "SLACK_CLIENT_SECRET",
          access_token: "SLACK_ACCESS_TOKEN",
        },
      },
      open: async (auth, code) => new SlackConnector({ auth } as never, code) as unknown as OpenConnector,
      openSandbox: async () => {
        const { slackSandbox } = await import("../../sandbox/index.ts");
        const sandbox = slackSandbox();
        const auth = { api_token: sandbox.tokens.bot };
        return new SlackConnector({ auth }, sandbox.options) as unknown as OpenConnector;
      },
    };
  },
  "amazon-ads": async () => {
    const { AmazonAdsConnector } = await import("../connectors/amazon-ads/index.ts");
    return {
      title: AmazonAdsConnector.title,
      auth: AmazonAdsConnector.auth,
      describe: AmazonAdsConnector.describe,
      environment: {
        oauth: {
          client_id: "AMAZON_ADS_CLIENT_ID",
          client_secret: "AMAZON_ADS_CLIENT_SECRET",
          refresh_token: "AMAZON_ADS_REFRESH_TOKEN",
        },
      },
      open: async (auth, code) => {
        const config = { region: process.env.AMAZON_ADS_REGION || undefined };
        return new AmazonAdsConnector({ auth, config } as never, code) as unknown as OpenConnector;
      },
      openSandbox: async () => {
        const { amazonAdsSandbox } = await import("../../sandbox/index.ts");
        const sandbox = amazonAdsSandbox();
        return new AmazonAdsConnector(
          { auth: sandbox.credentials },
          sandbox.options,
        ) as unknown as OpenConnector;
      },
    };
  },
};

export async function known(name: string): Promise<Known> {
  const load = Object.hasOwn(connectors, name) ? connectors[name] : undefined;
  if (load) return load();
  const near = nearest(name, Object.keys(connectors));
  throw new ConnectorError("unknown_connector_type", `There is no connector "${name.slice(0, 60)}".`, {
    path: "connector",
    hint: `${near ? `Did you mean ${near}? ` : ""}Connectors: ${Object.keys(connectors).join(", ")}.`,
  });
}

/** A connector with the credentials of the environment, or one on a sandbox. */
export async function openConnector(name: string, sandbox: boolean): Promise<OpenConnector> {
  const connector = await known(name);
  if (sandbox) return connector.openSandbox();
  for (const fields of Object.values(connector.environment)) {
    const auth = Object.entries(fields).map(([field, variable]) => [field, process.env[variable]] as const);
    if (auth.every(([, value]) => value))
      return connector.open(Object.fromEntries(auth) as Record<string, string>);
  }
  const ways = Object.values(connector.environment).map((fields) => Object.values(fields).join(", "));
  throw new ConnectorError(
    "credentials_mismatch",
    `No credentials for ${connector.title} in the environment.`,
    {
      path: "auth",
      hint: `Set ${ways.join(", or ")}; or pass --sandbox to try it without.`,
    },
  );
}
