import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checklistText } from "../../../scripts/live/checklist-text.ts";
import { livePage } from "../../../scripts/live/page.ts";
import { checklist } from "../../../scripts/live/platforms.ts";
import type { Result } from "../../../scripts/live/results.ts";
import { runAdsSandbox, runSlackSandbox } from "../../../scripts/live/sandbox-runs.ts";

interface Change {
  only?: string;
  answer?: boolean;
  /** Returns the changed response of the sandbox, or undefined to leave the response as it is. */
  change?: (request: { url: string; body: string }, body: unknown) => unknown;
}

/** Runs checks against the sandboxes. Returns the results by id. */
async function results({ only, answer = true, change }: Change = {}): Promise<Map<string, Result[]>> {
  const all = new Map<string, Result[]>();
  const run = {
    ask: async () => answer,
    only: only === undefined ? undefined : [only],
    report: (result: Result) => void all.set(result.id, [...(all.get(result.id) ?? []), result]),
    around:
      (send: typeof fetch): typeof fetch =>
      async (input, init) => {
        const request = new Request(input, init);
        const sent = { url: request.url, body: await request.clone().text() };
        const response = await send(request);
        if (!change || request.url.includes("/auth/o2/token")) return response;
        const text = await response.clone().text();
        const changed = change(sent, text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text);
        if (changed === undefined) return response;
        return changed instanceof Response ? changed : Response.json(changed, response);
      },
  };
  if (only?.startsWith("amazon-ads/") !== true) await runSlackSandbox(run);
  if (only?.startsWith("slack/") !== true) await runAdsSandbox(run);
  return all;
}

/** The checks that no sandbox can confirm. The sandbox makes no text from blocks. */
const notInSandbox = new Set([
  "slack/list-numbers",
  "slack/quote-lines",
  ...checklist.filter(({ sends, asks }) => sends === "nothing" && !asks).map(({ id }) => id),
]);

test("in the sandboxes, every behaviour is as assumed", async () => {
  const all = await results();
  expect([...all.values()].flat().filter(({ verdict }) => verdict === "differs")).toEqual([]);
  const confirmed = [...all].filter(([, found]) => found.some(({ verdict }) => verdict === "confirmed"));
  const expected = checklist.map(({ id }) => id).filter((id) => !notInSandbox.has(id));
  expect(confirmed.map(([id]) => id).toSorted()).toEqual(expected.toSorted());
  // A check that writes says whether its clean-up worked.
  for (const { id } of checklist.filter(({ writes }) => writes))
    expect(
      all.get(id)!.some(({ seen }) => seen["deleted"] === true || seen["restored"] === true),
      id,
    ).toBe(true);
});

describe("a platform that behaves differently", () => {
  type Body = Record<string, unknown>;
  const has = (part: string) => (request: { url: string }) => request.url.includes(part);
  const message =
    (change: (one: Body) => Body): Change["change"] =>
    (request, body) =>
      has("conversations.history")(request)
        ? { ...(body as Body), messages: ((body as Body)["messages"] as Body[]).map(change) }
        : undefined;
  const status =
    (part: string, code: number): Change["change"] =>
    (request) =>
      has(part)(request) ? Response.json({ code: "INVALID_ARGUMENT" }, { status: code }) : undefined;
  const text = (value: string) => message((one) => ({ ...one, text: value }));

  const cases: Record<string, Change["change"]> = {
    "slack/scopes-header": (request, body) =>
      has("auth.test")(request)
        ? Response.json(body, { headers: { "x-oauth-scopes": "chat:write, team:read" } })
        : undefined,
    "slack/app-message-author": message(({ bot_profile, ...one }) => ({
      ...one,
      ...(bot_profile ? { bot_profile: {} } : {}),
    })),
    "slack/workflow-author": message((one) => ({ ...one, bot_profile: { is_workflow_bot: true } })),
    "slack/own-direct-message": (request, body) =>
      has("conversations.list")(request)
        ? { ...(body as Body), channels: [{ id: "D1", user: "U1" }] }
        : undefined,
    "slack/canvas-page": (request) =>
      has("files.slack.com")(request) ? new Response("<html>Sign in</html>") : undefined,
    "slack/organization-token": (request) =>
      has("users.list")(request) ? { ok: true, members: [] } : undefined,
    "slack/message-found-at-once": (request, body) =>
      has("conversations.history")(request) ? { ...(body as Body), messages: [] } : undefined,
    "slack/markdown-mentions": message((one) => ({ ...one, blocks: [] })),
    "slack/markdown-code-escapes": message((one) => ({
      ...one,
      blocks: [{ type: "text", text: "&lt;@NonNull&gt;", style: { code: true } }],
    })),
    "slack/split-channel-word": message((one) => ({
      ...one,
      blocks: [{ type: "broadcast", range: "channel" }],
    })),
    "slack/list-numbers": text("1. first"),
    "slack/quote-lines": text("&gt; one\ntwo"),
    "amazon-ads/one-token-for-all-regions": status("api-fe.amazon.com/v2/profiles", 401),
    "amazon-ads/request-id": (request, body) =>
      has("/v2/profiles")(request) ? Response.json(body) : undefined,
    "amazon-ads/unknown-profile": status("/sp/campaigns/list", 403),
    "amazon-ads/page-size": status("/sp/campaigns/list", 400),
    "amazon-ads/next-token-twice": (request, body) =>
      has("/sp/campaigns/list")(request) && request.body.includes("nextToken")
        ? { ...(body as Body), campaigns: [{ campaignId: String(Math.random()) }] }
        : undefined,
    "amazon-ads/two-states-in-a-query": status("/sd/campaigns", 400),
    "amazon-ads/invoice-list": (request) => (has("/invoices")(request) ? { invoices: [] } : undefined),
    "amazon-ads/budget-usage-status": status("/budget/usage", 400),
    "amazon-ads/keyword-bids-in-minor-units": (request) =>
      has("/recommendations")(request) ? { keywordTargetList: [{ bidInfo: [{ bid: 1.05 }] }] } : undefined,
    "amazon-ads/same-report-twice": (request) =>
      has("/reporting/reports")(request) ? { reportId: crypto.randomUUID() } : undefined,
    "amazon-ads/report-file-host": (request, body) =>
      /reports\/./.test(request.url)
        ? { ...(body as Body), status: "COMPLETED", url: "https://files.example/a" }
        : undefined,
    "amazon-ads/export-file-host": (request, body) =>
      /exports\/./.test(request.url) ? { ...(body as Body), status: "FAILED" } : undefined,
    "amazon-ads/search-term-days": (request) =>
      has("/reporting/reports")(request) ? Response.json({ reportId: crypto.randomUUID() }) : undefined,
    "amazon-ads/columns-of-the-dictionary": (request) =>
      request.body.includes("spAudiences")
        ? Response.json(
            { detail: `invalid values: (${JSON.parse(request.body).configuration.columns})` },
            { status: 400 },
          )
        : undefined,
    "amazon-ads/nested-update": (request, body) =>
      has("/sp/campaigns/list")(request)
        ? {
            campaigns: ((body as Body)["campaigns"] as Body[]).map((one) => ({
              ...one,
              dynamicBidding: { placementBidding: [{}] },
            })),
          }
        : undefined,
    "amazon-ads/unknown-field": (request) =>
      request.body.includes('"status"') ? { campaigns: { error: [{ index: 0 }] } } : undefined,
    "amazon-ads/leave-portfolio": (request, body) =>
      has("/sp/campaigns/list")(request)
        ? {
            campaigns: ((body as Body)["campaigns"] as Body[]).map((one) => ({ ...one, portfolioId: "1" })),
          }
        : undefined,
  };

  test.each(Object.entries(cases))("%s differs", async (id, change) => {
    const found = (await results({ only: id, ...(change ? { change } : {}) })).get(id)!;
    expect(found.map(({ verdict }) => verdict)).toContain("differs");
  });

  test("the answer no differs", async () => {
    const all = await results({ answer: false });
    const asked = checklist.filter(({ asks, forRefused }) => asks && !forRefused);
    for (const { id } of asked)
      expect(
        all.get(id)!.map(({ verdict }) => verdict),
        id,
      ).toContain("differs");
  });
});

test("the page has every check, and says plainly that nothing is confirmed", () => {
  const page = readFileSync(new URL("../../../docs/live.md", import.meta.url), "utf8");
  const recorded = new URL("../../../scripts/live/confirmed.jsonl", import.meta.url);
  if (!existsSync(recorded)) {
    expect(page).toBe(livePage(checklist, []));
    expect(page).toContain(
      `None of the ${checklist.length} behaviours has been confirmed with a real account yet.`,
    );
    expect(page.match(/not confirmed yet \|/g)).toHaveLength(checklist.length);
  }
  for (const { id, usedIn } of checklist) {
    expect(page).toContain(`\`${id.replace(/^[^/]*\//, "")}\``);
    expect(existsSync(new URL(`../../../${usedIn}`, import.meta.url)), usedIn).toBe(true);
  }
  expect(new Set(checklist.map(({ id }) => id)).size).toBe(checklist.length);
  expect(checklistText(checklist).match(/^\S.* \((?:writes|reads only)/gm)).toHaveLength(checklist.length);
});

test("the page counts results with real accounts, and not those of a sandbox", () => {
  const result = {
    id: "slack/scopes-header",
    date: "2026-11-22",
    account: "bot",
    verdict: "confirmed",
    seen: { scopes: 3 },
  } as const;
  const pageOf = (...given: Result[]) => livePage(checklist, given);
  expect(pageOf({ ...result, against: "the sandbox" })).toBe(pageOf());
  const page = pageOf({ ...result, against: "the platform" });
  expect(page).toContain(`**1 of the ${checklist.length} behaviours have been confirmed`);
  expect(page).toContain("confirmed on 2026-11-22 (bot): scopes: 3 |");
  // A later run without a result keeps the earlier result.
  const untried = {
    ...result,
    verdict: "not tried",
    reason: "No.",
    seen: {},
    against: "the platform",
  } as const;
  expect(pageOf({ ...result, against: "the platform" }, untried)).toBe(page);
});
