import type { Clock } from "agent-connectors";
import { defaultLimits } from "agent-connectors-service";
import { type SlackSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { afterAll } from "vitest";
import { type HostedService, openSlackService } from "../../hosted/open-service.ts";
import type { Open } from "./open.ts";

/**
 * Returns a function that opens a Slack connector in hosted mode. Its calls go to a real service on a loopback port,
 * which uses a new sandbox. The tests of a file share the service, because its start takes most of the time. Each test
 * has a user of its own.
 */
export function shareService(): Open {
  let service: Promise<HostedService> | undefined;
  let current: { fetch: typeof fetch; clock: Clock };
  let users = 0;
  afterAll(async () => (await service)?.close());
  const start = () =>
    openSlackService(
      {
        fetch: (...request) => current.fetch(...request),
        clock: { now: () => current.clock.now(), sleep: (...wait) => current.clock.sleep(...wait) },
      },
      // All tests together send more requests per minute than the default limit of an application allows.
      { perMinute: { ...defaultLimits.perMinute, client: 100_000 } },
    );
  return async ({ clock, wrap = (inner: typeof fetch) => inner, onCall } = {}) => {
    const sandbox: SlackSandbox<Clock> = slackSandbox(clock ? { clock } : {});
    current = { clock: sandbox.clock, fetch: wrap(sandbox.fetch) };
    const { application, url } = await (service ??= start());
    const connector = await SlackConnector.create(
      {
        external_user_id: `user-${++users}`,
        ...application,
        base_url: url,
        auth: { api_token: sandbox.tokens.bot },
      },
      { onCall },
    );
    return { connector, sandbox };
  };
}
