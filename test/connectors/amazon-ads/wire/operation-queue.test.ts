import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";
import { createQueue } from "../../../../src/connectors/amazon-ads/wire/operation-queue.ts";
import { open, us, type Sent } from "../bench.ts";

describe("many calls at once", () => {
  /** Dates and serving status weigh five times: the sandbox lets a hundred reads through, then four a second. */
  async function throttled(totalWaitMs: number) {
    const sandbox = amazonAdsSandbox();
    const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, { ...sandbox.options, totalWaitMs });
    const { data: profiles } = await ads.profiles.list();
    const { profileId } = profiles.find(({ accountInfo }) => accountInfo?.type === "seller")!;
    const calls = Array.from({ length: 300 }, () =>
      ads.sponsored_product_campaigns.list({ profileId, extended: true, limit: 1 }),
    );
    const outcomes = await Promise.allSettled(calls);
    const failed = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
    const statuses = sandbox
      .calls()
      .filter(({ path }) => path === "/sp/campaigns/list")
      .map(({ status }) => status);
    return { failed, answered: statuses.filter((one) => one === 200).length, sent: statuses.length };
  }

  test("300 reads while Amazon throttles: with time enough all are answered, few refused on the way", async () => {
    const { failed, answered, sent } = await throttled(3_600_000);
    expect(failed).toEqual([]);
    expect(answered).toBe(300);
    // All at once, each is refused eight times on average, and more than half of them for good.
    expect(sent).toBeLessThan(700);
  });

  test("with 30 seconds those that would come later are not sent, and say when to call again", async () => {
    const { failed, answered, sent } = await throttled(30_000);
    expect(failed.length + answered).toBe(300);
    expect(answered).toBeGreaterThan(200);
    expect(sent).toBeLessThan(500);
    for (const error of failed)
      expect(error).toMatchObject({
        retryable: true,
        outcome: "not_started",
        retry_after: expect.any(Number),
      });
  });

  /** Reads of keywords are held until they are let go; everything else is answered. */
  function held() {
    const waiting: (() => void)[] = [];
    const bench = open(async ({ url }: Sent) => {
      if (url.pathname === "/v2/profiles") return [us, { ...us, profileId: 7, countryCode: "CA" }];
      if (url.pathname === "/sp/campaigns/list") return { campaigns: [] };
      if (url.pathname !== "/sp/keywords/list") return undefined;
      await new Promise<void>((resolve) => waiting.push(resolve));
      return { keywords: [] };
    });
    const underWay = () => bench.sent.filter(({ url }) => url.pathname === "/sp/keywords/list").length;
    /** Lets everything go on that waits for nothing but its turn to run. */
    const settle = async () => {
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    };
    return { ...bench, waiting, underWay, settle };
  }

  test("ten of one operation in one profile, in the order they came; others are not held up", async () => {
    const { ads, sent, waiting, underWay, settle } = held();
    const profileId = String(us.profileId);
    const calls = Array.from({ length: 12 }, (_, index) =>
      ads.sponsored_product_keywords.list({ profileId, limit: index + 1 }),
    );
    await settle();
    expect(underWay()).toBe(10);
    await ads.sponsored_product_campaigns.list({ profileId });
    const other = ads.sponsored_product_keywords.list({ profileId: "7" });
    await settle();
    expect(underWay()).toBe(11);
    while (waiting.length > 0) {
      waiting.shift()!();
      await settle();
    }
    await Promise.all([...calls, other]);
    const order = sent
      .filter(({ url, headers }) => url.pathname.includes("keywords") && headers.get(scope) === profileId)
      .map((one) => (one.json() as { maxResults: number }).maxResults);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).toHaveLength(12);
  });

  test("one that is aborted while it waits is not sent, and gives its place to the next", async () => {
    const { ads, waiting, underWay, settle } = held();
    const profileId = String(us.profileId);
    const first = Array.from({ length: 10 }, () => ads.sponsored_product_keywords.list({ profileId }));
    await settle();
    const stop = new AbortController();
    const aborted = ads.sponsored_product_keywords.list({ profileId }, { signal: stop.signal });
    const last = ads.sponsored_product_keywords.list({ profileId });
    await settle();
    stop.abort();
    await expect(aborted).rejects.toMatchObject({ code: "aborted", outcome: "not_started" });
    while (waiting.length > 0) {
      waiting.shift()!();
      await settle();
    }
    await Promise.all([...first, last]);
    expect(underWay()).toBe(11);
  });
});

describe("what a call may wait is taken off for refusals only", () => {
  /** A queue of one at a time, and the first in it, which goes on when the test says so. */
  async function behind(left: number) {
    const time = { now: 1_000_000 };
    const clock = { now: () => time.now, sleep: () => Promise.reject(new Error("nobody sleeps here")) };
    const queue = createQueue({ most: 1, clock });
    const first = Promise.withResolvers<void>();
    let refuse!: () => void;
    const a = queue("lane", {}, (refused) => {
      refuse = refused;
      return first.promise;
    });
    const waits = { left };
    const b = queue("lane", { waits }, () => Promise.resolve("sent"));
    b.catch(() => {});
    await new Promise(setImmediate);
    const end = async () => {
      first.resolve();
      await a;
      return b;
    };
    return { time, waits, refuse, end };
  }

  test("not for the time before the first of them", async () => {
    const { time, waits, refuse, end } = await behind(30_000);
    time.now += 40_000;
    refuse();
    time.now += 2000;
    refuse();
    time.now += 1000;
    expect(await end()).toBe("sent");
    expect(waits.left).toBe(27_000);
  });

  test("from then on all of it, and beyond what is left it is not sent", async () => {
    const { time, refuse, end } = await behind(30_000);
    refuse();
    time.now += 20_000;
    refuse();
    time.now += 10_001;
    await expect(end()).rejects.toMatchObject({ code: "rate_limited", outcome: "not_started" });
  });

  test("a clock that is set back gives nothing back", async () => {
    const { time, waits, refuse, end } = await behind(30_000);
    refuse();
    time.now -= 3_600_000;
    expect(await end()).toBe("sent");
    expect(waits.left).toBe(30_000);
  });
});

const scope = "amazon-advertising-api-scope";
