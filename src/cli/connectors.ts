import type { AnyConnector } from "../core/contract/connector.ts";
import type { ConfigFields, CredentialForms } from "../core/contract/definition.ts";
import type { Result } from "../core/contract/result.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { nearest } from "../core/ground/similar-names.ts";
import { readWorkspace } from "./sandbox-workspace.ts";

/** A connector for the commands. `execute` accepts any text from the terminal as a name, and then checks the name. */
export interface OpenConnector extends AnyConnector {
  execute(entity: string, action: string, params?: unknown): Promise<Result>;
}

export type Values = Readonly<Record<string, string | undefined>>;

/** The parts of a connector that the commands need. */
export interface Known {
  title: string;
  auth: CredentialForms;
  config: ConfigFields;
  /** The names of the environment variables for credentials: `{ token: { api_token: "SLACK_TOKEN" } }`. */
  environment: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The name of the environment variable for each setting. */
  settings: Readonly<Record<string, string>>;
  describe: AnyConnector["describe"];
  searchActions: AnyConnector["searchActions"];
  open(auth: Values, config: Values): Promise<OpenConnector>;
  /**
   * Opens the connector with a new sandbox instead of the platform. `path` is the file or folder with the workspace of
   * the sandbox.
   */
  openSandbox(path?: string): Promise<OpenConnector>;
}

export const connectors: Readonly<Record<string, () => Promise<Known>>> = {
  slack: async () => {
    const { SlackConnector } = await import("../connectors/slack/index.ts");
    return {
      title: SlackConnector.title,
      auth: SlackConnector.auth,
      config: SlackConnector.config,
      describe: SlackConnector.describe,
      searchActions: SlackConnector.searchActions,
      environment: {
        token: { api_token: "SLACK_TOKEN" },
        oauth: {
          client_id: "SLACK_CLIENT_ID",
          client_secret: "SLACK_CLIENT_SECRET",
          access_token: "SLACK_ACCESS_TOKEN",
        },
      },
      settings: {},
      open: async (auth) => new SlackConnector({ auth } as never) as unknown as OpenConnector,
      openSandbox: async (path) => {
        const { slackSandbox } = await import("../../sandbox/index.ts");
        const sandbox = slackSandbox(path === undefined ? {} : { workspace: readWorkspace(path) });
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
      config: AmazonAdsConnector.config,
      describe: AmazonAdsConnector.describe,
      searchActions: AmazonAdsConnector.searchActions,
      environment: {
        oauth: {
          client_id: "AMAZON_ADS_CLIENT_ID",
          client_secret: "AMAZON_ADS_CLIENT_SECRET",
          refresh_token: "AMAZON_ADS_REFRESH_TOKEN",
        },
      },
      settings: { region: "AMAZON_ADS_REGION" },
      open: async (auth, config) =>
        new AmazonAdsConnector({ auth, config } as never) as unknown as OpenConnector,
      openSandbox: async (path) => {
        if (path !== undefined)
          throw new ConnectorError("config_error", "The sandbox of Amazon Ads takes no workspace.", {
            path: "sandbox",
            hint: "Use --sandbox without a path.",
          });
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
