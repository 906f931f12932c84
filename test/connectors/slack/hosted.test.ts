import { SlackConnector } from "agent-connectors/slack";
import { type SlackSandbox, slackSandbox } from "agent-connectors/sandbox";
import { defaultLimits } from "agent-connectors-service";
import { afterAll, beforeAll } from "vitest";
import { type HostedService, openSlackService } from "../../hosted/open-service.ts";
import { testSlack, type SlackBench } from "../../suites/slack.ts";
import { counting, looker } from "./servers.ts";

// Every test has a sandbox of its own. All tests share the service and its two connectors, because they start slowly.
let service: HostedService;
let sandbox: SlackSandbox;
let slack: SlackConnector;
let user: SlackConnector;

beforeAll(async () => {
  sandbox = slackSandbox();
  const { fetch: _, ...options } = sandbox.options;
  const code = { ...options, fetch: (...request: Parameters<typeof fetch>) => sandbox.fetch(...request) };
  // All tests together send more requests per minute than the default limits allow.
  const perMinute = Object.fromEntries(Object.keys(defaultLimits.perMinute).map((name) => [name, 100_000]));
  service = await openSlackService(code, { perMinute: { ...defaultLimits.perMinute, ...perMinute } });
  const create = (external_user_id: string, api_token: string) =>
    SlackConnector.create({
      external_user_id,
      ...service.application,
      base_url: service.url,
      auth: { api_token },
    });
  slack = await create("bot", sandbox.tokens.bot);
  user = await create("person", sandbox.tokens.user);
});
afterAll(() => service.close());

/** Opens a sandbox. The connectors reach it through a socket and the hosted service. */
async function openHosted(): Promise<SlackBench> {
  const own = slackSandbox();
  const { fetch, sent } = counting(own.fetch);
  sandbox = { ...own, fetch };
  return {
    slack,
    user,
    sent,
    look: looker(own.fetch, "https://slack.com/api", own.tokens.bot),
    trigger: own.triggerId,
    execution: own.functionExecutionId,
  };
}

testSlack("sandbox through a hosted service", openHosted, "execute");
