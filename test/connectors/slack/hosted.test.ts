import { SlackConnector } from "agent-connectors/slack";
import { slackSandbox } from "agent-connectors/sandbox";
import { openSlackService } from "../../hosted/open-service.ts";
import { testSlack, type SlackBench } from "../../suites/slack.ts";
import { counting, looker } from "./servers.ts";

/** Opens connectors in hosted mode. Their service listens on a socket, and uses a sandbox instead of Slack. */
async function openHosted(): Promise<SlackBench> {
  const sandbox = slackSandbox();
  const { fetch, sent } = counting(sandbox.fetch);
  const service = await openSlackService({ ...sandbox.options, fetch });
  const create = (external_user_id: string, api_token: string) =>
    SlackConnector.create({
      external_user_id,
      ...service.application,
      base_url: service.url,
      auth: { api_token },
    });
  return {
    slack: await create("user-1", sandbox.tokens.bot),
    user: await create("user-2", sandbox.tokens.user),
    sent,
    look: looker(sandbox.fetch, "https://slack.com/api", sandbox.tokens.bot),
    close: service.close,
  };
}

// The methods of a connector call `execute` in every mode, so here it is enough to test `execute`.
testSlack("sandbox through a hosted service", openHosted, [], ["execute"]);
