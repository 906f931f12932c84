import { ConnectorError } from "../src/core/ground/errors.ts";
import { dicts, stringAt } from "../src/core/ground/json.ts";
import { nearest } from "../src/core/ground/similar-names.ts";
import type { NotionWorkspace, SandboxWorkspace } from "../sandbox/index.ts";
import type { ConnectorClass } from "../src/define/connector-class.ts";
import { isPath, knownClass, knownFile } from "./connector-file.ts";
import type { Known, OpenConnector, ServerRights } from "./known.ts";
import { readWorkspace } from "./sandbox-workspace.ts";

export const connectors: Readonly<Record<string, () => Promise<Known>>> = {
  slack: async () => {
    const { SlackConnector } = await import("../src/connectors/slack/index.ts");
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
      settings: { team_id: "SLACK_TEAM_ID" },
      open: async (auth, config, code) =>
        new SlackConnector({ auth, config } as never, code as never) as unknown as OpenConnector,
      openHosted: (options, code) => new SlackConnector(options, code as never) as unknown as OpenConnector,
      Connector: SlackConnector as unknown as Known["Connector"],
      client: { client_id: "SLACK_PKCE_CLIENT_ID" },
      paste: {
        token: "bot",
        form: "token",
        steps: [
          "Choose your workspace there, create the app, and install it in the workspace.",
          "Copy the Bot User OAuth Token, which begins with xoxb-.",
        ],
        warningAbout: ({ api_token = "" }) =>
          api_token.startsWith("xoxe.")
            ? "This token expires within 12 hours, because the app rotates its tokens. Use an app without token rotation."
            : undefined,
      },
      nameOf: (identity, place) => {
        const user = stringAt(identity, "user") ?? "unknown user";
        const team = stringAt(identity, "team") ?? "without a name";
        if (identity.is_enterprise_install !== true) return `${user} in the workspace ${team}`;
        return place === undefined
          ? `${user} in the organization ${team} (set SLACK_TEAM_ID to choose a workspace; the action auth.teams_list lists them)`
          : `${user} in the workspace ${place} of the organization ${team}`;
      },
      async placesOf(connector, identity) {
        if (identity.is_enterprise_install !== true) return [];
        const { data } = await connector.execute("auth", "teams_list", { limit: 100 });
        return (data as { id: string; name: string }[]).map(({ id, name }) => ({
          name,
          config: { team_id: id },
        }));
      },
      accountsIn: () => 1,
      firstCall: "channels list",
      listenSandbox: async () => {
        const { slackSandbox } = await import("../sandbox/index.ts");
        const sandbox = slackSandbox();
        const server = await sandbox.listen();
        return {
          endpoint: server.url.replace(/\/$/, ""),
          env: { SLACK_PKCE_CLIENT_ID: sandbox.app.public_client_id },
          hint: `This is a sandbox. Its bot token is ${sandbox.tokens.bot}.`,
          close: () => server.close(),
        };
      },
      openSandbox: async (path, code) => {
        const { slackSandbox } = await import("../sandbox/index.ts");
        const sandbox = slackSandbox(
          path === undefined ? {} : { workspace: readWorkspace<SandboxWorkspace>(path) },
        );
        const auth = { api_token: sandbox.tokens.bot };
        return new SlackConnector({ auth }, {
          ...sandbox.options,
          ...code,
        } as never) as unknown as OpenConnector;
      },
    };
  },
  "amazon-ads": async () => {
    const { AmazonAdsConnector } = await import("../src/connectors/amazon-ads/index.ts");
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
      open: async (auth, config, code) =>
        new AmazonAdsConnector({ auth, config } as never, code as never) as unknown as OpenConnector,
      openHosted: (options, code) =>
        new AmazonAdsConnector(options, code as never) as unknown as OpenConnector,
      Connector: AmazonAdsConnector as unknown as Known["Connector"],
      client: { client_id: "AMAZON_ADS_CLIENT_ID", client_secret: "AMAZON_ADS_CLIENT_SECRET" },
      nameOf: ({ region, profiles }) => `${profilesIn(profiles)} in the region ${String(region)}`,
      accountsIn: ({ profiles }) => (Array.isArray(profiles) ? profiles.length : 0),
      firstCall: "profiles list",
      listenSandbox: async () => {
        const { amazonAdsSandbox } = await import("../sandbox/index.ts");
        const sandbox = amazonAdsSandbox();
        const server = await sandbox.listen();
        const { client_id, client_secret } = sandbox.credentials;
        return {
          endpoint: server.url.replace(/\/$/, ""),
          env: { AMAZON_ADS_CLIENT_ID: client_id, AMAZON_ADS_CLIENT_SECRET: client_secret },
          hint: "This is a sandbox. Its application has Amazon's approval.",
          close: () => server.close(),
        };
      },
      openSandbox: async (path, code) => {
        if (path !== undefined)
          throw new ConnectorError("config_error", "The sandbox of Amazon Ads takes no workspace.", {
            path: "sandbox",
            hint: "Use --sandbox without a path.",
          });
        const { amazonAdsSandbox } = await import("../sandbox/index.ts");
        const sandbox = amazonAdsSandbox();
        return new AmazonAdsConnector({ auth: sandbox.credentials }, {
          ...sandbox.options,
          ...code,
        } as never) as unknown as OpenConnector;
      },
    };
  },
  notion: async () => {
    const { NotionConnector } = await import("../src/connectors/notion/index.ts");
    const known = knownClass(NotionConnector as unknown as ConnectorClass, {
      firstCall: "search titles",
      nameOf: (identity) =>
        `${stringAt(identity, "name") ?? "unknown connection"} in the workspace ${stringAt(identity, "bot.workspace_name") ?? "without a name"}`,
    });
    return {
      ...known,
      listenSandbox: async () => {
        const { notionSandbox } = await import("../sandbox/index.ts");
        const sandbox = notionSandbox();
        const server = await sandbox.listen();
        const { client_id, client_secret } = sandbox.credentials;
        return {
          endpoint: server.url.replace(/\/$/, ""),
          env: { NOTION_CLIENT_ID: client_id, NOTION_CLIENT_SECRET: client_secret },
          hint: "This is a sandbox. Its connection sees all pages that the workspace shares.",
          close: () => server.close(),
        };
      },
      openSandbox: async (path, code) => {
        const { notionSandbox } = await import("../sandbox/index.ts");
        const sandbox = notionSandbox(
          path === undefined ? {} : { workspace: readWorkspace<NotionWorkspace>(path) },
        );
        const auth = { api_token: sandbox.tokens.internal };
        return new NotionConnector({ auth }, {
          ...sandbox.options,
          ...code,
        } as never) as unknown as OpenConnector;
      },
    };
  },
  github: async () => {
    const { GitHubConnector } = await import("../src/connectors/github/index.ts");
    return knownClass(GitHubConnector as unknown as ConnectorClass, { firstCall: "repositories list" });
  },
  gmail: async () => {
    const { GmailConnector } = await import("../src/connectors/gmail/index.ts");
    return knownClass(GmailConnector as unknown as ConnectorClass, { firstCall: "messages search" });
  },
  "google-calendar": async () => {
    const { GoogleCalendarConnector } = await import("../src/connectors/google-calendar/index.ts");
    return knownClass(GoogleCalendarConnector as unknown as ConnectorClass, { firstCall: "calendars list" });
  },
  linear: async () => {
    const { LinearConnector } = await import("../src/connectors/linear/index.ts");
    return knownClass(LinearConnector, { firstCall: "issues list" });
  },
};

function profilesIn(profiles: unknown): string {
  const all = dicts(profiles);
  const names = all.slice(0, 5).map((one) => `${String(one.name)} (${String(one.countryCode)})`);
  if (all.length === 0) return "no profiles";
  return `${all.length} profile${all.length > 1 ? "s" : ""}: ${names.join(", ")}${all.length > 5 ? ", ..." : ""}`;
}

/** Opens a connector by its name, or by the path of its connector file. */
export async function known(name: string, rights: ServerRights = {}): Promise<Known> {
  const load = Object.hasOwn(connectors, name) ? connectors[name] : undefined;
  if (load) return load();
  if (isPath(name)) return knownFile(name, rights);
  const near = nearest(name, Object.keys(connectors));
  throw new ConnectorError("unknown_connector_type", `There is no connector "${name.slice(0, 60)}".`, {
    path: "connector",
    hint: `${near ? `Did you mean ${near}? ` : ""}Connectors: ${Object.keys(connectors).join(", ")}, or the path of a connector file, such as ./acme.connector.json.`,
  });
}
