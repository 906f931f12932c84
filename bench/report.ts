import { execFileSync } from "node:child_process";
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";

// Measures time and memory for one of two reports. `rows` has 500,000 rows, which the connector aggregates to 50 rows.
// `bomb` is a file that unpacks to 600 MB. The memory limit is 150 MB.
// Run: npm run build && node --max-semi-space-size=4 bench/report.ts [rows | bomb]
// The flag `--max-semi-space-size=4` makes V8 collect garbage more often. The service uses this flag too. Without the
// flag, the peak is about 165 MB. Node already uses 95 MB before the report begins.

const rows = 500_000;
const [kind = "rows", made] = process.argv.slice(2);

function* text(): Generator<string> {
  yield "[";
  if (kind === "bomb") for (let mb = 0; mb < 600; mb++) yield " ".repeat(1_000_000);
  else
    for (let start = 0; start < rows; start += 1000) {
      const some = Array.from({ length: 1000 }, (_, index) => {
        const n = start + index;
        return `{"campaignId":${144373194309380000n + BigInt(n % 50)},"campaignName":"Campaign ${n % 50}","keywordId":${n},"keyword":"a keyword of usual length ${n}","matchType":"EXACT","impressions":${n % 997},"clicks":${n % 31},"cost":${(n % 500) / 100},"purchases14d":${n % 3},"sales14d":${(n % 900) / 10}}`;
      });
      yield (start === 0 ? "" : ",") + some.join(",");
    }
  yield "]";
}

if (made !== undefined) {
  await pipeline(Readable.from(text(), { objectMode: false }), createGzip(), createWriteStream(made));
  process.exit();
}
// Another process creates the file, so that its memory does not count.
const folder = mkdtempSync(join(tmpdir(), "report-"));
const file = join(folder, "report.json.gz");
execFileSync(process.execPath, [...process.execArgv, process.argv[1]!, kind, file]);

const url = "https://bench.s3.amazonaws.com/report.json.gz";
const report = { reportId: "r", status: "COMPLETED", url, configuration: { timeUnit: "SUMMARY" } };
const fetch: typeof globalThis.fetch = async (input) => {
  const { pathname, hostname } = new URL(String(input));
  if (hostname.endsWith("amazonaws.com"))
    return new Response(Readable.toWeb(createReadStream(file)) as ReadableStream);
  if (pathname === "/auth/o2/token") return Response.json({ access_token: "Atza|x", expires_in: 3600 });
  return Response.json(pathname === "/v2/profiles" ? [{ profileId: 1, countryCode: "US" }] : report);
};
const auth = { client_id: "c", client_secret: "s", refresh_token: "r" };
const ads = new AmazonAdsConnector({ auth }, { fetch });
await ads.profiles.list();

let peak = 0;
const watch = () => (peak = Math.max(peak, process.memoryUsage().rss));
const base = process.memoryUsage().rss;
const timer = setInterval(watch, 5);
const started = performance.now();
try {
  const { data } = await ads.reports.download({
    reportIds: ["r"],
    sumBy: ["campaignId", "campaignName"],
    sortBy: "cost",
    top: 50,
  });
  console.log(
    `${data.rows_in_report} rows became ${data.rows?.length}; ids such as ${String(data.rows?.[0]?.campaignId)}`,
  );
} catch (error) {
  console.log(`refused: ${(error as Error).message}`);
}
watch();
clearInterval(timer);
const mb = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
console.log(
  `${mb(statSync(file).size)} packed; ${Math.round(performance.now() - started)} ms; peak ${mb(peak)} in all, ${mb(peak - base)} above the start`,
);
rmSync(folder, { recursive: true });
