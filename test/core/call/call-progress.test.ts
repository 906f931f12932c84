import { ConnectorError, type CallProgress } from "agent-connectors";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, slackSandbox, virtualClock } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";
import { json, serve } from "../../fixtures/server.ts";

const openSlack = () => {
  const sandbox = slackSandbox();
  return { sandbox, slack: new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options) };
};

/** Returns a listener, and what it has received. */
const listener = () => {
  const received: CallProgress[] = [];
  return { received, onProgress: (one: CallProgress) => void received.push(one) };
};

describe("waits", () => {
  test("a wait that the platform asks for is reported with its seconds", async () => {
    const { sandbox, slack } = openSlack();
    sandbox.fail({ kind: "rate_limit", retryAfter: 7, operation: "team.info" });
    const { received, onProgress } = listener();
    await slack.execute("team", "get", {}, { onProgress });
    expect(received).toEqual([
      {
        kind: "wait",
        message: "Slack team.info: waiting 7 s before another attempt (upstream_rate_limited).",
        seconds: 7,
      },
    ]);
  });

  test("a wait for the connector's own rate limit is reported before the request", async () => {
    const { sandbox, slack } = openSlack();
    const { received, onProgress } = listener();
    // Slack allows about 20 calls of this method per minute.
    for (let call = 0; call < 30 && received.length === 0; call++)
      await slack.execute("emoji", "list", {}, { onProgress });
    expect(received[0]).toMatchObject({
      kind: "wait",
      message: expect.stringMatching(/ s for the rate limit\.$/),
    });
    expect(received[0]!.seconds).toBeGreaterThan(0);
    expect(sandbox.calls().filter(({ status }) => status === 429)).toEqual([]);
  });

  test("a call without long waits reports nothing", async () => {
    const { sandbox, slack } = openSlack();
    // The first wait after this error is shorter than a second.
    sandbox.fail({ kind: "http_503", operation: "team.info" });
    const { received, onProgress } = listener();
    await slack.execute("team", "get", {}, { onProgress });
    expect(received).toEqual([]);
    expect(sandbox.calls()).toHaveLength(2);
  });

  test("in hosted mode, the client reports its own waits", async () => {
    let attempts = 0;
    await using server = await serve(({ path }, response) => {
      if (path.endsWith("/token"))
        return void json(response, 200, { access_token: "a", token_type: "bearer" });
      if (path.endsWith("/scoped-token")) return void json(response, 200, { token: "t", expires_in: 1200 });
      attempts += 1;
      if (attempts > 1) return void json(response, 200, { result: { name: "Acme" }, connector_metadata: {} });
      const error = { code: "rate_limited", message: "Too many requests.", retry_after: 9 };
      json(response, 429, { ...error, retryable: true, outcome: "not_started" });
    });
    const identity = { external_user_id: "ana", airbyte_client_id: "id", airbyte_client_secret: "secret" };
    const slack = new SlackConnector(
      { ...identity, base_url: server.url, connector_id: "c1" },
      { clock: virtualClock(Date.now()) },
    );
    const { received, onProgress } = listener();
    await slack.execute("team", "get", {}, { onProgress });
    expect(received).toEqual([expect.objectContaining({ kind: "wait", seconds: 9 })]);
  });
});

test("while Amazon prepares a report, the listener gets its state", async () => {
  const sandbox = amazonAdsSandbox({ jobTimes: { processing: 3, completed: 9 } });
  const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, sandbox.options);
  const { data: profiles } = await ads.execute("profiles", "list");
  const { received, onProgress } = listener();
  await ads.execute(
    "reports",
    "run",
    {
      reportTypeId: "spCampaigns",
      startDate: "2026-03-01",
      endDate: "2026-03-05",
      profileId: profiles[0]!.profileId,
    },
    { onProgress },
  );
  const jobs = received.filter(({ kind }) => kind === "jobs");
  expect(jobs.map((one) => one.jobs![0]!.status)).toEqual(
    ["PENDING", "PENDING", "PROCESSING"].slice(-jobs.length),
  );
  expect(jobs.length).toBeGreaterThan(1);
  expect(jobs[0]).toMatchObject({ done: 0, total: 1, seconds: 2 });
  expect(jobs[0]!.message).toBe("0 of 1 files are ready. The next look is in 2 s.");
});

test("all() reports the number of items after each page", async () => {
  const { slack } = openSlack();
  const { received, onProgress } = listener();
  const items = [];
  for await (const channel of slack.channels.list.all({ limit: 4 }, { onProgress })) items.push(channel);
  const counts = received.filter(({ kind }) => kind === "items").map(({ done }) => done);
  expect(counts.length).toBeGreaterThan(1);
  expect(counts.at(-1)).toBe(items.length);
  expect(counts).toEqual(counts.toSorted((one, other) => one! - other!));
});

test.each([
  [
    "throws",
    () => {
      throw new Error("no");
    },
  ],
  ["rejects", (() => Promise.reject(new Error("no"))) as () => void],
])("a listener that %s does not affect the call", async (_name, onProgress) => {
  const { sandbox, slack } = openSlack();
  sandbox.fail({ kind: "rate_limit", retryAfter: 2, operation: "team.info" });
  expect((await slack.execute("team", "get", {}, { onProgress })).data).toMatchObject({ id: "T07K2M9QX4B" });
});

test("a listener that is no function is an error", async () => {
  const { slack } = openSlack();
  const failed = slack.execute("team", "get", {}, { onProgress: "yes" as never });
  await expect(failed).rejects.toSatisfy(
    (error) => ConnectorError.is(error) && error.code === "config_error",
  );
});
