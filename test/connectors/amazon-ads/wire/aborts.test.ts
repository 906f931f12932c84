import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import type { Clock } from "agent-connectors";
import { describe, expect, test } from "vitest";
import { auth, open, reply, us, type Sent } from "../bench.ts";
import { testClock } from "../../../fixtures/clock.ts";

// An aborted call rejects at once, at every stage. The error says whether anything was sent.

const profileId = String(us.profileId);
const never = () => new Promise<never>(() => {});

/** Opens a simulated Amazon that never responds to the path, beginning with request `from`, and aborts the call. */
function silentAt(path: string, from = 1) {
  const stop = new AbortController();
  let met = 0;
  const bench = open(async ({ url }: Sent) => {
    if (url.pathname === path && ++met >= from) {
      stop.abort();
      return never();
    }
    if (url.pathname === "/sp/campaigns/list") return { campaigns: [] };
    return undefined;
  });
  return { ...bench, signal: stop.signal };
}

describe("an abort while", () => {
  test.each(["/auth/o2/token", "/v2/profiles", "/sp/campaigns/list"])("%s does not respond", async (path) => {
    const { ads, signal } = silentAt(path);
    await expect(ads.sponsored_product_campaigns.list({ profileId }, { signal })).rejects.toMatchObject({
      code: "aborted",
      outcome: "not_started",
    });
  });

  test("a write waits for the next token, so nothing was sent", async () => {
    const { ads, clock, sent, signal } = silentAt("/auth/o2/token", 2);
    await ads.sponsored_product_campaigns.list({ profileId });
    await clock.sleep(2 * 3600_000);
    const call = ads.portfolios.create(
      { profileId, portfolios: [{ name: "x", state: "ENABLED" }] },
      { signal },
    );
    await expect(call).rejects.toMatchObject({ code: "aborted", outcome: "not_started" });
    expect(sent.filter(({ url }) => url.pathname === "/portfolios")).toEqual([]);
  });

  test("the call waits for a report", async () => {
    const stop = new AbortController();
    const clock: Clock = {
      ...testClock(),
      sleep: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason as Error));
          stop.abort();
        }),
    };
    const fetch: typeof globalThis.fetch = async (input) => {
      const { pathname } = new URL(String(input));
      if (pathname === "/auth/o2/token") return reply({ access_token: "Atza|1", expires_in: 3600 });
      if (pathname === "/v2/profiles") return reply([us]);
      return reply({ reportId: "r1", status: "PENDING" });
    };
    const ads = new AmazonAdsConnector({ auth }, { fetch, clock });
    const call = ads.reports.download({ profileId, reportIds: ["r1"] }, { signal: stop.signal });
    await expect(call).rejects.toMatchObject({ code: "aborted", outcome: "not_started" });
  });
});
