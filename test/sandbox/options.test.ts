import { amazonAdsSandbox, slackSandbox, virtualClock, type Fault } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";
import { ConnectorError } from "../../src/index.ts";

type Misused = (given: unknown) => unknown;

/** Returns the path and the hint of the error. */
function refusal(misuse: () => unknown): { path: string | undefined; words: string } | undefined {
  try {
    misuse();
  } catch (error) {
    if (!(error instanceof ConnectorError && error.code === "config_error")) throw error;
    return { path: error.path, words: `${error.message} ${error.hint}` };
  }
  return undefined;
}

describe("options of Slack's sandbox", () => {
  test.for<[unknown, string, string]>([
    [null, "options of the sandbox", "plain object"],
    [{ sed: 1 }, "sed", "seed, clock, rateLimits, appClass"],
    [{ rateLimits: "no" }, "rateLimits", "true or false"],
    [{ appClass: "marketplace" }, "appClass", '"internal", "restricted"'],
    [{ clock: Date }, "clock", "now() and sleep(ms, signal)"],
    [{ seed: [] }, "seed", "plain object"],
    [{ seed: { chanels: [] } }, "seed.chanels", "channels"],
    [{ seed: { channels: {} } }, "seed.channels", "a list"],
    [{ seed: { users: [{ name: "maya" }] } }, "seed.users", "an object with id"],
    [{ seed: { messages: { C012AB3CD: {} } } }, "seed.messages", "a list for each"],
  ])("%o is refused", ([given, path, words]) => {
    expect(refusal(() => (slackSandbox as Misused)(given))).toEqual({
      path,
      words: expect.stringContaining(words),
    });
  });
  test("valid options and undefined are accepted", () => {
    const seed = { users: [{ id: "U012AB3CD", name: "maya" }], stars: [], team: undefined };
    expect(() => (slackSandbox as Misused)({ seed, appClass: "restricted", clock: undefined })).not.toThrow();
  });
});

describe("options of Amazon Ads' sandbox", () => {
  const seed = (one: object) => ({ seed: { accounts: [{ profile: { profileId: "1" }, ...one }] } });
  test.for<[unknown, string, string]>([
    [{ appClass: "internal" }, "appClass", "seed, clock, rateLimits, jobTimes"],
    [{ jobTimes: { processing: 1 } }, "jobTimes.completed", "a number from 0"],
    [{ jobTimes: { processing: 1, done: 2 } }, "jobTimes.done", "processing, completed"],
    [{ seed: { accounts: [{}] } }, "seed.accounts", "profile.profileId"],
    [{ seed: { logins: [{ client_id: "x" }] } }, "seed.logins", "refresh_token"],
    [seed({ regon: "eu" }), "seed.accounts[0].regon", "region"],
    [seed({ entities: { "sp/campaign": [] } }), "seed.accounts[0].entities.sp/campaign", "sp/campaigns"],
    [
      seed({ entities: { portfolios: [{ id: "1" }] } }),
      "seed.accounts[0].entities.portfolios",
      "portfolioId",
    ],
  ])("%o is refused", ([given, path, words]) => {
    expect(refusal(() => (amazonAdsSandbox as Misused)(given))).toEqual({
      path,
      words: expect.stringContaining(words),
    });
  });
});

describe("faults", () => {
  const slack = slackSandbox();
  const ads = amazonAdsSandbox();
  test.for<[unknown, string, string]>([
    [undefined, "fault", "plain object"],
    [{}, "fault.kind", "rate_limit"],
    [{ kind: "ratelimit" }, "fault.kind", "rate_limit"],
    [{ kind: "toString" }, "fault.kind", "rate_limit"],
    [{ kind: "rate_limit", retry_after: 5 }, "fault.retry_after", "retryAfter"],
    [{ kind: "rate_limit", retryAfter: "5" }, "fault.retryAfter", "a number from 0, or null"],
    [{ kind: "ok_false" }, "fault.error", "a string"],
    [{ kind: "reset", times: 0 }, "fault.times", "a whole number from 1"],
    [{ kind: "reset", operation: "chat.postMesage" }, "fault.operation", 'Did you mean "chat.postMessage"?'],
    [{ kind: "reset", operation: "~" }, "fault.operation", "files.upload"],
  ])("%o is not a fault of Slack", ([given, path, words]) => {
    expect(refusal(() => (slack.fail as Misused)(given))).toEqual({
      path,
      words: expect.stringContaining(words),
    });
  });
  test.for<[unknown, string, string]>([
    [{ kind: "ok_false", error: "x" }, "fault.kind", "refused"],
    [{ kind: "refused" }, "fault.status", "missing"],
    [{ kind: "items", indexes: 0 }, "fault.indexes", "a list"],
    [{ kind: "reset", operation: "GET /nothing" }, "fault.operation", "no operation"],
  ])("%o is not a fault of Amazon Ads", ([given, path, words]) => {
    expect(refusal(() => (ads.fail as Misused)(given))).toEqual({
      path,
      words: expect.stringContaining(words),
    });
  });
  test("a refused fault is not planned, and a valid fault is", async () => {
    const status = async () => (await slack.fetch("https://slack.com/api/api.test")).status;
    expect(await status()).toBe(200);
    slack.fail({ kind: "http_503", operation: undefined } as unknown as Fault);
    expect(await status()).toBe(503);
  });
});

test("listen() accepts no options, rotating() has two kinds of tokens, and a clock needs a start time", async () => {
  const slack = slackSandbox();
  const refused = (path: string) => expect.objectContaining({ code: "config_error", path });
  await expect((slack.listen as Misused)({ port: 8080 })).rejects.toEqual(refused("options.port"));
  await expect((amazonAdsSandbox().listen as Misused)({ port: 1 })).rejects.toEqual(refused("options.port"));
  expect(() => (slack.rotating as Misused)("app")).toThrow(refused("kind"));
  expect(() => (virtualClock as Misused)("today")).toThrow(refused("start"));
});
