import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";

// An explanation says in sentences what an agent may do. Its examples come from the code that refuses the calls.

const channel = "C07A1QW2ER3";

test("says what an agent can do and cannot do, which ids it can use, and who is asked", async () => {
  const { sentences } = await SlackConnector.explain({
    effects: ["read", "write"],
    only: { channel: [channel] },
    approval: [
      { effects: ["write"], external: true, persons: 2, approvers: ["maya@example.com", "jo@example.com"] },
      { notified_over: 5 },
      { allow: true, actions: ["messages"], until: "2027-01-01T00:00:00Z" },
    ],
  });
  for (const sentence of [
    expect.stringMatching(/^The agent can read with \d+ actions: channels\.get,/),
    expect.stringMatching(
      /^The agent can write what can be corrected afterwards with \d+ actions: .*messages\.create/,
    ),
    "The agent cannot raise spending in Slack.",
    "The agent cannot do what cannot be undone in Slack.",
    `The agent can use only this channel: ${channel}.`,
    "The agent can write where people of another company can read only after a person has agreed.",
    "2 of these people must agree to every call whose effect is write and that people of another company can read: maya@example.com or jo@example.com.",
    "A person must agree to every call that notifies more than 5 people.",
    "Until 2027-01-01T00:00:00Z, nobody has to agree to a call of messages whose effect is write or spend, if it notifies at most 20 people, if it cannot spend money and if nobody of another company can read it.",
  ])
    expect(sentences).toContainEqual(sentence);
});

test("the policies of the connector count too, and without rules nobody is asked", async () => {
  const sandbox = slackSandbox();
  const slack = new SlackConnector(
    { auth: { api_token: sandbox.tokens.bot } },
    { ...sandbox.options, policy: { effects: ["read"], external: false } },
  );
  const { sentences } = await slack.explain({ effects: ["read", "write"] });
  expect(sentences).toContain("The agent cannot write what can be corrected afterwards in Slack.");
  expect(sentences).toContain("The agent cannot write where people of another company can read.");
  expect(sentences).toContain("No person is asked before a call.");
});

test("says the caps, and shows a call that is above one of them", async () => {
  const { sentences, refused, text } = await AmazonAdsConnector.explain({
    effects: ["read", "write", "spend"],
    caps: { max_daily_budget: { USD: 50 } },
  });
  expect(sentences).toContain("The cap max_daily_budget is 50 USD.");
  const reason = expect.stringContaining(
    "daily_budget would be 51 USD; that is more than max_daily_budget (50 USD)",
  );
  expect(refused).toContainEqual({
    call: "sponsored_product_campaigns.create with daily_budget 51 USD",
    reason,
  });
  expect(text).toContain("Examples of calls that are refused:");
  const without = await AmazonAdsConnector.explain({ effects: ["read", "spend"] });
  expect(without.sentences).toContain(
    "Every call that would raise spending is refused, because there is no cap.",
  );
});

test("each refused example is refused by a tool with these options, with the same message", async () => {
  const sandbox = slackSandbox({ rateLimits: false });
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  const shop = amazonAdsSandbox({ rateLimits: false });
  const ads = new AmazonAdsConnector({ auth: shop.credentials }, shop.options);
  for (const [connector, options] of [
    [slack, { effects: ["read", "write"], only: { channel: [channel] } }],
    [slack, { effects: ["read"], exclude: ["messages.get"] }],
    [slack, { include: ["messages.create", "channels.list"] }],
    [ads, { effects: ["read", "write"] }],
  ] as const) {
    const { refused } = await connector.explain(options as never);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    const tool = await connector.tool(options as never);
    for (const { call, reason } of refused) {
      const [name = "", json = "{}"] = call.split(/ (?=\{)/);
      const [entity, action] = name.split(".");
      const result = await tool.call({ entity, action, params: JSON.parse(json) as object });
      expect(result).toMatchObject({ ok: false, error: { message: reason } });
    }
  }
});

test("refuses unknown options and wrong rules", async () => {
  await expect(SlackConnector.explain({ efects: ["read"] } as never)).rejects.toMatchObject({
    code: "config_error",
  });
  await expect(SlackConnector.explain({ approval: [{ persons: 9 }] as never })).rejects.toMatchObject({
    code: "config_error",
  });
});
