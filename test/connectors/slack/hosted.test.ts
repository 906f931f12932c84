import { SlackConnector } from "agent-connectors/slack";
import { type SlackSandbox, slackSandbox } from "agent-connectors/sandbox";
import { defaultLimits } from "agent-connectors-service";
import { afterAll, beforeAll } from "vitest";
import { type HostedService, openSlackService } from "../../hosted/open-service.ts";
import { testSlack, type SlackBench } from "../../suites/slack.ts";
import { counting, looker } from "./servers.ts";

// Every test has a sandbox and users of its own. All tests share the service, because it starts slowly.
let service: HostedService;
let sandbox: SlackSandbox;
let users = 0;

beforeAll(async () => {
  const { fetch: _, ...options } = slackSandbox().options;
  const code = { ...options, fetch: (...request: Parameters<typeof fetch>) => sandbox.fetch(...request) };
  // All tests together send more requests per minute than the default limit of an application allows.
  const perMinute = { ...defaultLimits.perMinute, client: 100_000 };
  service = await openSlackService(code, { perMinute });
});
afterAll(() => service.close());

/** Opens a sandbox. The connectors reach it through a socket and the hosted service. */
async function openHosted(): Promise<SlackBench> {
  const own = slackSandbox();
  const { fetch, sent } = counting(own.fetch);
  sandbox = { ...own, fetch };
  const create = (api_token: string) =>
    SlackConnector.create({
      external_user_id: `user-${++users}`,
      ...service.application,
      base_url: service.url,
      auth: { api_token },
    });
  return {
    slack: await create(own.tokens.bot),
    user: await create(own.tokens.user),
    sent,
    look: looker(own.fetch, "https://slack.com/api", own.tokens.bot),
    trigger: own.triggerId,
    execution: own.functionExecutionId,
  };
}

// Entity methods call `execute` with any transport, so these tests need no second run.
testSlack("sandbox through a hosted service", openHosted, [], ["execute"]);
