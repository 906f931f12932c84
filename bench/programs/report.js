import { join } from "node:path";
import { pathToFileURL } from "node:url";

// Reads one report, and prints the CPU time and the highest memory of this process.
// Run: node bench/programs/report.js <folder of a version> <case of bench/report.ts> <address of the platform>

const [version, kind, endpoint] = process.argv.slice(2);
const { AmazonAdsConnector, reportRows } = await import(
  pathToFileURL(join(version, "dist/src/connectors/amazon-ads/index.js")).href
);
const auth = { client_id: "c", client_secret: "s", refresh_token: "r" };
const connector = new AmazonAdsConnector({ auth }, { endpoint });
await connector.profiles.list();
const started = process.cpuUsage();
let found = "";
try {
  if (kind === "stream") {
    let count = 0;
    for await (const row of reportRows(connector, { reportIds: ["r"] })) count += row.note === "" ? 0 : 1;
    found = `${count} rows`;
  } else {
    const sumBy = kind === "few" ? ["campaignId", "campaignName"] : ["keywordId"];
    const { data } = await connector.reports.download({ reportIds: ["r"], sumBy, sortBy: "cost", top: 50 });
    found = `${data.rows_after_sum} sums of ${data.rows_in_report} rows`;
  }
} catch (error) {
  found = `refused: ${error.message}`;
}
const { user, system } = process.cpuUsage(started);
const mb = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({ found, cpuMs: Math.round((user + system) / 1000), mb }));
