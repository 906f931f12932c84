import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSlackService, type HostedService } from "./open-service.ts";

const sandbox = slackSandbox({ rateLimits: false });
const view = { type: "modal" as const, title: { type: "plain_text", text: "Deploy" }, blocks: [] };
const bodies: Record<string, unknown>[] = [];
let service: HostedService;
let slack: SlackConnector;

beforeAll(async () => {
  service = await openSlackService(sandbox.options);
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (String(input).endsWith("/execute"))
      bodies.push(JSON.parse(String(init?.body)) as (typeof bodies)[number]);
    return globalThis.fetch(input, init);
  };
  const identity = { external_user_id: "u1", ...service.application, base_url: service.url };
  slack = await SlackConnector.create({ ...identity, auth: { api_token: sandbox.tokens.bot } }, { fetch });
});
afterAll(() => service.close());

test("only the event tokens of the context are sent to the service, and Slack gets them", async () => {
  const trigger_id = sandbox.triggerId();
  const context = { slack: { trigger_id }, user: { secret: "of the application" } };
  const { data } = await slack.views.open({ view }, { context });
  expect(sandbox.state().modals.map(({ id }) => id)).toEqual([data.id]);
  expect(bodies.at(-1)).toEqual({
    entity: "views",
    action: "open",
    params: { view },
    external: "allow",
    context: { slack: { trigger_id } },
  });
  await slack.users.list({ limit: 1 }, { context: { user: "u1" } });
  expect(bodies.at(-1)).not.toHaveProperty("context");
  const action_token = sandbox.actionToken;
  const found = await slack.search.messages({ query: "release" }, { context: { slack: { action_token } } });
  expect(found.data.length).toBeGreaterThan(0);
});

test("without the token, nothing is sent to the service", async () => {
  const before = bodies.length;
  await expect(slack.views.open({ view })).rejects.toMatchObject({
    code: "config_error",
    path: "options.context.slack.trigger_id",
  });
  expect(bodies).toHaveLength(before);
});

test("a write with the same key and a newer token is the same write", async () => {
  const open = (trigger_id: string) =>
    slack.views.open({ view }, { idempotencyKey: "k1", context: { slack: { trigger_id } } });
  const first = await open(sandbox.triggerId());
  const second = await open(sandbox.triggerId());
  expect(second.data).toEqual(first.data);
});
