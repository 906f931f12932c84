import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";
import { createOperationQueue } from "../../../../src/connectors/amazon-ads/wire/operation-queue.ts";
import { open, us, type Sent } from "../bench.ts";

describe("many calls at once", () => {
  /** Sends 300 reads with `extended`. The sandbox accepts a hundred such reads at once, and then four per second. */
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

  test("while Amazon throttles, 300 reads all succeed with few refusals if they have time to wait", async () => {
    const { failed, answered, sent } = await throttled(3_600_000);
    expect(failed).toEqual([]);
    expect(answered).toBe(300);
    // Without a queue, each read would be refused eight times on average, and more than half of the reads would fail.
    expect(sent).toBeLessThan(700);
  });

  test("with 30 seconds to wait, later reads are not sent; their errors say when to call again", async () => {
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

  /** Opens a platform on which reads of keywords wait until the test releases them. Other requests get a response. */
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
    /** Lets all pending promises settle. A hash, such as that of the credentials, is made in another thread. */
    const settle = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    };
    return { ...bench, waiting, underWay, settle };
  }

  test("ten calls of one operation and profile run at once, in order, and do not delay other calls", async () => {
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

  test("a waiting call that is aborted is not sent, and the next call moves up", async () => {
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

describe("only time after a refusal counts as waiting time of a call", () => {
  /** Starts two calls in a queue that runs one call at a time. The test decides when the first call ends. */
  async function behind(left: number) {
    const time = { now: 1_000_000 };
    const clock = { now: () => time.now, sleep: () => Promise.reject(new Error("the queue must not sleep")) };
    const queue = createOperationQueue({ most: 1, clock });
    const first = Promise.withResolvers<void>();
    let refuse!: () => void;
    const a = queue.run("lane", {}, (onRefused) => {
      refuse = onRefused;
      return first.promise;
    });
    const waits = { left };
    const b = queue.run("lane", { waits }, () => Promise.resolve("sent"));
    b.catch(() => {});
    await new Promise(setImmediate);
    const end = async () => {
      first.resolve();
      await a;
      return b;
    };
    return { queue, time, waits, refuse, end };
  }

  test("the time before the first refusal does not count", async () => {
    const { time, waits, refuse, end } = await behind(30_000);
    time.now += 40_000;
    refuse();
    time.now += 2000;
    refuse();
    time.now += 1000;
    expect(await end()).toBe("sent");
    expect(waits.left).toBe(27_000);
  });

  test("all the time after the first refusal counts, and a call without time left is not sent", async () => {
    const { time, refuse, end } = await behind(30_000);
    refuse();
    time.now += 20_000;
    refuse();
    time.now += 10_001;
    await expect(end()).rejects.toMatchObject({ code: "rate_limited", outcome: "not_started" });
  });

  test("a clock that is set back does not add time", async () => {
    const { time, waits, refuse, end } = await behind(30_000);
    refuse();
    time.now -= 3_600_000;
    expect(await end()).toBe("sent");
    expect(waits.left).toBe(30_000);
  });
});

describe("a lane without calls is removed", () => {
  const clock = { now: () => 0, sleep: () => Promise.resolve() };
  const queue = createOperationQueue({ most: 1, clock });

  test("after its last call, whether it succeeds or fails", async () => {
    const first = Promise.withResolvers<void>();
    const calls = [
      queue.run("a", {}, () => first.promise),
      queue.run("a", {}, () => Promise.reject(new Error("failed"))),
      queue.run("b", {}, () => first.promise),
    ];
    expect(queue.laneCount()).toBe(2);
    first.resolve();
    await Promise.allSettled(calls);
    expect(queue.laneCount()).toBe(0);
  });

  test("after a call that was aborted before its turn", async () => {
    const call = queue.run("a", { signal: AbortSignal.abort() }, () => Promise.resolve());
    await expect(call).rejects.toMatchObject({ code: "aborted" });
    expect(queue.laneCount()).toBe(0);
  });

  test("but a late abort does not remove a new lane that has the same name", async () => {
    const stop = new AbortController();
    const [first, next] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const running = queue.run("a", {}, () => first.promise);
    const aborted = queue.run("a", { signal: stop.signal }, () => Promise.resolve());
    await new Promise(setImmediate);
    // The order of these statements matters: the lane is removed, it is created again, and then the aborted call ends.
    first.resolve();
    const later = Promise.resolve().then(() => queue.run("a", {}, () => next.promise));
    stop.abort();
    await running;
    await expect(aborted).rejects.toMatchObject({ code: "aborted" });
    expect(queue.laneCount()).toBe(1);
    next.resolve();
    await later;
    expect(queue.laneCount()).toBe(0);
  });
});

const scope = "amazon-advertising-api-scope";
