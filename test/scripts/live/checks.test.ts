import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { SlackConnector } from "agent-connectors/slack";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checklistText } from "../../../scripts/live/checklist-text.ts";
import { liveOn, livePage } from "../../../scripts/live/page.ts";
import { assumptions, checklist } from "../../../scripts/live/platforms.ts";
import type { Result } from "../../../scripts/live/results.ts";
import { runAdsSandbox, runSlackSandbox } from "../../../scripts/live/sandbox-runs.ts";

interface Change {
  only?: string;
  /** Returns the changed response of the sandbox, or undefined to leave the response as it is. */
  change?: (request: { url: string; body: string }, body: unknown) => unknown;
}

/** Runs checks against the sandboxes. Returns the results by id. */
async function results({ only, change }: Change = {}): Promise<Map<string, Result[]>> {
  const all = new Map<string, Result[]>();
  const run = {
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

test("in the sandboxes, every behaviour is as assumed", async () => {
  const all = await results();
  expect([...all.values()].flat().filter(({ verdict }) => verdict === "differs")).toEqual([]);
  const confirmed = [...all].filter(([, found]) => found.some(({ verdict }) => verdict === "confirmed"));
  expect(confirmed.map(([id]) => id).toSorted()).toEqual(checklist.map(({ id }) => id).toSorted());
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
  const cases: Record<string, Change["change"]> = {
    "slack/app-message-author": message(({ bot_profile, ...one }) => ({
      ...one,
      ...(bot_profile ? { bot_profile: {} } : {}),
    })),
    "slack/workflow-author": message((one) => ({ ...one, bot_profile: { is_workflow_bot: true } })),
    "slack/message-found-at-once": (request, body) =>
      has("conversations.history")(request) ? { ...(body as Body), messages: [] } : undefined,
    "amazon-ads/keyword-bids-in-minor-units": (request) =>
      has("/recommendations")(request) ? { keywordTargetList: [{ bidInfo: [{ bid: 1.05 }] }] } : undefined,
    "amazon-ads/same-report-twice": (request) =>
      has("/reporting/reports")(request) ? { reportId: crypto.randomUUID() } : undefined,
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

  test("every check has a case", () => {
    expect(Object.keys(cases).toSorted()).toEqual(checklist.map(({ id }) => id).toSorted());
  });

  test.each(Object.entries(cases))("%s differs", async (id, change) => {
    const found = (await results({ only: id, ...(change ? { change } : {}) })).get(id)!;
    expect(found.map(({ verdict }) => verdict)).toContain("differs");
  });
});

test("the page has every behaviour, and says plainly that nothing is confirmed", async () => {
  const page = readFileSync(new URL("../../../docs/live.md", import.meta.url), "utf8");
  const recorded = new URL("../../../scripts/live/confirmed.jsonl", import.meta.url);
  if (!existsSync(recorded)) {
    expect(page).toBe(livePage(checklist, assumptions, []));
    expect(page).toContain("None of them has been confirmed yet.");
    expect(page.match(/not confirmed yet \|/g)).toHaveLength(checklist.length);
  }
  const all = [...checklist, ...assumptions];
  for (const { id, usedIn } of all) {
    expect(page).toContain(`\`${id.replace(/^[^/]*\//, "")}\``);
    expect(existsSync(new URL(`../../../${usedIn}`, import.meta.url)), usedIn).toBe(true);
  }
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(
    checklistText(checklist).match(/^\S.* \((?:money|duplicates|authors), (?:writes|reads only)/gm),
  ).toHaveLength(checklist.length);
  const known = Object.entries({ slack: SlackConnector, "amazon-ads": AmazonAdsConnector });
  for (const [connector, { describe }] of known) {
    const { entities } = await describe();
    for (const { id, actions } of checklist.filter((one) => one.id.startsWith(connector)))
      for (const action of actions) {
        const [entity, name] = action.split(".") as [string, string];
        expect(entities[entity], `${id}: ${action}`).toHaveProperty(name);
      }
  }
});

describe("results on the pages", () => {
  const result = {
    id: "slack/message-found-at-once",
    date: "2026-11-22",
    account: "bot",
    verdict: "confirmed",
    seen: { found: true },
    against: "the platform",
  } as const;
  const pageOf = (...given: Result[]) => livePage(checklist, assumptions, given);

  test("count with real accounts, and not with a sandbox", () => {
    expect(pageOf({ ...result, against: "the sandbox" })).toBe(pageOf());
    const page = pageOf(result);
    expect(page).toContain("**1 of them have been confirmed.**");
    expect(page).toContain("confirmed on 2026-11-22 (bot): found: true |");
    // A later run without a result keeps the earlier result.
    const untried = { ...result, verdict: "not tried", reason: "No.", seen: {} } as const;
    expect(pageOf(result, untried)).toBe(page);
  });

  test("give an action the newest day on which a real account confirmed it", () => {
    const day = (action: string, ...given: Result[]) => liveOn(action, checklist, given);
    const later = { ...result, date: "2026-12-01" };
    expect(day("slack/messages.create", later, result)).toBe("2026-12-01");
    expect(day("slack/messages.update", later, result)).toBe(undefined);
    expect(day("slack/messages.create", { ...result, against: "the sandbox" })).toBe(undefined);
    expect(day("slack/messages.create", { ...result, verdict: "differs" })).toBe(undefined);
    expect(day("amazon-ads/messages.create", result)).toBe(undefined);
  });
});
