import { gzipSync } from "node:zlib";
import { ConnectorError } from "agent-connectors";
import { describe, expect, test } from "vitest";
import { parseReportFile } from "../../../../../src/connectors/amazon-ads/reports/rows/parse-report-file.ts";

type Dict = Record<string, unknown>;

const stream = (bytes: Uint8Array, size = 7) =>
  new ReadableStream<Uint8Array>({
    start(own) {
      for (let at = 0; at < bytes.length; at += size) own.enqueue(bytes.slice(at, at + size));
      own.close();
    },
  });

async function all(bytes: Uint8Array, size?: number): Promise<Dict[]> {
  const found: Dict[] = [];
  for await (const { rows } of parseReportFile(stream(bytes, size))) found.push(...rows);
  return found;
}

describe("parseReportFile", () => {
  test("returns whole rows for chunks of any size, and ids keep every digit", async () => {
    const text = `[ {"campaignId":144373194309380061,"a":"}]\\"{ü😀\\\\"},\n{"b":{"c":[1,{"d":2}]},"keywordId":5} ]`;
    const expected = [
      { campaignId: "144373194309380061", a: '}]"{ü😀\\' },
      { b: { c: [1, { d: 2 }] }, keywordId: "5" },
    ];
    for (const size of [1, 2, 3, 1000])
      expect(await all(new Uint8Array(gzipSync(text)), size)).toEqual(expected);
    for (const level of [0, 9])
      expect(await all(new Uint8Array(gzipSync(text, { level })))).toEqual(expected);
    expect(await all(new Uint8Array(gzipSync("[]")))).toEqual([]);
  });

  test("stops if the file decompresses to an endless row", async () => {
    const bomb = new Uint8Array(gzipSync(`[${" ".repeat(5_000_000)}]`));
    await expect(all(bomb, 1000)).rejects.toMatchObject({
      code: "upstream_response_too_large",
      retryable: false,
    });
  });

  test.each([
    ["cut off", gzipSync('[{"a":1},{"a":2}]').subarray(0, 25)],
    ["no gzip", Buffer.from('[{"a":1}]')],
    ["no end", gzipSync('[{"a":1}')],
    ["no rows", gzipSync("<Error/>")],
  ])("%s: throws, and does not return fewer rows", async (_, bytes) => {
    await expect(all(new Uint8Array(bytes))).rejects.toMatchObject({ code: "upstream_invalid_response" });
  });
});

test("an error of the connection is thrown unchanged", async () => {
  const stop = new ConnectorError("aborted", "The file was aborted by the caller.");
  const half = gzipSync('[{"a":1},{"a":2}]').subarray(0, 25);
  let sent = 0;
  const broken = new ReadableStream<Uint8Array>({
    pull: (own) => (sent++ === 0 ? own.enqueue(half) : own.error(stop)),
  });
  const read = async () => {
    for await (const { rows } of parseReportFile(broken)) expect(rows[0]).toHaveProperty("a");
  };
  await expect(read()).rejects.toBe(stop);
});
