import { ConnectorError } from "agent-connectors";
import { expect, test } from "vitest";
import { type Job, jobOf } from "../../../../../src/connectors/amazon-ads/reports/jobs/job.ts";
import { waitForJobs } from "../../../../../src/connectors/amazon-ads/reports/jobs/wait-for-jobs.ts";

const tooMany = (retry_after?: number) =>
  new ConnectorError("upstream_rate_limited", "Too many requests.", { retry_after });

/** Waits for one job, whose reads return these results in turn. Returns the last status and the time of each read. */
async function waitFor(reads: (string | ConnectorError)[], waitSeconds: number) {
  let now = 0;
  const seconds: number[] = [];
  const clock = { now: () => now, sleep: async (ms: number) => void (now += ms) };
  const readJob = async (id: string): Promise<Job> => {
    const next = reads[Math.min(seconds.length, reads.length - 1)]!;
    seconds.push(now / 1000);
    if (typeof next !== "string") throw next;
    return jobOf(id, { status: next });
  };
  const [job] = await waitForJobs(
    ["r1"],
    readJob,
    { clock, signal: undefined, waits: { left: 0 } },
    waitSeconds,
  );
  return { status: job!.status, seconds };
}

test("pauses grow from 2 to 15 seconds", async () => {
  const { seconds } = await waitFor(["PROCESSING"], 120);
  const pauses = seconds.slice(1).map((second, index) => Math.round((second - seconds[index]!) * 1000));
  expect(pauses.slice(0, 6)).toEqual([2000, 3200, 5120, 8192, 13_107, 15_000]);
  // The last pause is shorter, because the time limit ends it.
  expect(pauses.slice(6, -1).every((pause) => pause === 15_000)).toBe(true);
});

test("after a 429, the next read waits for retry_after", async () => {
  expect(await waitFor(["PENDING", tooMany(20), "COMPLETED"], 50)).toEqual({
    status: "COMPLETED",
    seconds: [0, 2, 22],
  });
});

test("a 429 makes only one pause longer", async () => {
  const { seconds } = await waitFor([tooMany(20), "PENDING", "COMPLETED"], 50);
  expect(seconds).toEqual([0, 20, 23.2]);
});

test("a 429 without retry_after, or with a short one, keeps the usual pause", async () => {
  expect((await waitFor([tooMany(), "COMPLETED"], 50)).seconds).toEqual([0, 2]);
  expect((await waitFor([tooMany(1), "COMPLETED"], 50)).seconds).toEqual([0, 2]);
});

test("a job keeps its last known state if a later read gets 429", async () => {
  expect((await waitFor(["PENDING", tooMany(100)], 50)).status).toBe("PENDING");
});

test("the last read is at the end of the time limit", async () => {
  expect((await waitFor([tooMany(20), "PROCESSING"], 7)).seconds).toEqual([0, 7]);
});

test("without time to wait, a 429 at the first read is thrown", async () => {
  await expect(waitFor([tooMany(40)], 0)).rejects.toMatchObject({ retry_after: 40 });
});
