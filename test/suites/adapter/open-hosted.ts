import type { Clock } from "agent-connectors";
import { type SlackSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { openSlackService } from "../../hosted/open-service.ts";
import type { Open } from "./open.ts";

/** Opens a Slack connector in hosted mode. Its calls go to a real service on a loopback port, which uses a sandbox. */
export const openHosted: Open = async ({ clock, wrap = (inner: typeof fetch) => inner, onCall } = {}) => {
  const sandbox: SlackSandbox<Clock> = slackSandbox(clock ? { clock } : {});
  const service = await openSlackService({ ...sandbox.options, fetch: wrap(sandbox.fetch) });
  const connector = await SlackConnector.create(
    {
      external_user_id: "user-1",
      ...service.application,
      base_url: service.url,
      auth: { api_token: sandbox.tokens.bot },
    },
    { onCall },
  );
  return { connector, sandbox, close: service.close };
};
