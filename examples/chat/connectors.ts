import { readFileSync } from "node:fs";
import { agentTools, type AgentTool } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { listen, openService, type OpenService } from "agent-connectors-service";
import type { Person } from "./people.ts";

type FirstApplication = NonNullable<OpenService["application"]>;

export interface Platforms {
  slack: ReturnType<typeof slackSandbox>;
  ads: ReturnType<typeof amazonAdsSandbox>;
}

/** The service and this application both apply this policy. A call that raises spending needs a cap in each of them. */
export const policy = { caps: { max_daily_budget: { USD: 120 }, max_change_percent: 50 } };

/**
 * Starts a hosted service over sandboxes, and creates the connectors of each person, if the folder has none. Each connector uses a token that
 * the service accepts only for this person.
 */
export async function openConnectors(
  people: readonly Person[],
  directory: string,
  { slack, ads }: Platforms = { slack: slackSandbox(), ads: amazonAdsSandbox() },
) {
  const dataDir = `${directory}/service`;
  let opened: OpenService | undefined;
  const server = await listen((request, from) => opened!.service(request, from), "127.0.0.1", 0);
  opened = await openService({
    dataDir,
    publicUrl: server.url,
    // The tokens of a sandbox are invalid after the process ends, so the store does not keep them.
    connectors: [
      { connector: SlackConnector, code: slack.options, shareTokens: false },
      { connector: AmazonAdsConnector, code: { ...ads.options, policy }, shareTokens: false },
    ],
  });
  const isNew = opened.application !== undefined;
  // The service keeps the first application that it has made in this file.
  const application = JSON.parse(
    readFileSync(`${dataDir}/first-application.json`, "utf8"),
  ) as FirstApplication;

  const toolsOf = async (person: Person): Promise<[string, AgentTool[]]> => {
    const hosted = {
      external_user_id: person.id,
      airbyte_client_id: application.client_id,
      airbyte_client_secret: application.client_secret,
      base_url: server.url,
    };
    const api_token = slack.tokens[person.slackToken];
    const account = person.adsAccount === "all" ? ads.credentials : ads.otherCredentials.oneProfile;
    if (isNew) {
      await SlackConnector.create({ ...hosted, auth: { api_token } });
      await AmazonAdsConnector.create({ ...hosted, auth: account });
    }
    const connectors = [new SlackConnector(hosted), new AmazonAdsConnector(hosted, { policy })];
    return [person.id, await agentTools(connectors, { effects: ["read", "write", "spend"] })];
  };
  const tools = new Map(await Promise.all(people.map(toolsOf)));
  return {
    /** Returns the tools that use the accounts of this person, and no other accounts. */
    toolsOf: (personId: string): AgentTool[] => tools.get(personId)!,
    async close() {
      await server.close(0);
      await opened.close();
    },
  };
}
