import { gzipSync } from "node:zlib";
import { exportRows, reportRows } from "agent-connectors/amazon-ads";
import { describe, expect, test } from "vitest";
import { open, type Sent } from "../../bench.ts";

const file = (name: string) => `https://bucket.s3.amazonaws.com/${name}.gz`;
const gz = (id: string, count: number) =>
  gzipSync(JSON.stringify(Array.from({ length: count }, (_, n) => ({ report: id, n, clicks: n % 2 }))));
const files: Record<string, Uint8Array<ArrayBuffer>> = {
  "/long.gz": new Uint8Array(gz("long", 45_000)),
  "/exact.gz": new Uint8Array(gz("exact", 20_000)),
  "/none.gz": new Uint8Array(gz("none", 0)),
};

/**
 * Opens a simulated Amazon. The id of a report or export is the name of its file. A report is ready after `asked`
 * reads.
 */
function amazon(asked = 0) {
  let polls = 0;
  const bench = open(({ url }: Sent) => {
    if (files[url.pathname]) return new Response(files[url.pathname]);
    const [, id] = /^\/(?:reporting\/reports|exports)\/(\w+)$/.exec(url.pathname) ?? [];
    if (id === undefined) return undefined;
    return { status: polls++ < asked ? "PROCESSING" : "COMPLETED", url: file(id) };
  });
  const reads = () => bench.sent.filter(({ url }) => url.hostname.endsWith("amazonaws.com")).length;
  return { ...bench, reads };
}
async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

describe("iterating the rows", () => {
  test("returns the rows of several reports in order, and reads each file once", async () => {
    const { ads, reads } = amazon();
    const rows = await all(reportRows(ads, { reportIds: ["long", "none", "exact"] }));
    expect(rows).toHaveLength(65_000);
    expect(rows.every(({ n }, index) => n === (index < 45_000 ? index : index - 45_000))).toBe(true);
    expect(reads()).toBe(3);
  });

  test("returns only the rows that match a condition", async () => {
    const { ads, reads } = amazon();
    const where = [{ column: "clicks", is: "=" as const, value: 1 }];
    const rows = await all(reportRows(ads, { reportIds: ["long"], where }));
    expect(rows).toHaveLength(22_500);
    expect(reads()).toBe(1);
  });

  test("returns the rows of an export", async () => {
    const { ads } = amazon();
    const rows = await all(exportRows(ads, { exportId: "long", kind: "targets" }));
    expect(rows.at(-1)).toEqual({ report: "long", n: 44_999, clicks: 1 });
  });

  test("waits for a report longer than the time limit of a call", async () => {
    const { ads, clock } = amazon(40);
    const started = clock.now();
    expect(await all(reportRows(ads, { reportIds: ["exact"] }))).toHaveLength(20_000);
    expect(clock.now() - started).toBeGreaterThan(200_000);
  });

  test("ends if the caller aborts or stops reading", async () => {
    const stop = new AbortController();
    const { ads, reads } = amazon();
    const rows = reportRows(ads, { reportIds: ["long"] }, { signal: stop.signal });
    expect((await rows.next()).value).toEqual({ report: "long", n: 0, clicks: 0 });
    stop.abort();
    await expect(all(rows)).rejects.toMatchObject({ code: "aborted" });
    for await (const _ of reportRows(ads, { reportIds: ["long", "exact"] })) break;
    expect(reads()).toBe(2);
  });
});

test("skip counts rows of the file, so it is refused with sumBy, sortBy or several reports", async () => {
  const { ads, sent } = amazon();
  const asked = { reportIds: ["long"], skip: 1, top: 2 };
  const { data } = await ads.reports.download(asked);
  expect(data).toEqual({
    reportIds: ["long"],
    rows: [1, 2].map((n) => ({ report: "long", n, clicks: n % 2 })),
    next_skip: 3,
  });
  const before = sent.length;
  for (const more of [{ sortBy: "n" }, { sumBy: [] }, { reportIds: ["long", "exact"] }])
    await expect(ads.reports.download({ ...asked, ...more })).rejects.toMatchObject({
      code: "invalid_params",
      path: "params.skip",
      message: expect.stringContaining("sumBy"),
    });
  expect(sent).toHaveLength(before);
});

test("sumBy counts the records of an export, and adds no settings", async () => {
  const { ads } = amazon();
  files["/rated.gz"] = new Uint8Array(gzipSync('[{"state":"ENABLED","bid":1},{"state":"ENABLED","bid":2}]'));
  const { data } = await ads.exports.download({ exportId: "rated", kind: "targets", sumBy: ["state"] });
  expect(data.rows).toEqual([{ state: "ENABLED", records: 2 }]);
});

test.each([
  [{ column: "__proto__", is: "=", value: 1 }, "where[0].column"],
  [{ column: "clicks", is: "==", value: 1 }, "where[0].is"],
  [{ column: "clicks", is: "=", value: NaN }, "where[0].value"],
  [{ column: "clicks", is: "=", value: "1" }, "where[0].value"],
  [{ column: "clicks", is: "=", value: [1] }, "where[0].value"],
])("the condition %j is refused before anything is sent", async (condition, path) => {
  const { ads, sent } = amazon();
  const rows = reportRows(ads, { reportIds: ["long"], where: [condition as never] });
  await expect(rows.next()).rejects.toMatchObject({ code: "invalid_params", path });
  const download = ads.reports.download({ reportIds: ["long"], where: [condition as never] });
  await expect(download).rejects.toMatchObject({ code: "invalid_params" });
  expect(sent).toEqual([]);
});
