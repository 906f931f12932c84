import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, onTestFinished, test } from "vitest";
import { findingOf } from "../../../scripts/live/finding.ts";
import { createGate, type Gate } from "../../../scripts/live/gate.ts";
import { amazonAds, checklist, type Platform, slack } from "../../../scripts/live/platforms.ts";
import { type Result, saveResults } from "../../../scripts/live/results.ts";
import { runAdsSandbox, runSlackSandbox } from "../../../scripts/live/sandbox-runs.ts";

/** Calls every check of a platform with a closed gate. Returns the requests that passed the gate. */
async function callAll<Account>(
  platform: Platform<Account>,
  sandbox: { fetch: typeof fetch; clock: { now(): number; sleep(ms: number): Promise<void> } },
  place: string,
  check: (send: typeof fetch) => Promise<unknown>,
): Promise<{ sent: Request[]; stopped: string[] }> {
  const sent: Request[] = [];
  const gate: Gate = createGate((input, init) => {
    sent.push((input as Request).clone());
    return sandbox.fetch(input, init);
  }, platform.permissions(place));
  await check(gate.fetch);
  const { clock } = sandbox;
  const account = await platform.open({ gate, clock, place }, {});
  const stopped: string[] = [];
  for (const behaviour of platform.behaviours) {
    const finding = await (async () => behaviour.check(account))().catch(findingOf);
    if ("reason" in finding && finding.reason.startsWith("A request was not sent"))
      stopped.push(behaviour.id);
  }
  return { sent, stopped };
}

describe("with a closed gate, no request of any check changes the account", () => {
  test("Slack", async () => {
    const sandbox = slackSandbox();
    const before = sandbox.state();
    const auth = { api_token: sandbox.tokens.user };
    const { sent, stopped } = await callAll(slack, sandbox, "C07A2RT4YU5", (fetch) =>
      new SlackConnector({ auth }, { fetch }).check(),
    );
    expect(sandbox.state()).toEqual(before);
    expect(sent.length).toBeGreaterThan(9);
    // Every check that writes was stopped at its first write.
    expect(stopped).toEqual(slack.behaviours.filter(({ writes }) => writes).map(({ id }) => id));
  });

  test("Amazon Ads", async () => {
    const sandbox = amazonAdsSandbox();
    const { entities } = sandbox
      .state()
      .accounts.find(({ region, profile }) => region === "na" && profile.accountInfo.type !== "agency")!;
    const campaign = entities["sp/campaigns"].find(({ state }) => state === "PAUSED")!;
    const world = () => sandbox.state().accounts.map(({ jobs: _files, ...account }) => account);
    const before = world();
    const { sent, stopped } = await callAll(amazonAds, sandbox, String(campaign["campaignId"]), (fetch) =>
      new AmazonAdsConnector({ auth: sandbox.credentials }, { fetch, clock: sandbox.clock }).check(),
    );
    expect(world()).toEqual(before);
    expect(sent.length).toBeGreaterThan(9);
    expect(sent.filter(({ method }) => method !== "GET" && method !== "POST")).toEqual([]);
    // The campaign is in no portfolio, so the check `amazon-ads/leave-portfolio` ends before its first write.
    expect(stopped).toEqual(["amazon-ads/nested-update", "amazon-ads/unknown-field"]);
  });
});

describe("with an open gate, a write reaches only the named place", () => {
  const passes = async <A>(platform: Platform<A>, place: string, request: Request): Promise<boolean> => {
    let sent = false;
    const gate = createGate(async () => {
      sent = true;
      return new Response();
    }, platform.permissions(place));
    gate.allowWrites(true);
    await gate.fetch(request).catch(() => undefined);
    return sent;
  };
  const post = (method: string, body: Record<string, string> | string, host = "https://slack.com") =>
    new Request(`${host}/api/${method}`, { method: "POST", body: new URLSearchParams(body).toString() });
  const put = (
    campaigns: unknown,
    url = "https://advertising-api.amazon.com/sp/campaigns",
    method = "PUT",
  ) => {
    const init: RequestInit = { method, body: JSON.stringify({ campaigns }) };
    return new Request(url, init);
  };

  test.each([
    ["the named channel", post("chat.postMessage", { channel: "C1", text: "x" }), true],
    ["another channel", post("chat.postMessage", { channel: "C2", text: "x" }), false],
    ["two channels", post("chat.postMessage", "channel=C1&channel=C2"), false],
    ["no channel", post("chat.postMessage", { text: "C1" }), false],
    ["another method", post("conversations.archive", { channel: "C1" }), false],
    [
      "a method that begins like a read",
      post("conversations.history/../chat.delete", { channel: "C2" }),
      false,
    ],
    ["another host", post("chat.postMessage", { channel: "C1" }, "https://slack.com.example"), false],
    ["a download", new Request("https://files.slack.com/a"), false],
  ])("Slack: %s", async (_name, request, expected) => {
    expect(await passes(slack, "C1", request)).toBe(expected);
  });

  test.each([
    ["the named campaign", put([{ campaignId: "1", dynamicBidding: {} }]), true],
    ["the named campaign, paused", put([{ campaignId: "1", state: "PAUSED" }]), true],
    ["the named campaign, enabled", put([{ campaignId: "1", state: "ENABLED" }]), false],
    ["another campaign", put([{ campaignId: "2" }]), false],
    ["two campaigns", put([{ campaignId: "1" }, { campaignId: "2" }]), false],
    ["no body", put(undefined), false],
    [
      "a new campaign",
      put([{ campaignId: "1" }], "https://advertising-api.amazon.com/sp/campaigns", "POST"),
      false,
    ],
    ["keywords", put([{ campaignId: "1" }], "https://advertising-api.amazon.com/sp/keywords"), false],
    ["another host", put([{ campaignId: "1" }], "https://amazon.example/sp/campaigns"), false],
  ])("Amazon Ads: %s", async (_name, request, expected) => {
    expect(await passes(amazonAds, "1", request)).toBe(expected);
  });
});

describe("the files with results", () => {
  /** Runs all checks against the sandboxes, whose responses `change` can replace, and returns the text of the files. */
  async function filesOf(change: (response: Response, url: string) => Promise<Response>): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), "live-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const found: Result[] = [];
    const around =
      (send: typeof fetch): typeof fetch =>
      async (input, init) =>
        change(await send(input, init), (input as Request).url);
    const run = { report: (one: Result) => void found.push(one), around };
    await runSlackSandbox(run);
    await runAdsSandbox(run);
    await saveResults(folder, found, checklist);
    return readdirSync(folder)
      .toSorted()
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .join("\n");
  }

  /** Collects the texts of at least five characters in a JSON value. */
  const textsIn = (value: unknown): string[] =>
    typeof value === "string"
      ? value.length >= 5
        ? [value]
        : []
      : typeof value === "object" && value !== null
        ? Object.values(value).flatMap(textsIn)
        : [];

  test("have no text of a response except codes", async () => {
    const texts = new Set<string>();
    const files = await filesOf(async (response) => {
      const text = await response.clone().text();
      if (text.startsWith("{") || text.startsWith("["))
        for (const one of textsIn(JSON.parse(text))) texts.add(one);
      return response;
    });
    expect(texts.size).toBeGreaterThan(500);
    const allowed = new Set(["COMPLETED", "2026-03-12"]);
    const words = checklist.flatMap(({ assumed }) => assumed).join(" ");
    expect(
      [...texts].filter((one) => files.includes(one) && !allowed.has(one) && !words.includes(one)),
    ).toEqual([]);
    expect(files).toContain('"verdict":"confirmed"');
  });

  test("have no secret from an error", async () => {
    const secrets = ["xoxb-1234-secret", "Atza|secret", "Maya Chen"];
    // With these requests, the connectors and the checks get to know the account.
    const asks = /auth\.test|\/v2\/profiles|\/auth\/o2\/token/;
    const files = await filesOf(async (response, url) => {
      if (asks.test(url)) return response;
      const [error, code, message] = secrets;
      return Response.json(
        { ok: false, error, code, errorCode: code, message, detail: message },
        { status: 400 },
      );
    });
    for (const secret of secrets) expect(files).not.toContain(secret);
    expect(files).toContain('"error":"other"');
    expect(files).toContain('"code":"other"');
  });
});
