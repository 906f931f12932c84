import { SlackConnector } from "agent-connectors/slack";
import { slackSandbox } from "agent-connectors/sandbox";
import { openSlackService } from "../../hosted/open-service.ts";
import { testSlack, type SlackBench } from "../../suites/slack.ts";
import { counting, looker } from "./servers.ts";

/** The sandbox behind a hosted service behind a socket. */
async function openHosted(): Promise<SlackBench> {
  const sandbox = slackSandbox();
  const { fetch, sent } = counting(sandbox.fetch);
  const service = await openSlackService({ ...sandbox.options, fetch });
  const slack = await SlackConnector.create({
    external_user_id: "user-1",
    ...service.application,
    base_url: service.url,
    auth: { api_token: sandbox.tokens.bot },
  });
  return {
    slack,
    sent,
    look: looker(sandbox.fetch, "https://slack.com/api", sandbox.tokens.bot),
    close: service.close,
  };
}

testSlack("sandbox through a hosted service", openHosted);
